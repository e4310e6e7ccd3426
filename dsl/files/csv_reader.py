"""A table as spreadsheets and programs write it: its header, and its rows with their lines.

What spreadsheets do to such files is read: a byte order mark, three kinds of line ends, a first
line `sep=;`, semicolons where the comma is the decimal sign, tabs, fields in quotes over several
lines, empty rows. What could be read in two ways is a fault with its line. Rows are read as they
are asked for, so that a file may be larger than memory.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import isfinite

from dsl.errors import DevrunError, Exit
from dsl.record import record
from dsl.words import and_list, counted

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}

LONGEST_FIELD = 1 << 24
"""Characters in one field; Python's own limit is far below what a reply may have."""

MOST_SHOWN = 10
"""So many faults are reported of one table."""

_STATED = re.compile(r"sep=(.)", re.IGNORECASE)


@record
class TableFault:
    """What is wrong with a table, on which line (0: none in particular), and what to write."""

    line: int
    message: str
    help: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class TableUnusable(DevrunError):
    """A table that cannot be used: its first faults in one message."""

    code = "table"
    exit_code = Exit.SCRIPT

    def __init__(self, file: str, faults: Sequence[TableFault]) -> None:
        """`file` is the name to print."""
        first, *others = faults
        shown = [str(one) for one in faults[:MOST_SHOWN]]
        if len(faults) > MOST_SHOWN:
            shown.append(f"and {len(faults) - MOST_SHOWN} more")
        message = f"{file}{', ' if first.line else ': '}{first}"
        if others:
            rows = f"{len(faults)} rows that cannot be used"
            message = f"{file} has {rows}:\n  " + "\n  ".join(shown)
        helps = dict.fromkeys(one.help for one in faults[:MOST_SHOWN] if one.help)
        super().__init__(message, "; ".join(helps))
        self.faults = tuple(faults)


@record
class TableKind:
    """What a kind of table holds: the `columns` that are known, in lower case, none if a header
    may be anything; an `example` of its header; and what each `row` is.

    `exact`: a row has as many fields as the header. Otherwise the last may be missing if empty.
    """

    columns: Collection[str]
    example: str
    row: str
    exact: bool = True


@record
class CsvRow:
    """The fields of a row, as written, and the line on which it begins."""

    line: int
    fields: tuple[str, ...]


def encoding(begins: bytes) -> str:
    """The encoding of a file that begins so: UTF-8, or UTF-16 with its byte order mark."""
    return "utf-16" if begins[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"


def plain(name: str) -> str:
    """The name of a column without what makes no difference: capitals and spaces around words."""
    return " ".join(name.split()).casefold()


class CsvTable:
    """The rows of a table below its header, read as they are asked for.

    `header` is empty where the table is. Iterating gives a Row, or the TableFault of a row that
    cannot be used; where no row after it can be read, it is the last.
    """

    def __init__(self, lines: Iterable[str], kind: TableKind) -> None:
        """`lines` with their line ends (`open(..., newline="")`)."""
        csv.field_size_limit(LONGEST_FIELD)
        self._kind = kind
        self._before = 0
        source = iter(lines)
        first = self._first_line(source)
        self.delimiter = _delimiter(first, kind.columns)
        if (stated := _STATED.fullmatch(first.strip(" \r\n"))) is not None:
            # Excel reads such a line, and what is made for it has one.
            self._before += 1
            self.delimiter, first = stated[1], self._first_line(source)
        self._reader = csv.reader(chain([first], source), delimiter=self.delimiter, strict=True)
        found = self._next()
        self._fault = found if isinstance(found, TableFault) else None
        self.header = found if isinstance(found, CsvRow) else CsvRow(0, ())

    def __iter__(self) -> Iterator[CsvRow | TableFault]:
        width = len(self.header.fields)
        if not width:
            yield self._fault or TableFault(
                0, "the table is empty", f"write a header: {self._kind.example}"
            )
            return
        number = 0
        while (found := self._next()) is not None:
            number += 1
            if isinstance(found, TableFault):
                yield found
                return
            differs = len(found.fields) != width
            if differs and (self._kind.exact or any(map(str.strip, found.fields[width:]))):
                fields = counted(len(found.fields), "field")
                yield TableFault(
                    found.line,
                    f"the row has {fields}, and the header has {width}",
                    "leave an empty field where nothing is to be said, and put quotes around a "
                    "field that contains the delimiter or a line break",
                )
            else:
                yield found
        if not number:
            yield TableFault(0, "the table has no rows", f"write a row for each {self._kind.row}")

    def _first_line(self, source: Iterator[str]) -> str:
        """The next line that is not blank; counts the lines before it."""
        for line in source:
            if line.strip("\ufeff \t\r\n"):
                return line.removeprefix("\ufeff")
            self._before += 1
        return ""

    def _next(self) -> CsvRow | TableFault | None:
        """The next row that is not empty; None at the end."""
        while True:
            line = self._before + self._reader.line_num + 1
            try:
                fields = next(self._reader, None)
            except csv.Error as error:
                return _broken(line, str(error))
            if fields is None:
                return None
            if "\0" in "".join(fields):
                return TableFault(line, "the row contains a NUL character", "save it as CSV UTF-8")
            if any(map(str.strip, fields)):
                return CsvRow(line, tuple(fields))


class NamedTable:
    """A whole table whose columns are known by name.

    `rows` are (line, cells by the name of their column), without spaces around cells; there are
    none below a header with `faults`, to which rows that cannot be read are added. `unused` are the
    columns without a meaning, as they are written.
    """

    def __init__(
        self,
        text: str,
        kind: TableKind,
        named: Callable[[str], str | None],
        needed: Iterable[str] = (),
    ) -> None:
        """`named` gives the column that a heading (in `plain` form) stands for, None for one that
        means nothing here; `needed` are those that must be there.
        """
        table = CsvTable(io.StringIO(text, newline=""), kind)
        header, line = table.header.fields, table.header.line
        names = [named(plain(one)) or "" for one in header]
        self.unused = [
            one for one, name in zip(header, names, strict=True) if one.strip() and not name
        ]
        self.faults = doubled([name for name in names if name], line)
        if header and (told := columns_missing(needed, names)):
            self.faults.append(TableFault(line, told, f"the header is {kind.example}"))
        self.rows: list[tuple[int, dict[str, str]]] = []
        for row in () if self.faults else table:
            if isinstance(row, TableFault):
                self.faults.append(row)
            else:
                cells = zip(names, map(str.strip, row.fields), strict=False)
                self.rows.append((row.line, dict(cells)))


def number(cell: str) -> float | None:
    """The finite number in a cell, with a point or a comma before its decimals; None if it holds
    none.
    """
    try:
        value = float(cell.replace(",", ".") if cell.count(",") == 1 else cell)
    except ValueError:
        return None
    # Python also reads `1_000`, `nan` and `infinity`, which nobody means.
    return value + 0.0 if isfinite(value) and "_" not in cell else None


def columns_missing(needed: Iterable[str], names: Collection[str]) -> str:
    """Which of the columns that are needed is not there, in words; empty where all are."""
    missing = [f"`{one}`" for one in needed if one not in names]
    there = "there is no column" if len(missing) == 1 else "there are no columns"
    return f"{there} {and_list(missing)}" if missing else ""


def doubled(names: Sequence[str], line: int) -> list[TableFault]:
    """A fault for each column that a header has twice."""
    twice = dict.fromkeys(name for name in names if names.count(name) > 1)
    return [
        TableFault(line, f"there are two columns `{name}`", "keep one of them, or rename one")
        for name in twice
    ]


def _delimiter(line: str, known: Collection[str]) -> str:
    """The delimiter under which the header has most known names; with none known the one that it
    has most often outside quotes.
    """
    if not known:
        return max(DELIMITERS, key=re.sub(r'"[^"]*"', "", line).count)

    def names(sign: str) -> int:
        return sum(plain(name) in known for name in next(csv.reader([line], delimiter=sign), []))

    return max(DELIMITERS, key=names)


def _broken(line: int, error: str) -> TableFault:
    if "unexpected end" in error:
        told = "a quote is opened and never closed"
    elif "expected after" in error:
        told = "something follows the quote that ends a field"
    else:
        told = f"the row cannot be read: {error}"
    advice = 'put quotes around the whole field, and write a quote inside it twice: "a ""b"" c"'
    return TableFault(line, told, advice)
