"""Rows of a data file: CSV, TSV, JSON (a list of objects) or JSON Lines (one object a line).

Cells are text as the file has it: a number is kept as it is written (`1.50`), and nothing is
filled in.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NoReturn

from dsl import tree
from dsl.diagnostic import Span
from dsl.files.csv_reader import CsvRow, CsvTable, TableFault, TableKind, doubled
from dsl.record import record


class Nested:
    """A value that is no cell: an object, or a list of lists or objects."""


Cell = str | tuple[str, ...] | Nested | None
"""Text, a list of texts (JSON alone has such), or None for `null` and what is not there."""


@record
class DataRow:
    """One row; `line` is where it begins in the file, from 1."""

    line: int
    cells: Mapping[str, Cell]


@record
class DataRows:
    """All rows of a file. `columns` are in the order of the file."""

    columns: tuple[str, ...]
    rows: tuple[DataRow, ...]

    def cells(self, columns: Iterable[str]) -> Callable[[DataRow], tuple[Cell, ...]]:
        """What gives a row's cells in some columns, None in those that are not there."""
        names = tuple(columns)
        return lambda row: tuple([row.cells.get(one) for one in names])


@record
class RowStream:
    """The rows of a file that is too long to be held as rows, one after the other, once. Each has
    a field for every column.
    """

    columns: tuple[str, ...]
    rows: Iterable[CsvRow]

    def cells(self, columns: Iterable[str]) -> Callable[[CsvRow], tuple[Cell, ...]]:
        """What gives a row's cells in some columns, None in those that are not there."""
        places = [(*self.columns, one).index(one) for one in columns]
        return lambda row: tuple(map((*row.fields, None).__getitem__, places))


class Broken(Exception):
    """A data file cannot be read: where, what is wrong there, and what to write instead."""

    def __init__(self, line: int, what: str, instead: str) -> None:
        super().__init__(what)
        self.line, self.what, self.instead = line, what, instead


class NotACell(ValueError):
    """A value in a JSON object that is no cell; the arguments are what it is, and what to do."""


def read_rows(text: str, ending: str) -> DataRows:
    """The rows of a file by the `ending` of its name, one of `ENDINGS`. Raises Broken."""
    _refuse_unseen(text)
    rows = tuple(_READERS[ending](text))
    columns = tuple(dict.fromkeys(name for row in rows for name in row.cells))
    if not rows:
        raise Broken(1, "there are no rows in this file", "add at least one row")
    if not columns:
        raise Broken(rows[0].line, "no row of this file has a column", _AN_OBJECT)
    return DataRows(columns, rows)


def streamed_rows(text: str, ending: str) -> DataRows | RowStream:
    """The same, of a table in columns row by row. Raises Broken, also while rows are taken."""
    if _READERS[ending] is not _separated:
        return read_rows(text, ending)
    _refuse_unseen(text)
    columns, rows = _table(text)
    first = next(rows)  # a table without rows is Broken
    return RowStream(tuple(columns), chain([first], rows))


def _refuse_unseen(text: str) -> None:
    """Raises Broken where a character cannot be seen."""
    odd = UNSEEN.search(text)
    if odd is not None:
        line = text.count("\n", 0, odd.start()) + 1
        raise Broken(
            line,
            f"there is a control character (U+{ord(odd[0]):04X})",
            "remove it: it is invisible, and would be sent",
        )


UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that nobody sees, or that cannot be sent."""


def literal(text: str, span: Span) -> tree.ProseLine:
    """A cell as words of a script, in which braces are braces."""
    parts = (tree.Text(text, span),) if text else ()
    return tree.ProseLine(parts, False, False, span, literal=True)


# ----------------------------------------------------------------------------- CSV and TSV

_KIND = TableKind((), "the names of the columns, with commas between", "item")


def _separated(text: str) -> Iterator[DataRow]:
    columns, rows = _table(text)
    for row in rows:
        yield DataRow(row.line, dict(zip(columns, row.fields, strict=True)))


def _table(text: str) -> tuple[list[str], Iterator[CsvRow]]:
    """The names of the columns, and the rows. Raises Broken, also while rows are taken."""
    table = CsvTable(io.StringIO(text, newline=""), _KIND)
    columns = [" ".join(name.split()) for name in table.header.fields]
    odd = doubled(columns, table.header.line)
    if "" in columns:
        what = f"column {columns.index('') + 1} has no name"
        odd = [
            TableFault(
                table.header.line, what, "write a name in the first row, or delete the column"
            )
        ]
    return columns, map(_sound, chain(odd, table))


def _sound(row: CsvRow | TableFault) -> CsvRow:
    """A row that can be used. Raises Broken for any other."""
    if isinstance(row, TableFault):
        raise Broken(max(1, row.line), row.message, row.help)
    return row


# ----------------------------------------------------------------------------- JSON


def no_number(word: str) -> NoReturn:
    """Raises NotACell for what JSON has no number for, such as NaN."""
    raise NotACell(f"`{word}` is not valid JSON", "write null, or the text in quotation marks")


def object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises NotACell for a name that is there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotACell(f"`{twice}` is given twice in one object", "keep one of the two")
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=object_once, parse_constant=no_number, parse_float=str, parse_int=str
)
_SPACE = re.compile(r"[ \t\n]*")


class _Json:
    """JSON values of a text, one after the other, with the lines on which they begin."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line, self._counted = text, 0, 1, 0

    def skip(self, signs: str = "") -> str:
        """The next sign after spaces, which is passed over if it is one of these."""
        found = _SPACE.match(self.text, self.at)
        self.at = self.at if found is None else found.end()
        self.line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        sign = self.text[self.at : self.at + 1]
        self.at += bool(sign) and sign in signs
        return sign

    def row(self) -> DataRow:
        """The object here, as a row."""
        line = self.line
        try:
            value, self.at = _DECODER.raw_decode(self.text, self.at)
            if not isinstance(value, dict):
                raise NotACell("this is not an object", _AN_OBJECT)
            return DataRow(line, {name: _cell(name, one) for name, one in value.items()})
        except NotACell as problem:
            raise Broken(line, *problem.args) from None
        except json.JSONDecodeError as problem:
            raise Broken(
                problem.lineno,
                f"this is not JSON (column {problem.colno}: {problem.msg[:1].lower()}"
                f"{problem.msg[1:]})",
                _AN_OBJECT,
            ) from None
        except RecursionError:
            raise Broken(line, "lists are nested too deeply", _AN_OBJECT) from None


_AN_OBJECT = 'write one object for each row: {"question": "...", "answer": "..."}'


def _cell(name: str, value: Any) -> Cell:
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        texts = [_cell(name, one) or "" for one in value]
        flat = tuple(one for one in texts if isinstance(one, str))
        return flat if len(flat) == len(texts) else Nested()
    if not isinstance(value, str):
        return Nested()
    if odd := UNSEEN.search(value):
        raise NotACell(
            f"`{name}` has a control character, or half of a character (U+{ord(odd[0]):04X})",
            "remove it: it is invisible, or cannot be sent",
        )
    return value


def _listed(text: str) -> Iterator[DataRow]:
    values = _Json(text)
    if values.skip("[") != "[":
        raise Broken(
            values.line,
            "this file is not a list of objects",
            "write [ before the first object and ] after the last, with commas between; "
            "a file with one object a line is called .jsonl",
        )
    sign = values.skip("]")
    while sign != "]":
        yield values.row()
        sign = values.skip(",]")
        if sign == ",":
            values.skip()
        elif sign != "]":
            raise Broken(values.line, "a comma is missing between two objects, or the ] after "
                         "the last", "write a comma between objects, and ] at the end")  # fmt: skip
    if values.skip():
        raise Broken(values.line, "there is text after the list", "remove it")


def _in_lines(text: str) -> Iterator[DataRow]:
    values = _Json(text)
    while values.skip():
        yield values.row()


_READERS: dict[str, Callable[[str], Iterator[DataRow]]] = {
    ".csv": _separated,
    ".tsv": _separated,
    ".json": _listed,
    ".jsonl": _in_lines,
}
ENDINGS = tuple(_READERS)
