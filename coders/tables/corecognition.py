"""The questions of CoreCognition as its authors publish them: CoreCognition.csv beside a folder of
pictures and videos, or the table of VLMEvalKit, which holds pictures in base64.

Every row becomes an item or a fault that names its row and column. Media are named here, and read
by whoever has the folder. Choices are a Python dict in a cell: it is parsed as a literal, in which
`nan` is no choice, and never evaluated.
"""

from __future__ import annotations

import ast
import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from dsl.files.csv_reader import CsvTable, TableFault, TableKind, doubled, plain
from dsl.files.data_rows import UNSEEN
from dsl.record import record, replace
from dsl.words import LABELS, and_list, counted

T = TypeVar("T")
_CSV = ("id", "concept", "stage", "type", "question", "images", "videos", "answer", "choices")
_TSV = ("index", "image", "question", "answer", "category", "l2-category", "question_type")
EXAMPLE = ",".join(_CSV)
_KIND = TableKind((*_CSV, *_TSV), EXAMPLE, "question", exact=False)
_OPEN, _CHOSEN = ("TF", "YORN"), ("MC", "MCQ")
_FILL = "fill the cell"
_NOTHING = ("", "nan", "none", "null", "[]")
_NO_CHOICE = ("", "nan")
_PLACEHOLDER = re.compile(r"<\s*(?P<kind>image|video)-placeholder\s*:\s*(?P<name>[^<>]*?)\s*>")
_BROKEN_PLACEHOLDER = re.compile(r"<\s*(?:image|video)-?placeholder", re.IGNORECASE)
_OUR_MARK = re.compile(r"\[picture [0-9]+\]")
_OPTION = re.compile(r"(?:^|(?<=\s))\(?(?P<letter>[A-Z])[.):]\s+")
_HEADING = re.compile(r"\s*(?:options|choices)\s*:?\s*$", re.IGNORECASE)
_REFERENCE = 64
"""A cell of base64 that is no longer names the row whose picture it has (VLMEvalKit)."""


@record
class Medium:
    """A picture or video of an item: the name of its file, or its bytes."""

    name: str
    video: bool = False
    data: bytes = b""


@record
class CoreItem:
    """A question. `parts` are its words and, as numbers from 0, the media that stand between them;
    `spare` are pictures that no placeholder names. `choices` are empty for yes or no; `answer` is
    one of them, or yes or no. One that is not `sound` has faults, which come before it, and holds
    what could be read.
    """

    row: int
    line: int
    id: str
    concept: str
    stage: str
    parts: tuple[str | int, ...]
    media: tuple[Medium, ...]
    spare: tuple[Medium, ...]
    choices: tuple[str, ...]
    answer: str
    sound: bool = True

    def fault(self, column: str, what: str, instead: str) -> TableFault:
        """What is wrong with one of its cells."""
        return TableFault(self.line, f"row {self.row}, column `{column}`: {what}", instead)


_Words = tuple[tuple[str | int, ...], tuple[Medium, ...]]
"""The parts of a question and its media."""


class _Wrong(Exception):
    """A cell that cannot be used: its column, what is wrong, and what to write instead."""

    def __init__(self, column: str, what: str, instead: str) -> None:
        super().__init__(what)
        self.column, self.what, self.instead = column, what, instead


def core_items(lines: Iterable[str]) -> Iterator[CoreItem | TableFault]:
    """The items of a table, each after its faults; `lines` with their ends.

    Where no row can be read, the fault of the header comes alone.
    """
    table = CsvTable(lines, _KIND)
    names = [plain(name) for name in table.header.fields]
    wanted = _TSV if "l2-category" in names else _CSV
    odd = doubled(names, table.header.line)
    missing = [f"`{one}`" for one in wanted if one not in names and one not in ("images", "videos")]
    if names and missing:
        told = f"there is no column {and_list(missing)}"
        odd.append(TableFault(table.header.line, told, f"the header is {','.join(wanted)}"))
    if odd:
        yield from odd
        return
    seen: dict[str, int] = {}
    stages: dict[str, tuple[str, int]] = {}
    encoded: dict[str, bytes] = {}
    for number, row in enumerate(table, start=1):
        if isinstance(row, TableFault):
            yield TableFault(row.line, f"row {number}: {row.message}", row.help)
            continue
        cells = dict(zip(names, (one.strip() for one in row.fields), strict=False))
        read = _Row(number, row.line, cells, encoded, [])
        item = read.published() if wanted is _CSV else read.of_vlmevalkit()
        read.check_once(item, seen, stages)
        yield from (item.fault(one.column, one.what, one.instead) for one in read.wrong)
        yield replace(item, sound=not read.wrong)


@record
class _Row:
    """One row by the names of its columns; `encoded` are the pictures of rows before it, and
    `wrong` is what was found so far that cannot be used.
    """

    number: int
    line: int
    cells: Mapping[str, str]
    encoded: dict[str, bytes]
    wrong: list[_Wrong]

    def _kept(self, read: Callable[[], T], otherwise: T) -> T:
        """What is read, or `otherwise` after noting what is wrong."""
        try:
            return read()
        except _Wrong as wrong:
            self.wrong.append(wrong)
            return otherwise

    def published(self) -> CoreItem:
        """A row of CoreCognition.csv."""
        nothing: _Words = ((), ())
        parts, media = self._kept(lambda: self._parts(self._text("question")), nothing)
        named = {_base(one.name) for one in media}
        spare = [Medium(one) for one in self._listed("images") if _base(one) not in named]
        unplaced = [
            Medium(one, video=True) for one in self._listed("videos") if _base(one) not in named
        ]
        media = (*media, *unplaced)
        first = tuple(range(len(media) - len(unplaced), len(media)))
        choices = self._choices("type", self._options)
        shown = ((*first, *parts), media)
        return self._item(("id", "concept", "stage"), shown, choices, tuple(spare))

    def of_vlmevalkit(self) -> CoreItem:
        """A row of the table of VLMEvalKit, whose options are columns or stand in the question."""
        words = self._kept(lambda: self._text("question"), "")
        columns = {
            letter: self.cells[letter.lower()]
            for letter in LABELS
            if self.cells.get(letter.lower(), "").casefold() not in _NO_CHOICE
        }

        def options() -> dict[str, str]:
            nonlocal words
            if columns or not words:
                return columns
            words, found = self._in_question(words)
            return found

        choices = self._choices("question_type", options)
        data = self._kept(self._decoded, b"")
        media: tuple[Medium, ...] = ()
        if data:
            media = (Medium("its picture", data=data),)
            self.encoded[self.cells["index"]] = data
        shown: _Words = ((*range(len(media)), words) if words else (), media)
        return self._item(("index", "l2-category", "category"), shown, choices)

    def _decoded(self) -> bytes:
        """The picture in base64, or that of a row before."""
        cell = self._text("image")
        known = self.encoded.get(cell) if len(cell) <= _REFERENCE else None
        if known is not None:
            return known
        try:
            return base64.b64decode("".join(cell.split()), validate=True)
        except ValueError:
            raise _Wrong(
                "image",
                f"`{cell[:20]}…` is neither base64 nor the index of a row with a picture before it",
                "take the table as it was published",
            ) from None

    def _choices(self, column: str, options: Callable[[], dict[str, str]]) -> dict[str, str] | None:
        """The choices by letter, none for yes or no; None where they are not known."""
        kind = self._kept(lambda: self._kind(column), "")
        if kind in _OPEN:
            return {}
        return self._kept(options, None) if kind else None

    def _item(
        self,
        columns: tuple[str, str, str],
        shown: _Words,
        choices: Mapping[str, str] | None,
        spare: tuple[Medium, ...] = (),
    ) -> CoreItem:
        """The item; `columns` are those of its id, concept and stage."""
        parts, media = shown
        words = "".join(one for one in parts if isinstance(one, str))
        if parts and not words.strip():
            self.wrong.append(_Wrong("question", "has no words beside its media", _FILL))
        answer = "" if choices is None else self._kept(lambda: self._answer(choices), "")
        name, concept, held = (self._kept(partial(self._text, one), "") for one in columns)
        return CoreItem(
            self.number, self.line, name, concept,
            held.removeprefix("Stage").strip().casefold() or held,
            parts, media, spare, tuple((choices or {}).values()), answer,
        )  # fmt: skip

    def _answer(self, choices: Mapping[str, str]) -> str:
        answer = self._text("answer").upper().rstrip(".")
        if choices and answer not in choices:
            told = f"the answer `{answer}` is none of the choices {', '.join(choices)}"
            raise _Wrong("answer", told, "write the letter of a choice")
        if not choices and answer not in ("YES", "NO"):
            told = f"`{answer}` is neither YES nor NO, in a question of that type"
            raise _Wrong("answer", told, "write YES or NO")
        return choices[answer] if choices else answer.lower()

    def check_once(
        self, item: CoreItem, seen: dict[str, int], stages: dict[str, tuple[str, int]]
    ) -> None:
        """Notes where another row has the id, or its concept in another stage."""
        first = seen.setdefault(item.id, self.number) if item.id else self.number
        if first != self.number:
            column = "id" if "id" in self.cells else "index"
            told = f"`{item.id}` is that of row {first}"
            self.wrong.append(_Wrong(column, told, "give each row its own"))
        if not (item.concept and item.stage):
            return
        stage, at = stages.setdefault(item.concept.casefold(), (item.stage, self.number))
        if stage != item.stage:
            column = "stage" if "stage" in self.cells else "category"
            told = f"`{item.concept}` is in `{item.stage}` here, and in `{stage}` in row {at}"
            self.wrong.append(_Wrong(column, told, "put each concept into one stage"))

    def _text(self, column: str) -> str:
        text = self.cells.get(column, "")
        if _none(text):
            raise _Wrong(column, "is empty", _FILL)
        if odd := UNSEEN.search(text):
            raise _Wrong(column, f"has a control character (U+{ord(odd[0]):04X})", "remove it")
        return text

    def _kind(self, column: str) -> str:
        kind = self._text(column).upper()
        if kind not in (*_OPEN, *_CHOSEN):
            raise _Wrong(column, f"`{kind}` is no type of question", "write MC or TF")
        return kind

    def _listed(self, column: str) -> list[str]:
        cell = self.cells.get(column, "")
        return [] if _none(cell) else [one.strip() for one in cell.split(";") if one.strip()]

    def _parts(self, question: str) -> _Words:
        parts: list[str | int] = []
        media: list[Medium] = []
        last = 0
        for found in _PLACEHOLDER.finditer(question):
            if not found["name"]:
                raise _Wrong("question", "a placeholder names no file", "write its name")
            parts += (question[last : found.start()], len(media))
            media.append(Medium(found["name"], found["kind"] == "video"))
            last = found.end()
        parts.append(question[last:])
        words = "".join(one for one in parts if isinstance(one, str))
        if _BROKEN_PLACEHOLDER.search(words):
            told = "a placeholder is not closed, or has no colon"
            raise _Wrong("question", told, "write <image-placeholder: a.png>")
        if _OUR_MARK.search(words):
            told = "says `[picture 1]`, which devrun reads as the place of a picture"
            raise _Wrong("question", told, "write it in other words")
        return tuple(one for one in parts if one != ""), tuple(media)

    def _options(self) -> dict[str, str]:
        """The choices by letter, without those that are `nan`."""
        cell = self._text("choices")
        try:
            found = _literal(cell)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            told = f"`{cell[:30]}…` is no Python dict of choices"
            raise _Wrong("choices", told, "write {'A': 'one', 'B': 'two'}") from None
        options: dict[str, str] = {}
        for letter, one in found.items():
            words = "" if one is None else " ".join(str(one).split())
            if (
                not isinstance(letter, str)
                or letter not in {*LABELS}
                or isinstance(one, list | dict | tuple | set | bytes)
            ):
                told = f"`{letter}: {words[:30]}` is no choice with a letter"
                raise _Wrong("choices", told, "write {'A': 'one', 'B': 'two'}")
            if _BROKEN_PLACEHOLDER.search(words):
                told = f"choice {letter} is a picture, and choices are words here"
                raise _Wrong(
                    "choices", told, "name the picture in the question, and its place here"
                )
            if words.casefold() not in _NO_CHOICE:
                options[str(letter)] = words
        if len(options) < 2:
            told = f"has {counted(len(options), 'choice')}"
            raise _Wrong("choices", told, "write two or more")
        return options

    def _in_question(self, question: str) -> tuple[str, dict[str, str]]:
        """The question without the options that end it, and these."""
        marks: list[re.Match[str]] = []
        for found in _OPTION.finditer(question):
            if found["letter"] == "A":
                marks = [found]
            elif marks and found["letter"] == LABELS[len(marks)]:
                marks.append(found)
        if len(marks) < 2:
            raise _Wrong(
                "question", "no options are found in it",
                "put each on a line of its own, `A. one`, or into columns A to F",
            )  # fmt: skip
        ends = [*(one.start() for one in marks[1:]), len(question)]
        options = {
            mark["letter"]: " ".join(question[mark.end() : end].split())
            for mark, end in zip(marks, ends, strict=True)
        }
        return _HEADING.sub("", question[: marks[0].start()]).strip(), options


def _base(name: str) -> str:
    """The name of a file without its folders."""
    return name.replace("\\", "/").rpartition("/")[2]


def _none(cell: str) -> bool:
    """Whether a cell says nothing, as tables of other programs write that."""
    return cell.strip().casefold() in _NOTHING


class _WithoutNan(ast.NodeTransformer):
    """`nan`, which is no literal of Python, as None."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Constant(None), node) if node.id == "nan" else node


def _literal(cell: str) -> dict[object, object]:
    """A dict of literals. Raises ValueError or SyntaxError for anything else."""
    found = ast.literal_eval(_WithoutNan().visit(ast.parse(cell, mode="eval")))
    if not isinstance(found, dict):
        raise ValueError(cell)
    return found
