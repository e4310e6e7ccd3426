"""Ratings made anywhere, from a table with a row an item and a column a coder.

The header is `item,CODER,CODER,...`; an empty field was not rated. Everything that spreadsheets do
to such files is read (a byte order mark, line ends of three kinds, quoted fields, semicolons where
the decimal comma rules), and whatever could be read in two ways is refused with its line: a row
that is too short may lack its last rating or any other.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coders.statistics.ratings import MeasurementLevel, Ratings


@dataclass(eq=False)
class TableUnusable(Exception):
    """A table that cannot be read: `message` says what is wrong, on `line` (0: none in
    particular), `help` what to write instead.
    """

    message: str
    line: int = 0
    help: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@dataclass(frozen=True, slots=True)
class RatingsTable:
    """A table as read. `items` are their names; `fields` what stands for each item and coder, empty
    if not rated; `lines` where each item begins in the file; `separator` what parts the columns.
    """

    coders: tuple[str, ...]
    items: tuple[str, ...]
    fields: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    separator: str


def read_table(text: str) -> RatingsTable:
    """The table in a file's text.

    Raises TableUnusable: no coders or items, a header that is empty or names a coder twice, a row
    with too few or too many fields, an item that stands twice, a quote that does not end.
    """
    text = text.removeprefix("\ufeff")
    separator = _separator(text)
    rows = _rows(text, separator)
    if not rows:
        raise TableUnusable("the table is empty", 0, "write a header: item,CODER,CODER")
    (_, header), *rest = rows
    coders = tuple(name.strip() for name in header[1:])
    if not coders:
        raise TableUnusable(
            "there is no coder: the header has one column",
            1,
            "write a column for each coder: item,CODER,CODER",
        )
    for place, name in enumerate(coders):
        if not name:
            raise TableUnusable(
                f"column {place + 2} has no name", 1, "write the coder's name above each column"
            )
        if name in coders[:place]:
            raise TableUnusable(
                f"`{name}` stands above two columns", 1, "give each coder a name of their own"
            )
    seen: dict[str, int] = {}
    for line, row in rest:
        if len(row) != len(header):
            raise TableUnusable(
                f"this row has {len(row)} fields, and the header {len(header)}",
                line,
                "leave a field empty, with its separator, where a coder did not rate",
            )
        name = row[0].strip()
        if not name:
            raise TableUnusable("the item has no name", line, "write its name in the first column")
        if name in seen:
            raise TableUnusable(
                f"the item `{name}` stands twice, first on line {seen[name]}",
                line,
                "write all ratings of an item into one row",
            )
        seen[name] = line
    if not rest:
        raise TableUnusable("there is no item under the header", 0, "write a row for each item")
    return RatingsTable(
        coders,
        tuple(seen),
        tuple(tuple(field.strip() for field in row[1:]) for _, row in rest),
        tuple(seen.values()),
        separator,
    )


def _separator(text: str) -> str:
    """A comma, unless the header has none and a semicolon or a tab instead."""
    header = text.lstrip("\r\n").splitlines()[0] if text.strip() else ""
    if "," in header:
        return ","
    return next((one for one in (";", "\t") if one in header), ",")


def _rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line on which it begins."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reader = csv.reader((line + "\n" for line in lines), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    start = 1
    try:
        for row in reader:
            if any(field.strip() for field in row):
                rows.append((start, row))
            start = reader.line_num + 1
    except csv.Error as fault:
        told = {
            "unexpected end of data": "a quote is opened and never closed",
            f"'{separator}' expected after '\"'": "something follows the quote that ends a field",
        }
        raise TableUnusable(
            told.get(str(fault), f"the row cannot be read: {fault}"),
            start,
            'put quotes around the whole field, and write a quote inside it twice: "a ""b"" c"',
        ) from fault
    return rows


def ratings_from(
    table: RatingsTable,
    *,
    level: MeasurementLevel | None = None,
    categories: Sequence[str] | None = None,
) -> Ratings:
    """The ratings in a table.

    `categories` are the declared ones; left out, they are those that occur. `level` left out is
    ordinal where all categories are numbers, else nominal. Categories that are words can be
    ordinal if they are declared, in their order.

    Raises TableUnusable: a rating that is none of the categories or, where numbers are needed, no
    number; nothing rated at all; a category that is declared twice.
    """
    from coders.statistics.ratings import NOT_RATED, MeasurementLevel, ratings_of

    declared = tuple(one.strip() for one in categories) if categories is not None else None
    if declared is not None:
        _see_declared(declared)
    known = declared or _occurring(table)
    if not known:
        raise TableUnusable("no item is rated", 0, "fill in the ratings of at least two coders")
    numeric = all(number(one) is not None for one in known)
    level = level or (MeasurementLevel.ORDINAL if numeric else MeasurementLevel.NOMINAL)
    by_value = numeric and level is not MeasurementLevel.NOMINAL
    if not numeric and (
        level in {MeasurementLevel.INTERVAL, MeasurementLevel.RATIO} or _undeclared(level, declared)
    ):
        raise _no_number(table, known, level, declared is not None)
    places: dict[str, int] = {}
    labels: list[str] = []
    values: list[float] = []
    for one in known:
        value = number(one)
        key = repr(value) if by_value else one
        if key in places:
            if declared is not None:
                raise TableUnusable(
                    f"the category `{one}` is declared twice", 0, "name each category once"
                )
            continue
        places[key] = len(labels)
        labels.append(one)
        values.append(value if by_value and value is not None else float(len(values)))
    codes = [
        [
            NOT_RATED if not field else _place(field, places, by_value, table.lines[row], labels)
            for field in fields
        ]
        for row, fields in enumerate(table.fields)
    ]
    return ratings_of(
        codes,
        coders=table.coders,
        labels=labels,
        values=None if level is MeasurementLevel.NOMINAL else values,
        level=level,
    )


def number(text: str) -> float | None:
    """The finite number that a rating says, with a decimal point or comma; None if it says none."""
    try:
        value = float(text.replace(",", ".") if text.count(",") == 1 else text)
    except ValueError:
        return None
    # Python also reads `1_000`, `nan` and `infinity`, which nobody means as a rating.
    plain = value - value == 0 and "_" not in text
    return value + 0.0 if plain else None


def _undeclared(level: MeasurementLevel, declared: tuple[str, ...] | None) -> bool:
    return level.value == "ordinal" and declared is None


def _see_declared(declared: tuple[str, ...]) -> None:
    if not any(declared):
        raise TableUnusable("no category is declared", 0, "name them all: 0,1,2,3,4,5")
    for place, one in enumerate(declared):
        if not one:
            raise TableUnusable(
                f"the declared category {place + 1} has no name", 0, "name them all: 0,1,2,3,4,5"
            )
        if one in declared[:place]:
            raise TableUnusable(
                f"the category `{one}` is declared twice", 0, "name each category once"
            )


def _occurring(table: RatingsTable) -> tuple[str, ...]:
    """The ratings that occur: numbers by value, words in alphabetical order."""
    found = {field for fields in table.fields for field in fields if field}
    values = {one: number(one) for one in found}
    return tuple(sorted(found, key=lambda one: (values[one] is None, values[one] or 0.0, one)))


def _place(field: str, places: dict[str, int], by_value: bool, line: int, labels: list[str]) -> int:
    value = number(field) if by_value else None
    key = repr(value) if value is not None else field
    if key not in places:
        shown = ", ".join(labels[:12]) + (", ..." if len(labels) > 12 else "")
        raise TableUnusable(
            f"the rating `{field}` is none of the categories {shown}",
            line,
            "correct it, or name all the categories that there are: --categories 0,1,2",
        )
    return places[key]


def _no_number(
    table: RatingsTable, known: tuple[str, ...], level: MeasurementLevel, declared: bool
) -> TableUnusable:
    """The first category that is no number, where it stands."""
    odd = next(one for one in known if number(one) is None)
    if level.value == "ordinal":
        advice = "name the categories in their order: --categories low,middle,high"
    else:
        advice = "write a number, or take --level ordinal or nominal"
    if declared:
        return TableUnusable(
            f"the category `{odd}` is no number, and the level is {level.value}", 0, advice
        )
    line = next(
        line for line, fields in zip(table.lines, table.fields, strict=True) if odd in fields
    )
    return TableUnusable(f"`{odd}` is no number, and the level is {level.value}", line, advice)
