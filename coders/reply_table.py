"""Replies from anywhere in a table: what was asked, what is right, and what was said.

CSV or JSON lines. Rows are read one by one, so that a file may be larger than memory. A list in a
CSV cell has `|` between its items: commas and semicolons are common in answers, and a cell of
several lines is hard to type. JSON lines have real lists.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from coders.matching.vocabulary import NUMBERS
from coders.statistics.table import TableUnusable
from dsl.experiment import IfFailed, Order, Quantity, Scorer
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Clause, Key, Phrase, Question

NEEDED = ("id", "question", "answer", "reply")
COLUMNS = ("id", "question", "choices", "answer", "also", "wrong", "reply")
"""Every column that is read; others are left alone."""

LONGEST_FIELD = 1 << 24
"""Characters in one CSV field; Python's own limit is far below what a reply may have."""

_LISTED = ("choices", "answer", "also", "wrong")
_LETTERED = re.compile(r"\s*(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s+(?=\S)")


@record
class TableReply:
    """A reply and the question it answers; `line` is where its row begins."""

    line: int
    id: str
    question: Question
    reply: str


class ReplyTable:
    """The rows of a table, read as they are asked for.

    `unused` names the columns that mean nothing here, known when all rows have been read. Iterating
    gives a TableReply, or for a row that cannot be used the TableUnusable that says why. It raises
    TableUnusable where no row after it can be read.
    """

    def __init__(self, lines: Iterable[str], *, json_lines: bool) -> None:
        """`lines` with their line ends (`open(..., newline="")`)."""
        self._lines, self._json = lines, json_lines
        self._unused: dict[str, None] = {}

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of columns that were left alone."""
        return tuple(self._unused)

    def __iter__(self) -> Iterator[TableReply | TableUnusable]:
        seen: dict[str, int] = {}
        questions: dict[str, Question] = {}
        some = False
        for line, found in _json_rows(self._lines) if self._json else _csv_rows(self._lines):
            some = True
            if isinstance(found, TableUnusable):
                yield found
                continue
            self._unused.update(dict.fromkeys(n for n in found if n and n not in COLUMNS))
            try:
                yield _row(line, found, seen, questions)
            except TableUnusable as fault:
                yield fault
        if not some:
            raise TableUnusable("the table has no rows", 0, "give each reply a row of its own")


Cells = Mapping[str, object]
"""Column -> what stands there: text, or in JSON lines whatever was written."""


def _csv_rows(lines: Iterable[str]) -> Iterator[tuple[int, Cells | TableUnusable]]:
    source = enumerate(lines, start=1)
    begins, header = next(((n, line) for n, line in source if line.strip("\ufeff \t\r\n")), (0, ""))
    header = header.removeprefix("\ufeff")
    if not header:
        raise TableUnusable("the table is empty", 0, f"its first line is {','.join(COLUMNS)}")
    delimiter = max(",;\t", key=lambda sign: _known(header, sign))
    csv.field_size_limit(LONGEST_FIELD)
    names = [_plain(name) for name in next(csv.reader([header], delimiter=delimiter), [])]
    _see_header(names, begins)
    reader = csv.reader(_without_nul(line for _, line in source), delimiter=delimiter, strict=True)
    start = begins + 1
    while True:
        try:
            values = next(reader, None)
        except csv.Error as fault:
            raise TableUnusable(
                "a quote is opened and never closed, or something follows a closing quote"
                if "expected after" in str(fault) or "unexpected end" in str(fault)
                else f"the row cannot be read: {fault}",
                start,
                'put quotes around the whole field, and write a quote inside it twice: "a ""b"" c"',
            ) from fault
        if values is None:
            return
        line, start = start, begins + reader.line_num + 1
        if not any(value.strip() for value in values):
            continue
        if len(values) != len(names):
            yield (
                line,
                TableUnusable(
                    f"the row has {len(values)} fields, and the header has {len(names)}",
                    line,
                    "put quotes around a field that holds a comma or a line break",
                ),
            )
            continue
        yield line, dict(zip(names, values, strict=True))


def _without_nul(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        # The csv module of Python 3.11 and later reads NUL, and no spreadsheet writes it.
        yield line.replace("\x00", "\N{SYMBOL FOR NULL}")


def _json_rows(lines: Iterable[str]) -> Iterator[tuple[int, Cells | TableUnusable]]:
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff") if number == 1 else line
        if number == 1 and text.lstrip().startswith("["):
            raise TableUnusable(
                "this is one JSON list, and not JSON lines",
                1,
                "write each reply as a JSON object on a line of its own",
            )
        if not text.strip():
            continue
        try:
            row = json.loads(text.strip())
        except (ValueError, RecursionError) as fault:
            where = f" (column {fault.colno})" if isinstance(fault, json.JSONDecodeError) else ""
            yield (
                number,
                TableUnusable(
                    f"this is no JSON{where}", number, "write one whole JSON object on each line"
                ),
            )
            continue
        if not isinstance(row, dict):
            yield number, _needs_object(number)
            continue
        yield number, {_plain(str(name)): value for name, value in row.items()}


def _needs_object(line: int) -> TableUnusable:
    return TableUnusable(
        "this is no JSON object", line, 'write {"id": ..., "question": ..., ...} on each line'
    )


def _see_header(names: list[str], line: int) -> None:
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise TableUnusable(f"there are two columns `{twice[0]}`", line, "keep one of them")
    missing = [name for name in NEEDED if name not in names]
    if missing:
        several = len(missing) > 1
        raise TableUnusable(
            f"the column{'s' if several else ''} {_and(missing)} {'are' if several else 'is'} "
            "missing",
            line,
            f"the header is {','.join(COLUMNS)}; choices, also and wrong may be left out",
        )


def _and(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def _known(header: str, delimiter: str) -> int:
    return sum(_plain(name.strip().strip('"')) in COLUMNS for name in header.split(delimiter))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _row(
    line: int, cells: Cells, seen: dict[str, int], questions: dict[str, Question]
) -> TableReply:
    missing = [name for name in NEEDED if cells.get(name) is None]
    if missing:
        raise TableUnusable(
            f"{_and(missing)} {'are' if len(missing) > 1 else 'is'} missing",
            line,
            "every row has an id, a question, an answer and a reply (which may be empty)",
        )
    name = _text(line, cells, "id").strip()
    if not name:
        raise TableUnusable("the id is empty", line, "give each row an id of its own")
    if name in seen:
        raise TableUnusable(
            f"the id `{name}` stands on line {seen[name]}, too",
            line,
            "give each row an id of its own",
        )
    seen[name] = line
    # Thousands of replies answer a few questions, and the matcher prepares each question once.
    asked = repr([cells.get(column) for column in COLUMNS[1:-1]])
    if asked not in questions:
        if len(questions) > 10_000:
            questions.clear()
        questions[asked] = _question(line, cells)
    return TableReply(line, name, questions[asked], _text(line, cells, "reply"))


def _text(line: int, cells: Cells, column: str) -> str:
    value = cells.get(column)
    if isinstance(value, bool | int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if not isinstance(value, str):
        raise TableUnusable(f"`{column}` is no text", line, f"write `{column}` as one text")
    return value


def _items(line: int, cells: Cells, column: str) -> list[str]:
    """The items of a list: of a JSON list, or of a text with `|` between them."""
    value = cells.get(column)
    if value is None:
        return []
    if isinstance(value, list):
        texts = [_text(line, {column: one}, column) for one in value]
    else:
        texts = _text(line, cells, column).split("|")
    return [text for text in (" ".join(one.split()) for one in texts) if text]


def _question(line: int, cells: Cells) -> Question:
    text = _text(line, cells, "question").strip()
    if not text:
        raise TableUnusable("the question is empty", line, "write what was asked")
    choices = _unlettered(_items(line, cells, "choices"))
    answer = [_choice(line, "answer", one, choices) for one in _items(line, cells, "answer")]
    wrong = [_choice(line, "wrong", one, choices) for one in _items(line, cells, "wrong")]
    if not answer:
        raise TableUnusable(
            "the answer is empty", line, "write what is right; there is nothing to compare with"
        )
    both = [one for one in answer if one in wrong]
    if both:
        raise TableUnusable(
            f"`{both[0]}` is both the answer and wrong", line, "take it out of one of them"
        )
    also = _also(line, cells, answer, wrong)
    numbers = not choices and all(_is_number(one) for one in (*answer, *wrong))

    def phrases(texts: list[str]) -> tuple[Phrase, ...]:
        return tuple(Phrase(one, (one, *also.get(one, ()))) for one in texts)

    return Question(
        kind=QuestionKind.TEST,
        name="",
        form="",
        text=text,
        options=tuple(choices),
        order=Order.FIXED,
        rating=None,
        labels=(),
        key=Key(
            answer=(Clause(Quantity.ANY, phrases(answer)),),
            wrong=phrases(wrong),
            half=(),
            scorer=Scorer.NUMBER if numbers else Scorer.CHOICE if choices else Scorer.MATCH,
            candidates=0,
            right=0,
        ),
        worth=Fraction(1),
        guards=(),
        if_failed=IfFailed.SCORE_ZERO,
        keep=None,
    )


def _is_number(text: str) -> bool:
    return text.isdecimal() or text.casefold() in NUMBERS


def _unlettered(choices: list[str]) -> list[str]:
    """The choices without their letters, where all have one and these are A, B, C, ..."""
    found = [_LETTERED.match(choice) for choice in choices]
    letters = "".join((one[1] or one[2]).upper() for one in found if one is not None)
    if len(choices) > 1 and letters == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(choices)]:
        return [choice[one.end() :] for choice, one in zip(choices, found, strict=True) if one]
    return choices


def _choice(line: int, column: str, said: str, choices: list[str]) -> str:
    """The choice that an answer names by its words, or by its letter."""
    if not choices:
        return said
    same = said.casefold()
    for one in choices:
        if same == one.casefold():
            return one
    bare = _LETTERED.sub("", said, count=1).casefold()
    for one in choices:
        if bare == one.casefold():
            return one
    letter = same.strip("(). :")
    if len(letter) == 1 and 0 <= ord(letter) - ord("a") < len(choices):
        return choices[ord(letter) - ord("a")]
    raise TableUnusable(
        f"`{said}` under `{column}` is none of the choices",
        line,
        f"the choices are: {' | '.join(choices)}",
    )


def _also(
    line: int, cells: Cells, answer: list[str], wrong: list[str]
) -> dict[str, tuple[str, ...]]:
    """Other words for the answer, or for `WORD` where it says `WORD = other words`."""
    value = cells.get("also")
    if isinstance(value, dict):
        pairs = [
            (str(word), other)
            for word, others in value.items()
            for other in _items(line, {"also": others}, "also")
        ]
    else:
        pairs = []
        for item in _items(line, cells, "also"):
            word, sign, other = (part.strip() for part in item.partition("="))
            pairs.append((word, other) if sign else ("", item))
    found: dict[str, tuple[str, ...]] = {}
    known = {one.casefold(): one for one in (*answer, *wrong)}
    for word, other in pairs:
        if not word and len(answer) > 1:
            raise TableUnusable(
                f"`{other}` under `also` may stand for any of {len(answer)} answers",
                line,
                f"say which: {answer[0]} = {other}",
            )
        if word and word.casefold() not in known:
            raise TableUnusable(
                f"`{word}` under `also` is neither an answer nor wrong",
                line,
                f"there are: {' | '.join((*answer, *wrong))}",
            )
        meant = known[word.casefold()] if word else answer[0]
        found[meant] = (*found.get(meant, ()), other)
    return found
