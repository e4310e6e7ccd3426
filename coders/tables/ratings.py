"""Ratings made anywhere, from a table with a row an item and a column a coder, or a row a rating.

The header is `item,CODER,CODER,...`; an empty field was not rated. A row that is too short is
refused: it may lack its last rating or any other. With the header `item,coder,lrs` (or `rating`,
`score`) each row is one rating.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from coders.statistics.ratings import MeasurementLevel, Ratings
from dsl.files.csv_reader import (
    CsvRow,
    CsvTable,
    TableFault,
    TableKind,
    TableUnusable,
    doubled,
    number,
    plain,
)

KIND = TableKind((), "item,CODER,CODER", "item")

BY_RATING = tuple(("item", "coder", what) for what in ("lrs", "rating", "score"))
"""The headers of tables with a row for each rating."""


@dataclass(frozen=True, slots=True)
class RatingsTable:
    """The table in `file`. `items` are their names; `fields` what stands for each item and coder,
    empty if not rated; `lines` where each item begins; `delimiter` what parts the columns.
    """

    file: str
    coders: tuple[str, ...]
    items: tuple[str, ...]
    fields: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    delimiter: str


def read_table(text: str, file: str) -> RatingsTable:
    """The table in a file's text; `file` is the name to print.

    Raises:
        TableUnusable: there are no coders or items, a coder or item has no name or one that is
            twice, or a row cannot be read.
    """
    table = CsvTable(io.StringIO(text, newline=""), KIND)
    rows = list(table)
    faults = [one for one in rows if isinstance(one, TableFault)]
    if tuple(map(plain, table.header.fields)) in BY_RATING:
        return _by_rating(file, [one for one in rows if isinstance(one, CsvRow)], faults, table)
    if table.header.fields:
        faults = [*_header_faults(table.header), *faults]
    coders = tuple(name.strip() for name in table.header.fields[1:])
    items: dict[str, CsvRow] = {}
    for row in rows:
        if isinstance(row, TableFault):
            continue
        name = row.fields[0].strip()
        if not name:
            faults.append(
                TableFault(row.line, "the item has no name", "write its name in the first column")
            )
        elif name in items:
            faults.append(
                TableFault(
                    row.line,
                    f"the item `{name}` appears twice, first on line {items[name].line}",
                    "write all ratings of an item into one row",
                )
            )
        items.setdefault(name, row)
    if faults:
        raise TableUnusable(file, sorted(faults, key=lambda one: one.line))
    return RatingsTable(
        file,
        coders,
        tuple(items),
        tuple(tuple(field.strip() for field in row.fields[1:]) for row in items.values()),
        tuple(row.line for row in items.values()),
        table.delimiter,
    )


def _by_rating(
    file: str, rows: Sequence[CsvRow], faults: list[TableFault], table: CsvTable
) -> RatingsTable:
    """The table of rows that are a rating each: items and coders in the order of first rows."""
    given: dict[str, dict[str, CsvRow]] = {}
    coders: dict[str, None] = {}
    for row in rows:
        item, coder = (field.strip() for field in row.fields[:2])
        for what, name in (("item", item), ("coder", coder)):
            if not name:
                told = f"the {what} has no name"
                faults.append(TableFault(row.line, told, f"write it in the column `{what}`"))
        coders.setdefault(coder)
        before = given.setdefault(item, {}).setdefault(coder, row)
        if before is not row:
            told = f"`{coder}` rates the item `{item}` twice, first on line {before.line}"
            faults.append(TableFault(row.line, told, "keep one rating"))
    if faults:
        raise TableUnusable(file, sorted(faults, key=lambda one: one.line))
    return RatingsTable(
        file,
        tuple(coders),
        tuple(given),
        tuple(
            tuple(mine[coder].fields[2].strip() if coder in mine else "" for coder in coders)
            for mine in given.values()
        ),
        tuple(min(row.line for row in mine.values()) for mine in given.values()),
        table.delimiter,
    )


def _header_faults(header: CsvRow) -> list[TableFault]:
    names = [name.strip() for name in header.fields]
    if len(names) == 1:
        return [
            TableFault(
                header.line,
                "there is no coder: the header has one column",
                f"write a column for each coder: {KIND.example}",
            )
        ]
    nameless = [
        TableFault(
            header.line, f"column {number} has no name", "write the coder's name above each column"
        )
        for number, name in enumerate(names, start=1)
        if number > 1 and not name
    ]
    return [*nameless, *doubled([name for name in names[1:] if name], header.line)]


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

    Raises:
        TableUnusable: a rating is none of the categories or, where numbers are needed, no number;
            nothing is rated at all; a category is declared twice.
    """
    from coders.statistics.ratings import MeasurementLevel, ratings_of

    declared = tuple(one.strip() for one in categories) if categories is not None else None
    if declared is not None:
        _see_declared(table, declared)
    known = declared or _occurring(table)
    if not known:
        raise _fault(table, "no item is rated", "fill in the ratings of at least two coders")
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
                raise _fault(table, f"the category `{one}` is declared twice", _ONCE)
            continue
        places[key] = len(labels)
        labels.append(one)
        values.append(value if by_value and value is not None else float(len(values)))
    codes: list[list[int]] = []
    for line, fields in zip(table.lines, table.fields, strict=True):
        try:
            codes.append([_code(field, places, by_value=by_value) for field in fields])
        except KeyError as odd:
            shown = ", ".join(labels[:12]) + (", ..." if len(labels) > 12 else "")
            raise _fault(
                table,
                f"the rating `{odd.args[0]}` is none of the categories {shown}",
                "correct it, or name all the categories that there are: --categories 0,1,2",
                line,
            ) from odd
    return ratings_of(
        codes,
        coders=table.coders,
        labels=labels,
        values=None if level is MeasurementLevel.NOMINAL else values,
        level=level,
    )


def _undeclared(level: MeasurementLevel, declared: tuple[str, ...] | None) -> bool:
    return level.value == "ordinal" and declared is None


_ONCE = "name each category once"
_ALL = "name them all: 0,1,2,3,4,5"


def _fault(table: RatingsTable, message: str, help: str, line: int = 0) -> TableUnusable:
    return TableUnusable(table.file, [TableFault(line, message, help)])


def _see_declared(table: RatingsTable, declared: tuple[str, ...]) -> None:
    if not any(declared):
        raise _fault(table, "no category is declared", _ALL)
    for place, one in enumerate(declared):
        if not one:
            raise _fault(table, f"the declared category {place + 1} has no name", _ALL)
        if one in declared[:place]:
            raise _fault(table, f"the category `{one}` is declared twice", _ONCE)


def _occurring(table: RatingsTable) -> tuple[str, ...]:
    """The ratings that occur: numbers by value, words in alphabetical order."""
    found = {field for fields in table.fields for field in fields if field}
    values = {one: number(one) for one in found}
    return tuple(sorted(found, key=lambda one: (values[one] is None, values[one] or 0.0, one)))


def _code(field: str, places: dict[str, int], *, by_value: bool) -> int:
    """The code of a rating. Raises KeyError with the rating if it is of no category."""
    from coders.statistics.ratings import NOT_RATED

    if not field:
        return NOT_RATED
    value = number(field) if by_value else None
    place = places.get(field if value is None else repr(value))
    if place is None:
        raise KeyError(field)
    return place


def _no_number(
    table: RatingsTable, known: tuple[str, ...], level: MeasurementLevel, declared: bool
) -> TableUnusable:
    """The first category that is no number, where it is."""
    odd = next(one for one in known if number(one) is None)
    if level.value == "ordinal":
        advice = "name the categories in their order: --categories low,middle,high"
    else:
        advice = "write a number, or take --level ordinal or nominal"
    if declared:
        told = f"the category `{odd}` is not a number, and the level is {level.value}"
        return _fault(table, told, advice)
    line = next(
        line for line, fields in zip(table.lines, table.fields, strict=True) if odd in fields
    )
    return _fault(table, f"`{odd}` is not a number, and the level is {level.value}", advice, line)
