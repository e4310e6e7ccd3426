"""A table that fits its page, with every label and every number whole.

Where the columns do not fit next to each other, those of least priority go into a second and third
table below, in which the labels of the rows are repeated. On a page too narrow for that each row
becomes a few lines: its labels, then `heading figure` one after the other. Leaving out columns was
rejected, since nobody misses a figure that he does not see; so were numbers that go on in the next
line.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from rich.cells import cell_len

from renderers.tables.headings import broadest_line, broadest_part, broken, in_one_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

Key = TypeVar("Key", bound=Hashable)

COMFORTABLE = 16
"""A column of words that folds has this much room before other columns are put next to it."""

BROADEST_HEADING = 18
"""A heading is broken at its blanks before it makes a column of figures broader than this."""

BETWEEN = 2
"""Blanks between two columns."""

MOST_TABLES = 3
"""Columns that would need more tables than this are written as lines, row by row."""

DETAIL = 4
"""Columns of this priority or less important ones are not in the leading table of a page."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and a text for each row, made visible already.

    A heading may have several lines; a word of it is broken at a soft hyphen where the column has
    no room for the whole word. `priority`: columns of the lowest number are in the first table.
    `label`: the text says what the row is of. `folds`: a long text goes on in the next line, at a
    blank. `indent`: so many blanks precede every line of a text. `once`: a label that is the same
    as in the row above is not repeated. `joined`: it is in the same table as the column before it,
    as an interval does.
    """

    heading: str
    cells: tuple[str, ...]
    priority: int = 0
    right: bool = True
    folds: bool = False
    indent: int = 0
    label: bool = False
    once: bool = False
    joined: bool = False

    @property
    def name(self) -> str:
        """The heading in one line."""
        return in_one_line(self.heading)

    @property
    def least(self) -> int:
        """Screen columns without which a word or a figure would be broken."""
        cells = (word for cell in self.cells for word in (cell.split() if self.folds else (cell,)))
        return max(broadest_part(self.heading), self.indent + max(map(cell_len, cells), default=0))

    @property
    def close(self) -> int:
        """Screen columns that it is given before other columns are put next to it, if need be."""
        return max(self.least, min(self.widest, COMFORTABLE if self.folds else self.widest))

    @property
    def comfortable(self) -> int:
        """The same with room for the lines of its heading, whose words may be broken."""
        return max(self.close, min(broadest_line(self.heading, whole=False), BROADEST_HEADING))

    @property
    def unbroken(self) -> int:
        """The same with room for the whole words of its heading."""
        return max(self.close, min(broadest_line(self.heading, whole=True), BROADEST_HEADING))

    @property
    def widest(self) -> int:
        """Screen columns in which no text of it is folded."""
        return self.indent + max(map(cell_len, self.cells), default=0)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Columns of one table, each with its place among all and with its width."""

    places: tuple[int, ...]
    widths: tuple[int, ...]


def split_tables(
    columns: Sequence[Column], keys: Sequence[Key], width: int
) -> dict[Key, RenderableType]:
    """A table for each key, in the order of first occurrence, of the rows that have it.

    The places and widths of columns are decided on all rows, so that one figure is in the
    same place in every table of a page. A column of words that are all empty in one of the tables
    is left out there.
    """
    from rich.console import Group

    drawn = _fitted(columns, width)
    found: dict[Key, RenderableType] = {}
    for key, rows in _by_key(keys).items():
        if drawn is None:
            found[key] = Group(*_lines(columns, rows, width))
            continue
        tables: list[RenderableType] = []
        for one in drawn:
            there = [place for place in one.places if _has_words(columns[place], rows)]
            tables += ["", _table(columns, one, rows, there)] if tables else [
                _table(columns, one, rows, there)
            ]  # fmt: skip
        found[key] = Group(*tables)
    return found


def grouped_tables(
    columns: Sequence[Column], keys: Sequence[Key], width: int
) -> list[tuple[RenderableType, Mapping[Key, RenderableType]]]:
    """Long tables in parts: the headings of each by themselves, and the rows of each key, in the
    order of first occurrence, without headings. Whoever prints them can put a line of words above
    each part.
    """
    from rich.console import Group

    drawn = _fitted(columns, width)
    by_key = _by_key(keys)
    if drawn is None:
        return [(Group(), {k: Group(*_lines(columns, rows, width)) for k, rows in by_key.items()})]
    return [
        (
            _table(columns, one, (), one.places),
            {
                key: _table(columns, one, rows, one.places, headed=False)
                for key, rows in by_key.items()
            },
        )
        for one in drawn
    ]


def leading_table(
    columns: Sequence[Column], keys: Sequence[Key], width: int
) -> tuple[RenderableType, Mapping[Key, RenderableType], tuple[str, ...]]:
    """The columns that matter most, as many as one table has room for: its headings, the rows of
    each key as in `grouped_tables`, and the names of the columns that are left out.
    """
    from rich.console import Group

    matter = [column for column in columns if column.label or column.priority < DETAIL]
    by_key = _by_key(keys)
    words = [max(column.close, min(column.widest, width // 2)) for column in matter]
    # Words in one line come before figures of less importance, which come before headings.
    layouts = (_layout(matter, wide, width) for wide in (words, *_widths(matter)[1:]))
    feasible = [tables for tables in layouts if tables is not None]
    first = {place for place, column in enumerate(matter) if not (column.priority or column.joined)}
    found = next((tables for tables in feasible if first <= {*tables[0]}), None)
    if found is None and feasible:
        found = feasible[-1]
    if found is None:
        parts = {key: Group(*_lines(matter, rows, width)) for key, rows in by_key.items()}
        return (
            Group(),
            parts,
            tuple(one.name for one in columns if one not in matter and not one.joined),
        )
    shown = [matter[place] for place in found[0]]
    drawn = _drawn(shown, range(len(shown)), width)
    return (
        _table(shown, drawn, (), drawn.places),
        {k: _table(shown, drawn, rows, drawn.places, headed=False) for k, rows in by_key.items()},
        tuple(column.name for column in columns if column not in shown and not column.joined),
    )


def one_table(columns: Sequence[Column], width: int) -> RenderableType:
    """All rows in one table, or in as many as they need."""
    rows = len(columns[0].cells) if columns else 0
    return split_tables(columns, [None] * rows, width).get(None, "")


def _by_key(keys: Sequence[Key]) -> dict[Key, list[int]]:
    rows: dict[Key, list[int]] = {}
    for place, key in enumerate(keys):
        rows.setdefault(key, []).append(place)
    return rows


def _has_words(column: Column, rows: Sequence[int]) -> bool:
    """Whether it is of numbers, or has words in one of these rows."""
    return column.right or any(column.cells[row] for row in rows)


# ------------------------------------------------------------------------------------- the layout


def _fitted(columns: Sequence[Column], width: int) -> list[_Drawn] | None:
    """The tables, each with its columns in their order; None where they would be too many."""
    # Headings, and then words that fold, give way before figures are moved into another table.
    *roomy, least = _widths(columns)
    found = [tables for wide in roomy if (tables := _layout(columns, wide, width)) is not None]
    if not found:
        found = [one for one in (_layout(columns, least, width),) if one is not None]
    if not found:
        return None
    return [_drawn(columns, places, width) for places in min(found, key=len)]


def _widths(columns: Sequence[Column]) -> list[list[int]]:
    """How wide columns may be before others are put next to them, the roomiest first."""
    return [
        [column.comfortable for column in columns],
        [column.close for column in columns],
        [column.least for column in columns],
    ]


def _layout(columns: Sequence[Column], wide: Sequence[int], width: int) -> list[list[int]] | None:
    """The places of the columns of each table, if columns are so wide; None if they do not fit."""
    labels = [place for place, column in enumerate(columns) if column.label]
    tables = _packed(_units(columns), labels, wide, width)
    return None if tables is None else [sorted([*labels, *one]) for one in tables]


def _units(columns: Sequence[Column]) -> list[list[int]]:
    """Columns that stay together, the most important first."""
    units: list[list[int]] = []
    for place, column in enumerate(columns):
        if column.label:
            continue
        if column.joined and units:
            units[-1].append(place)
        else:
            units.append([place])
    return sorted(units, key=lambda unit: columns[unit[0]].priority)


def _packed(
    units: Sequence[Sequence[int]], labels: Sequence[int], wide: Sequence[int], width: int
) -> list[list[int]] | None:
    """As many units in each table as there is room for next to the labels, if columns are so wide;
    None if one has no room, or if the tables are too many.
    """
    # No blanks follow the last column.
    room = width + BETWEEN - sum(wide[place] + BETWEEN for place in labels)
    tables: list[list[int]] = [[]]
    left = room
    for unit in units:
        need = sum(wide[place] + BETWEEN for place in unit)
        if need > left and tables[-1]:
            tables.append([])
            left = room
        if need > left or len(tables) > MOST_TABLES:
            return None
        tables[-1] += unit
        left -= need
    return tables


def _drawn(columns: Sequence[Column], places: Sequence[int], width: int) -> _Drawn:
    """How wide each column of a table is drawn: what room is left is shared, first until all have
    what is comfortable, then among labels that fold, then among other words. What is left then
    keeps words of headings whole.
    """
    here = [columns[place] for place in places]
    wide = [column.least for column in here]
    spare = width - sum(wide) - BETWEEN * (len(here) - 1)
    for intended in (
        [column.close for column in here],
        [column.comfortable for column in here],
        [max(column.comfortable, column.widest * column.label) for column in here],
        [max(column.comfortable, column.widest) for column in here],
    ):
        # Who wants least is served first, so that what it leaves goes to the others.
        order = sorted(range(len(here)), key=lambda at: intended[at] - wide[at])
        for number, at in enumerate(order):
            more = max(0, min(intended[at] - wide[at], spare // (len(order) - number)))
            wide[at] += more
            spare -= more
    for at, column in enumerate(here):
        if 0 < (more := column.unbroken - wide[at]) <= spare:
            wide[at] += more
            spare -= more
    return _Drawn(tuple(places), tuple(wide))


# ------------------------------------------------------------------------------------- the drawing


def _table(
    columns: Sequence[Column],
    drawn: _Drawn,
    rows: Sequence[int],
    there: Sequence[int],
    *,
    headed: bool = True,
) -> Table:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
        show_header=headed,
    )
    wide = dict(zip(drawn.places, drawn.widths, strict=True))
    for place in there:
        column = columns[place]
        table.add_column(
            Text(broken(column.heading, wide[place])),
            justify="right" if column.right else "left",
            overflow="fold",
            min_width=wide[place],
            max_width=wide[place],
        )
    repeated = _repeated(columns, rows)
    for number, row in enumerate(rows):
        fields = []
        for place in there:
            indent = columns[place].indent
            text = Text("" if (number, place) in repeated else columns[place].cells[row])
            fields.append(Padding(text, (0, 0, 0, indent)) if indent else text)
        table.add_row(*fields)
    return table


def _repeated(columns: Sequence[Column], rows: Sequence[int]) -> set[tuple[int, int]]:
    """The number of a row and the place of a column, for labels that are in the row above.

    A label is repeated where one to its left is another: it says something new there.
    """
    found = set()
    labels = [place for place, column in enumerate(columns) if column.label]
    for number, (above, row) in enumerate(pairwise(rows), 1):
        for place in labels:
            if columns[place].cells[above] != columns[place].cells[row]:
                break
            if columns[place].once:
                found.add((number, place))
    return found


def _lines(columns: Sequence[Column], rows: Sequence[int], width: int) -> Iterator[RenderableType]:
    """Each row as lines: its labels, then every heading with its text."""
    from rich.padding import Padding
    from rich.text import Text

    for row in rows:
        labels = [column.cells[row] for column in columns if column.label and column.cells[row]]
        if labels:
            yield Text(", ".join(labels), overflow="fold")
        pairs = [
            f"{column.name} {column.cells[row]}".strip()
            for column in columns
            if not column.label and column.cells[row]
        ]
        for line in _packed_pairs(pairs, width - BETWEEN):
            yield Padding(Text(line, overflow="fold"), (0, 0, 0, BETWEEN))


def _packed_pairs(pairs: Sequence[str], width: int) -> Iterator[str]:
    """Pairs in lines, each whole where it fits into one."""
    line = ""
    for number, pair in enumerate(pairs):
        text = f"{pair};" if number < len(pairs) - 1 else pair
        if line and cell_len(line) + 1 + cell_len(text) > width:
            yield line
            line = text
        else:
            line = f"{line} {text}".strip()
    if line:
        yield line
