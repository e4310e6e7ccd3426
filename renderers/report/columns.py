"""Columns of the page's tables, made from the figures that are declared for the terminal too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from renderers.fields.field import Field, Kind, headed
from renderers.report.parts import SIMULATED, Cell, PageColumn
from renderers.report.values import Value

Cells = Mapping[str, Callable[[Value], Cell]]


def column(figure: Field[Any], title: str = "", **more: Any) -> PageColumn[Value]:
    """A figure of rows of the document, under its heading or this one; its scale says how it is
    written, with `more` such as the word for `none`.
    """
    write = getattr(Value, figure.scale.page)
    heading = headed(figure)
    return PageColumn(
        title or heading[:1].upper() + heading[1:],
        lambda row: write(row[figure.name], **more),
        numeric=figure.kind not in (Kind.TEXT, Kind.TRUTH),
    )


def columns(
    figures: Iterable[Field[Any]],
    rows: Sequence[Value],
    *,
    titles: Mapping[str, str] | None = None,
    cells: Cells | None = None,
) -> list[PageColumn[Value]]:
    """The columns of a table of these rows; of figures that are mostly 0 or null those that some
    row has. `titles` are headings other than the declared ones, and `cells` write their figure
    otherwise than its scale does.
    """
    found = []
    for one in figures:
        if one.only is None or any(row[one.name].value for row in rows):
            made = column(one, (titles or {}).get(one.name, ""))
            cell = (cells or {}).get(one.name, made.cell)
            found.append(PageColumn(made.title, cell, made.numeric))
    return found


def marked(row: Value, cell: Cell, *, where: bool = True) -> Cell:
    """What a row is called, with a mark if it alone is simulated: `where` not all of them are."""
    if not where or not row["simulated"].true:
        return cell
    return Markup('{} <strong class="simulated">{}</strong>').format(cell, SIMULATED)
