"""A finished figure of the report: the drawings, the same as a table, and whether it is simulated.

Figures are drawn from rows; their tables are written from the same rows as the document has them
(`in_document`), so that each number names its place there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from markupsafe import Markup

from dsl.record import replace
from renderers.fields.field import Field, document
from renderers.figures.drawing.sheet import NARROW, WIDE, PageSize
from renderers.report.columns import columns as page_columns
from renderers.report.parts import SIMULATED, Cell, PageColumn
from renderers.report.templating import macro
from renderers.report.values import Value

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Row]):
    """A row, and the same in the report's document."""

    row: Row
    value: Value


def in_document(fields: Sequence[Field[Row]], rows: Iterable[Row], at: str) -> list[Entry[Row]]:
    """The rows, each with what the document has of it; `at` points to the rows there."""
    return [
        Entry(row, Value(document(fields, row), f"{at}/{number}"))
        for number, row in enumerate(rows)
    ]


def entry_columns(
    figures: Iterable[Field[Row]], entries: Sequence[Entry[Row]], **how: Any
) -> list[PageColumn[Entry[Row]]]:
    """The columns of these figures, as a table of the page has them (`report.columns.columns`)."""
    made = page_columns(figures, [one.value for one in entries], **how)
    return [one.of(lambda entry: entry.value) for one in made]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure as it is drawn, twice: `wide` for a screen or a sheet, `narrow` for a telephone;
    both are whole SVG documents. `alt` says in words what it shows, for who cannot see it, and
    `table` is the same as a table. `title` is a sentence and `note` what must be known to read it
    (n, method, what the marks are). `simulated`: some participants were programs; `section`: the
    section of the page whose table has all of it, so that it is not repeated below the drawing.
    """

    name: str
    title: Cell
    alt: str
    wide: str
    narrow: str
    note: str
    table: Markup
    simulated: bool
    section: str = ""

    def markup(self, *, opened: bool = False, small: bool = False) -> Markup:
        """The figure as HTML, its table folded beneath it, or open, with the note below it; a small
        one has the narrow drawing alone.

        The drawings are images of their own and no part of the page, so that no style or name of
        theirs meets the page's, and the page's policy needs no exception for them.
        """
        wide = "" if small else _source(self.wide)
        found: Markup = macro("figure")(self, wide, _source(self.narrow), opened)
        return found


def _source(svg: str) -> Markup:
    """The address of a drawing that is in the page itself, as readable as an attribute may be."""
    # Text in a drawing is escaped, so that every quotation mark in it is one of an attribute.
    whole = svg.replace('"', "'")
    return Markup("data:image/svg+xml," + quote(whole, safe=" <>'/:;=,()!+[]"))


def drawn(
    name: str,
    title: str,
    draw: Callable[[PageSize], str],
    *,
    said: Iterable[str],
    note: str,
    columns: Sequence[PageColumn[Row]],
    rows: Iterable[Row],
    simulated: bool,
    caption: Cell = "",
    table_title: Cell = "",
    section: str = "",
) -> Drawn:
    """A figure that `draw` makes for each size of page.

    `said` are the sentences of its alternative text after the title. Below it are the `rows` as a
    table of these columns. `caption` and `table_title` are given where they are not the title;
    `section` is as in Drawn.
    """
    wide, narrow = (
        draw(replace(page, title=title, simulated=simulated)) for page in (WIDE, NARROW)
    )
    opening = f"{SIMULATED.capitalize()}. {title}." if simulated else f"{title}."
    table = macro("table_of")(table_title or caption or title, columns, list(rows), simulated)
    return Drawn(
        name=name,
        title=caption or title,
        alt=" ".join((opening, *said)),
        wide=wide,
        narrow=narrow,
        note=note,
        table=table,
        simulated=simulated,
        section=section,
    )
