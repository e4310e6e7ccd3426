"""Rows of a file that hold for levels: conditions, waves, and the items of a questionnaire.

Each becomes what could have been written in the script: a factor, lets and items. Nobody above
needs to know that they come from a file. Cells are literal; braces in them are braces.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import PurePosixPath
from typing import Any

from dsl import faults as kinds
from dsl import tree
from dsl.checking.naming import closest
from dsl.diagnostic import Fault, Pointer, Span
from dsl.experiment import wave_level
from dsl.files.bank_items import DataFile
from dsl.files.data_rows import DataRow, literal
from dsl.files.source import Source
from dsl.record import replace
from dsl.words import and_list, folded

ALL_OF = "all of"
"""`{all of NAME}` is every column of the row, a line each."""

MOST_FAULTS = 10
"""So many faults of one file are reported; more are most often one slip, made throughout."""
MOST_NAMED = 3
"""So many missing waves or items are named in a fault, and how many more there are."""

EMPTY_WAVE = ("this wave has no text", "write what is shown in it, or leave the wave out")
"""What is wrong with a wave that shows nothing, and what to do."""

LONGEST_NAME = 200
_NAME = re.compile(rf"\S[^\n]{{0,{LONGEST_NAME - 1}}}")
_ITEM_NAME = re.compile(r"[^\s:#{}(),][^:{}(),\n]{0,99}")
_REVERSED, _NOT_REVERSED = ("reversed", "yes", "true", "1"), ("", "no", "false", "0")

Rows = list[tuple[tuple[str, ...], tree.Prose]]


def words(text: str, span: Span) -> tree.Prose:
    """A cell as words."""
    return tree.Prose((literal(text, span),), span)


class LevelRows:
    """One file whose rows hold for levels of these conditions; `own` are its other columns with a
    meaning, each with what it holds.
    """

    def __init__(
        self,
        file: DataFile,
        path: tree.Name,
        conditions: Iterable[tree.FactorNode] = (),
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.file = file
        self.path = path
        self.faults: list[Fault] = []
        known = {folded(one.name.text): one for one in conditions}
        columns = {folded(column): column for column in file.rows.columns}
        self.own = {name: columns.get(name, "") for name in own or {}}
        self.named = {
            column: known[name]
            for name, column in columns.items()
            if name in known and name not in self.own
        }
        self._levels = {
            column: {folded(level.name.text): level.name.text for level in factor.levels}
            for column, factor in self.named.items()
        }
        self.others = [
            column
            for name, column in columns.items()
            if column not in self.named and name not in self.own
        ]
        for name, holds in (own or {}).items():
            if not self.own[name] and holds:
                self.add(
                    kinds.waves.ColumnMissing(
                        span=path.span, file=file.path, name=name, holds=holds
                    )
                )

    @property
    def factors(self) -> tuple[str, ...]:
        """The conditions whose levels the rows name."""
        return tuple(one.name.text for one in self.named.values())

    def add(self, fault: Fault) -> None:
        """Reports a fault, up to MOST_FAULTS of one file."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)

    def broken(self, row: DataRow, what: str, instead: str) -> None:
        """Reports a row that cannot be used."""
        self.add(kinds.data_files.DataBroken(span=self.file.span(row), what=what, instead=instead))

    def cell(self, row: DataRow, column: str) -> str:
        """The text of a cell, empty where there is none; another value is reported."""
        found = row.cells.get(column)
        if found is None or isinstance(found, str):
            return found or ""
        self.broken(row, f"`{column}` is not text", "write a text or a number")
        return ""

    def name(self, row: DataRow, column: str, shape: re.Pattern[str] = _NAME) -> tree.Name | None:
        """The cell as a name; None after reporting why it is none."""
        found = " ".join(self.cell(row, column).split())
        if shape.fullmatch(found):
            return tree.Name(found, self.file.span(row))
        what = (
            f"`{column}` is `{found}`, which cannot be a name" if found else f"`{column}` is empty"
        )
        self.broken(row, what, f"write a name of at most {LONGEST_NAME} characters")
        return None

    def levels(self, row: DataRow) -> tuple[str, ...] | None:
        """The levels that a row names; None after reporting an unknown one."""
        found = []
        for column, factor in self.named.items():
            said = " ".join(self.cell(row, column).split())
            known = self._levels[column]
            if folded(said) not in known:
                self.add(
                    kinds.waves.LevelOfNoFile(
                        span=self.file.span(row), name=said, factor=factor.name.text,
                        known=tuple(known.values()), close=closest(said, known.values()),
                    )
                )  # fmt: skip
                return None
            found.append(known[folded(said)])
        return tuple(found)

    def is_first(self, seen: dict[Any, DataRow], key: object, row: DataRow, what: str) -> bool:
        """Whether no row before this one is for the same; reports it otherwise."""
        first = seen.setdefault(key, row)
        if first is not row:
            pointers = (Pointer(self.file.span(first), "this row"),)
            span = self.file.span(row)
            self.add(kinds.waves.RowTwice(span=span, what=what, pointers=pointers))
        return first is row

    def refuse_missing(
        self, each: str, names: Mapping[Any, str], seen: Container[tuple[Any, tuple[str, ...]]]
    ) -> None:
        """Reports the waves or items without a row at some combination of levels."""
        for levels in product(*[known.values() for known in self._levels.values()]):
            gone = [name for key, name in names.items() if (key, levels) not in seen]
            if not gone:
                continue
            more = len(gone) - MOST_NAMED
            shown = [*gone[:MOST_NAMED], f"{more} more"] if more > 1 else gone
            what = _at(f"{each}{'s' if len(gone) > 1 else ''} {and_list(shown)}", levels)
            self.add(
                kinds.waves.RowMissing(
                    span=self.path.span, file=self.file.path, what=what, each=each
                )
            )


def _at(what: str, levels: Sequence[str]) -> str:
    """`wave 3 of health`."""
    return f"{what} of {', '.join(levels)}" if levels else what


def _lets(lets: Mapping[str, Rows], factors: tuple[str, ...], span: Span) -> Iterator[tree.LetRows]:
    """Lets whose words differ by the levels of these factors."""
    for name, rows in lets.items():
        yield tree.LetRows(tree.Name(name, span), factors, tuple(rows), span)


def factor_of(item: tree.FactorFrom, rows: LevelRows) -> list[tree.TopItem]:
    """A condition with a level for each row, and a let for each column."""
    columns = rows.file.rows.columns
    first: dict[str, DataRow] = {}
    levels: list[tree.LevelNode] = []
    lets: dict[str, Rows] = {column: [] for column in columns}
    whole: Rows = []
    for row in rows.file.rows.rows:
        name = rows.name(row, columns[0])
        if name is None:
            continue
        if not rows.is_first(first, folded(name.text), row, f"`{name.text}`"):
            continue
        levels.append(tree.LevelNode(name, (), name.span))
        cells = {column: rows.cell(row, column) for column in columns}
        for column, text in cells.items():
            lets[column].append(((name.text,), words(text, name.span)))
        lines = "\n".join(f"{column}: {text}" for column, text in cells.items() if text)
        whole.append(((name.text,), words(lines, name.span)))
    lets[f"{ALL_OF} {item.name.text}"] = whole
    kind = tree.FactorKind.CONDITIONS
    return [
        tree.FactorNode(kind, item.name, tuple(levels), None, item.span, from_file=True),
        *_lets(lets, (item.name.text,), item.path.span),
    ]


def waves_of(item: tree.WavesNode, rows: LevelRows) -> list[tree.TopItem]:
    """The waves of a table: a factor, a let for each column, and the statement that was read."""
    seen: dict[tuple[int, tuple[str, ...]], DataRow] = {}
    columns = [rows.own["text"], *rows.others]
    lets: dict[str, Rows] = {column: [] for column in columns}
    spans: dict[int, Span] = {}
    for row in rows.file.rows.rows:
        said = rows.cell(row, rows.own["wave"]).strip()
        levels = rows.levels(row)
        if not re.fullmatch(r"[0-9]{1,4}", said) or int(said) == 0:
            instead = "write a whole number from 1; wave 0 is before anything is shown"
            rows.broken(row, f"the wave is `{said}`", instead)
            continue
        if levels is None:
            continue
        number = int(said)
        if not rows.is_first(seen, (number, levels), row, _at(wave_level(number), levels)):
            continue
        if not rows.cell(row, columns[0]).strip():
            rows.broken(row, *EMPTY_WAVE)
        spans.setdefault(number, rows.file.span(row))
        for column in columns:
            text = words(rows.cell(row, column), rows.file.span(row))
            lets[column].append(((*levels, wave_level(number)), text))
    rows.refuse_missing("wave", {number: str(number) for number in sorted(spans)}, seen)
    if not spans or rows.faults:
        return []
    return _waves(item, spans, rows.factors, lets)


def waves_of_texts(item: tree.WavesNode, texts: Sequence[Source]) -> list[tree.TopItem]:
    """The waves of a folder, a file each, numbered from 1 in this order."""
    spans: dict[int, Span] = {}
    lets: dict[str, Rows] = {"text": []}
    for number, one in enumerate(texts, start=1):
        lines = one.text.split("\n")
        spans[number] = Span(one.file, 1, 1, 1, len(lines[0]) + 1)
        found = tree.Prose((literal(one.text.strip(), spans[number]),), spans[number])
        lets["text"].append(((wave_level(number),), found))
    return _waves(item, spans, (), lets)


def _waves(
    item: tree.WavesNode,
    spans: Mapping[int, Span],
    factors: tuple[str, ...],
    lets: Mapping[str, Rows],
) -> list[tree.TopItem]:
    before = () if any(isinstance(one, tree.WithoutWave) for one in item.items) else (0,)
    numbers = (*before, *sorted(spans))
    levels = tuple(
        tree.LevelNode(
            tree.Name(wave_level(number), spans.get(number, item.name.span)), (), item.span
        )
        for number in numbers
    )
    factor = tree.FactorNode(
        tree.FactorKind.VERSIONS, item.name, levels, None, item.span, from_file=True
    )
    made = _lets(lets, (*factors, item.name.text), item.path.span)
    return [factor, *made, replace(item, numbers=numbers, slots=tuple(lets))]


def items_of(name: tree.Name, rows: LevelRows) -> tuple[list[tree.ItemNode], list[tree.LetRows]]:
    """The items of a questionnaire, and lets for the words of those that differ by level."""
    columns = rows.own
    seen: dict[tuple[str, tuple[str, ...]], DataRow] = {}
    found: dict[str, tuple[tree.Name, bool, Rows]] = {}
    for row in rows.file.rows.rows:
        item = rows.name(row, columns["item"], _ITEM_NAME)
        levels = rows.levels(row)
        if item is None or levels is None:
            continue
        key = folded(item.text)
        if not rows.is_first(seen, (key, levels), row, _at(f"item `{item.text}`", levels)):
            continue
        text = rows.cell(row, columns["words"])
        if not text.strip():
            rows.broken(row, "`words` is empty", "write the words of the item")
        turned = _turned(rows, row)
        first, known, parts = found.setdefault(key, (item, turned, []))
        if known != turned:
            what = f"item `{first.text}` is reversed in some rows only"
            rows.broken(row, what, "write the same in each row of an item")
        parts.append((levels, words(text, item.span)))
    rows.refuse_missing("item", {key: f"`{one[0].text}`" for key, one in found.items()}, seen)
    items: list[tree.ItemNode] = []
    lets: list[tree.LetRows] = []
    for item, turned, parts in found.values():
        said = parts[0][1]
        if rows.named:
            let = f"{name.text} {item.text}"
            line = tree.ProseLine((tree.Brace(let, item.span),), False, False, item.span)
            said = tree.Prose((line,), item.span)
            lets += _lets({let: parts}, rows.factors, item.span)
        items.append(tree.ItemNode(item, turned, said, item.span))
    return items, lets


def _turned(rows: LevelRows, row: DataRow) -> bool:
    """Whether an item is reversed."""
    column = rows.own["reversed"]
    said = folded(rows.cell(row, column)) if column else ""
    if said not in (*_REVERSED, *_NOT_REVERSED):
        rows.broken(row, f"`{column}` is `{said}`", "write `yes`, or leave the cell empty")
    return said in _REVERSED


def is_text(path: str) -> bool:
    """Whether the files of a path are texts, and no tables."""
    return PurePosixPath(path).suffix.lower() in (".md", ".txt")
