"""Replies from anywhere in a table: what was asked, what is right, and what was said.

CSV or JSON lines. A row needs its reply, and either the choices or the question and its answer.
Rows are read one by one, so that a file may be larger than memory. A list in a CSV cell has `|`
between its items: commas and semicolons are common in answers. JSON lines have real lists.

The choices of a question in one cell of a table: with `|` between them, on lines, as a list of
JSON or Python, or on one line with letters, `A. Red B. Blue`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping

from coders.collected import collected_question
from dsl.files.csv_reader import CsvTable, TableFault, TableKind, doubled, plain
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Question
from dsl.words import LABELS, and_list

_ASKED = ("kind", "question", "choices", "answer", "also", "wrong")
COLUMNS = ("id", *_ASKED, "takes", "judges", "reply")
"""Every column that is read; others are left alone."""

ALWAYS = ("reply",)
WITHOUT_CHOICES = ("question", "answer", "reply")
"""The columns that are needed where a question has no choices."""

_OTHER_NAMES = {"key": "answer", "options": "choices"}

KIND = TableKind(COLUMNS, ",".join(COLUMNS), "reply")


@record
class TableReply:
    """A reply and the question it answers; `line` is where its row begins.

    `takes` is the choice that a person reads in it, empty if it takes none, and None where that is
    not told. `judges` are the choices that models read in it, one for each, likewise empty, and
    None for a model that did not judge it.
    """

    line: int
    id: str
    question: Question
    reply: str
    takes: str | None
    judges: tuple[str | None, ...]


class _RowUnusable(Exception):
    """A row that cannot be used: what is wrong, and what to write instead."""


class ReplyTable:
    """The rows of a table, read as they are asked for.

    `unused` names the columns that mean nothing here, known when all rows have been read. Iterating
    gives a TableReply, or the TableFault of a row that cannot be used; where no row after it can be
    read, it is the last.
    """

    def __init__(self, lines: Iterable[str], *, json_lines: bool) -> None:
        """`lines` with their line ends (`open(..., newline="")`)."""
        self._rows = _json_rows(lines) if json_lines else _csv_rows(lines)
        self._unused: dict[str, None] = {}

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of columns that were left alone."""
        return tuple(self._unused)

    def __iter__(self) -> Iterator[TableReply | TableFault]:
        seen: dict[str, int] = {}
        questions: dict[str, Question] = {}
        for found in self._rows:
            if isinstance(found, TableFault):
                yield found
                continue
            line, cells = found
            self._unused.update(dict.fromkeys(n for n in cells if n and n not in COLUMNS))
            try:
                yield _row(line, cells, seen, questions)
            except _RowUnusable as fault:
                yield TableFault(line, *fault.args)


Cells = Mapping[str, object]
"""Column -> what is there: text, or in JSON lines whatever was written."""


def _csv_rows(lines: Iterable[str]) -> Iterator[tuple[int, Cells] | TableFault]:
    # A reply may have a NUL, and no spreadsheet writes it.
    table = CsvTable((line.replace("\x00", "\N{SYMBOL FOR NULL}") for line in lines), KIND)
    names = _named(table.header.fields)
    faults = _header_faults(names, table.header.line) if names else []
    yield from faults
    for row in () if faults else table:
        if isinstance(row, TableFault):
            yield row
        else:
            yield row.line, dict(zip(names, row.fields, strict=True))


def _named(names: Iterable[str]) -> list[str]:
    """The names of columns; `key` is `answer`, and `options` are `choices`. In the table of
    questions of an export, `asked` is the text of a question and `question` its name.
    """
    found = [plain(name) for name in names]
    if "asked" in found and "question" in found:
        found[found.index("question")] = "name of the question"
        found[found.index("asked")] = "question"
    return [_OTHER_NAMES.get(name, name) for name in found]


def _json_rows(lines: Iterable[str]) -> Iterator[tuple[int, Cells] | TableFault]:
    some = False
    for number, line in enumerate(lines, start=1):
        text = (line.removeprefix("\ufeff") if number == 1 else line).strip()
        if not text:
            continue
        if not some and text.startswith("["):
            yield TableFault(
                number,
                "this is one JSON list, and not JSON lines",
                "write each reply as a JSON object on a line of its own",
            )
            return
        some = True
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as fault:
            where = f" (column {fault.colno})" if isinstance(fault, json.JSONDecodeError) else ""
            told = f"this is no JSON{where}"
            yield TableFault(number, told, "write one whole JSON object on each line")
            continue
        if isinstance(row, dict):
            names = _named(map(str, row))
            yield from doubled([name for name in names if name in COLUMNS], number)
            yield number, dict(zip(names, row.values(), strict=True))
        else:
            told = "this is no JSON object"
            yield TableFault(number, told, 'write {"id": ..., "question": ..., ...} on each line')
    if not some:
        yield TableFault(0, "the table has no rows", f"write a line for each {KIND.row}")


def _quoted(names: list[str]) -> str:
    return and_list([f"`{name}`" for name in names])


def _header_faults(names: list[str], line: int) -> list[TableFault]:
    faults = doubled([name for name in names if name in COLUMNS], line)
    needed = ALWAYS if "choices" in names else WITHOUT_CHOICES
    missing = [name for name in needed if name not in names]
    if missing:
        columns, are = ("columns", "are") if len(missing) > 1 else ("column", "is")
        faults.append(
            TableFault(
                line,
                f"the {columns} {_quoted(missing)} {are} missing",
                "write choices,reply and where known answer, or question,answer,reply; all columns"
                f" are {','.join(COLUMNS)}",
            )
        )
    return faults


def _row(
    line: int, cells: Cells, seen: dict[str, int], questions: dict[str, Question]
) -> TableReply:
    needed = ALWAYS if _items(cells, "choices") else WITHOUT_CHOICES
    missing = [name for name in needed if cells.get(name) is None]
    if missing:
        raise _RowUnusable(
            f"{_quoted(missing)} {'are' if len(missing) > 1 else 'is'} missing",
            "every row has a reply (which may be empty), and choices, or a question and an answer",
        )
    name = str(line) if cells.get("id") is None else _text(cells, "id").strip()
    if not name:
        raise _RowUnusable("the id is empty", "give each row an id of its own")
    if name in seen:
        raise _RowUnusable(
            f"the id `{name}` stands on line {seen[name]}, too",
            "give each row an id of its own",
        )
    seen[name] = line
    # Thousands of replies answer a few questions, and the matcher prepares each question once.
    asked = repr([cells.get(column) for column in _ASKED])
    if asked not in questions:
        if len(questions) > 10_000:
            questions.clear()
        questions[asked] = _question(cells)
    question = questions[asked]
    takes = _readings(cells, "takes", question)
    if len(takes) > 1:
        raise _RowUnusable("`takes` has several choices", f"write one choice, or {_NO_CHOICE}")
    judges = _readings(cells, "judges", question)
    return TableReply(
        line, name, question, _text(cells, "reply"), takes[0] if takes else None, judges
    )


_NO_CHOICE = "none"


def _readings(cells: Cells, column: str, question: Question) -> tuple[str, ...]:
    """The choices that were read in a reply, by their words; empty for `none`, unless a choice is
    called so in the same letters.
    """
    choices = list(question.options)
    items = _items(cells, column) if choices else []
    return tuple(
        "" if one.casefold() == _NO_CHOICE and one not in choices else _choice(column, one, choices)
        for one in items
    )


def _text(cells: Cells, column: str) -> str:
    value = cells.get(column)
    if isinstance(value, bool | int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if not isinstance(value, str):
        raise _RowUnusable(f"`{column}` is no text", f"write `{column}` as one text")
    return value


def _items(cells: Cells, column: str) -> list[str]:
    """The items of a list: of a JSON list, or of a text with `|` between them."""
    value = cells.get(column)
    if value is None:
        return []
    if isinstance(value, list):
        texts = [_text({column: one}, column) for one in value]
    elif column == "choices":
        texts = choices_in(_text(cells, column))
    else:
        texts = _text(cells, column).split("|")
    return [text for text in (" ".join(one.split()) for one in texts) if text]


def _question(cells: Cells) -> Question:
    choices = unlettered(_items(cells, "choices"))
    text = "" if cells.get("question") is None else _text(cells, "question").strip()
    if len(choices) == 1:
        raise _RowUnusable("there is only one choice", "write all choices, with | between them")
    if not (text or choices):
        raise _RowUnusable("the question is empty", "write what was asked")
    answer = [_choice("answer", one, choices) for one in _items(cells, "answer")]
    wrong = [_choice("wrong", one, choices) for one in _items(cells, "wrong")]
    if not (answer or choices):
        raise _RowUnusable(
            "the answer is empty", "write what is right; there is nothing to compare with"
        )
    both = [one for one in answer if one in wrong]
    if both:
        raise _RowUnusable(
            f"`{both[0]}` is both the answer and wrong", "take it out of one of them"
        )
    named = "" if cells.get("kind") is None else plain(_text(cells, "kind"))
    item = named == QuestionKind.ITEM or (choices and not named)
    kind = QuestionKind.ITEM if item else QuestionKind.TEST
    return collected_question(text, choices, answer, wrong, _also(cells, answer, wrong), kind=kind)


def _choice(column: str, said: str, choices: list[str]) -> str:
    """The choice that an answer names by its words, or by its letter."""
    if not choices:
        return said
    same = said.casefold()
    for one in choices:
        if same == one.casefold():
            return one
    bare = LETTERED.sub("", said, count=1).casefold()
    for one in choices:
        if bare == one.casefold():
            return one
    letter = same.strip("(). :")
    if len(letter) == 1 and 0 <= ord(letter) - ord("a") < len(choices):
        return choices[ord(letter) - ord("a")]
    raise _RowUnusable(
        f"`{said}` under `{column}` is none of the choices",
        f"the choices are: {' | '.join(choices)}",
    )


def _also(cells: Cells, answer: list[str], wrong: list[str]) -> dict[str, tuple[str, ...]]:
    """Other words for the answer, or for `WORD` where it says `WORD = other words`."""
    value = cells.get("also")
    if isinstance(value, dict):
        pairs = [
            (str(word), other)
            for word, others in value.items()
            for other in _items({"also": others}, "also")
        ]
    else:
        pairs = []
        for item in _items(cells, "also"):
            word, sign, other = (part.strip() for part in item.partition("="))
            pairs.append((word, other) if sign else ("", item))
    found: dict[str, tuple[str, ...]] = {}
    known = {one.casefold(): one for one in (*answer, *wrong)}
    for word, other in pairs:
        if not word and len(answer) > 1:
            raise _RowUnusable(
                f"`{other}` under `also` may stand for any of {len(answer)} answers",
                f"say which: {answer[0]} = {other}",
            )
        if word and word.casefold() not in known:
            raise _RowUnusable(
                f"`{word}` under `also` is neither an answer nor wrong",
                f"there are: {' | '.join((*answer, *wrong))}",
            )
        meant = known[word.casefold()] if word else answer[0]
        found[meant] = (*found.get(meant, ()), other)
    return found


LETTERED = re.compile(r"\s*(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s+(?=\S)")
_LETTER = re.compile(r"(?:(?<=\s)|^)(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s+(?=\S)")
_LONGEST = 20_000
"""Characters; no list of choices is longer."""


def choices_in(cell: str) -> list[str]:
    """The choices in a cell, with their letters if they have any."""
    text = cell.strip()
    if text.startswith("[") and text.endswith("]") and len(text) < _LONGEST:
        told = _listed(text)
        if told is not None:
            return told
    if "|" in text:
        return text.split("|")
    return text.split("\n") if "\n" in text else _on_one_line(text)


def _listed(text: str) -> list[str] | None:
    """The texts of a list as JSON or Python writes it; None for any other text."""
    for parse in (json.loads, ast.literal_eval):
        try:
            told = parse(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(told, list) and all(isinstance(one, str | int | float) for one in told):
            return [str(one) for one in told]
    return None


def _on_one_line(text: str) -> list[str]:
    """The choices of `A. Red B. Blue`, each with its letter; the text alone if it is no such."""
    found = list(_LETTER.finditer(text))
    letters = "".join((one[1] or one[2]).upper() for one in found)
    if len(found) < 2 or letters != LABELS[: len(found)] or found[0].start() > 0:
        return [text]
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [text[one.start() : end] for one, end in zip(found, ends, strict=True)]


def unlettered(choices: list[str]) -> list[str]:
    """The choices without their letters, where all have one and these are A, B, C, ..."""
    found = [LETTERED.match(choice) for choice in choices]
    letters = "".join((one[1] or one[2]).upper() for one in found if one is not None)
    if len(choices) > 1 and letters == LABELS[: len(choices)]:
        return [choice[one.end() :] for choice, one in zip(choices, found, strict=True) if one]
    return choices
