"""A table that shows as many columns as the screen has room for, the most wanted first.

Shrinking all columns until everything fits leaves numbers broken over two lines; here a column is
shown whole or left out, and what was left out is in `--json`. A column of long words may fold.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from renderers.terminal import columns as width_of

if TYPE_CHECKING:
    from rich.table import Table

Key = TypeVar("Key", bound=Hashable)

COMFORTABLE = 16
"""A folding column has this much room before columns wanted less are shown."""

BROADEST_WORD = 20
"""A folding column keeps room for its longest word, up to this."""

BETWEEN = 2
"""Blanks between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading (lines), a text for each row, made visible already. `wanted`: 0 is
    always shown, a higher number later. `folds`: a long text goes on in the next line. `indent`:
    so many blanks stand before every line of a text.
    """

    heading: str
    cells: tuple[str, ...]
    wanted: int = 0
    right: bool = True
    folds: bool = False
    indent: int = 0

    @property
    def width(self) -> int:
        """Screen columns that it needs, at least."""
        heading = max(map(width_of, self.heading.split("\n")))
        if not self.folds:
            return max(heading, self.indent + max(map(width_of, self.cells), default=0))
        words = (word for cell in self.cells for word in cell.split(" "))
        longest = max(map(width_of, words), default=0)
        widest = max(map(width_of, self.cells), default=0)
        comfortable = min(max(longest, min(widest, COMFORTABLE)), BROADEST_WORD)
        return max(heading, self.indent + comfortable)


def chosen(columns: Sequence[Column], width: int) -> tuple[Column, ...]:
    """The columns that fit into `width`, in their order; those wanted most are taken first."""
    kept = {number for number, column in enumerate(columns) if column.wanted == 0}
    room = width - sum(columns[number].width + BETWEEN for number in kept)
    for number in sorted(range(len(columns)), key=lambda place: columns[place].wanted):
        column = columns[number]
        if number in kept:
            continue
        if column.width + BETWEEN > room:
            # A column wanted less would take the place of this one only because it is narrow.
            break
        kept.add(number)
        room -= column.width + BETWEEN
    return tuple(column for number, column in enumerate(columns) if number in kept)


def widths(columns: Sequence[Column], width: int) -> tuple[int, ...]:
    """How wide each of these columns is drawn: those that fold share what room there is left."""
    least = [column.width for column in columns]
    spare = width - sum(least) - BETWEEN * len(columns)
    wanted = [
        column.indent + max((width_of(cell) for cell in column.cells), default=0)
        for column in columns
    ]
    folding = [place for place, column in enumerate(columns) if column.folds]
    # Who wants least is served first, so that what it leaves goes to the others.
    folding.sort(key=lambda place: wanted[place] - least[place])
    for number, place in enumerate(folding):
        more = max(0, min(wanted[place] - least[place], spare // (len(folding) - number)))
        least[place] += more
        spare -= more
    return tuple(least)


def split_tables(columns: Sequence[Column], keys: Sequence[Key], width: int) -> dict[Key, Table]:
    """A table for each key, in the order met, of the rows that have it.

    Which columns are shown, and how wide, is decided on all rows, so that one figure stands in the
    same place in every table of a page. A column of words that are all empty in one of the tables
    is left out there.
    """
    shown = chosen(columns, width)
    drawn = widths(shown, width)
    return {
        key: _table(shown, drawn, rows, there=_with_words(shown, rows))
        for key, rows in _by_key(keys).items()
    }


def grouped_table(
    columns: Sequence[Column], keys: Sequence[Key], width: int
) -> tuple[Table, dict[Key, Table]]:
    """One long table in parts: its headings by themselves, and the rows of each key, in the order
    met, without headings. Whoever prints it can put a line of words above each part.
    """
    shown = chosen(columns, width)
    drawn = widths(shown, width)
    everywhere = range(len(shown))
    return _table(shown, drawn, (), there=everywhere), {
        key: _table(shown, drawn, rows, there=everywhere, headed=False)
        for key, rows in _by_key(keys).items()
    }


def _by_key(keys: Sequence[Key]) -> dict[Key, list[int]]:
    rows: dict[Key, list[int]] = {}
    for place, key in enumerate(keys):
        rows.setdefault(key, []).append(place)
    return rows


def _with_words(shown: Sequence[Column], rows: Sequence[int]) -> list[int]:
    """The columns that are numbers, or have words in one of these rows."""
    return [
        place
        for place, column in enumerate(shown)
        if column.right or any(column.cells[row] for row in rows)
    ]


def _table(
    shown: Sequence[Column],
    drawn: Sequence[int],
    rows: Sequence[int],
    *,
    there: Sequence[int],
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
    kept = []
    for place in there:
        column, wide = shown[place], drawn[place]
        kept.append(column)
        table.add_column(
            column.heading,
            justify="right" if column.right else "left",
            no_wrap=not column.folds,
            overflow="fold",
            min_width=wide,
            max_width=wide,
        )
    for row in rows:
        table.add_row(
            *(
                Padding(Text(column.cells[row]), (0, 0, 0, column.indent))
                if column.indent
                else Text(column.cells[row])
                for column in kept
            )
        )
    return table
