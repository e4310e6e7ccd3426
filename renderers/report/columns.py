"""Columns of the page's tables, made from the figures that are declared for the terminal too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from renderers.fields.field import Field, Kind, headed
from renderers.number_words import INTERVAL
from renderers.report.parts import SIMULATED, Cell, PageColumn
from renderers.report.values import Value

Cells = Mapping[str, Callable[[Value], Cell]]

_IN_WORDS = {"95%": INTERVAL, "ci95": INTERVAL}


def titled(*figures: Field[Any], form: str = "{}") -> str:
    """What a page, which has room for words, calls a figure: its title or heading, what is counted
    instead of `n`, and its name where the terminal has no column of it. `form` has the words of a
    column that joins several, with `{}` for each: `{} ({})`.
    """
    heading = form.format(*map(_called, figures))
    # A letter by itself is a symbol: p is no P.
    return typeset(heading[:1].upper() + heading[1:] if heading[1:2].isalpha() else heading)


def typeset(words: str) -> str:
    """Words of a terminal as a page writes them."""
    return words.replace("'", "’")


def _called(figure: Field[Any]) -> str:
    heading = figure.title or headed(figure)
    if heading in ("", "n"):
        heading = figure.name.removeprefix("n_").replace("_", " ")
    return _IN_WORDS.get(heading, heading)


def column(figure: Field[Any], title: str = "", **more: Any) -> PageColumn[Value]:
    """A figure of rows of the document, under what a page calls it or under this title; its scale
    says how it is written, with `more` such as the word for `none`.
    """
    write = getattr(Value, figure.scale.page)
    return PageColumn(
        title or titled(figure),
        lambda row: write(row[figure.name], **more),
        numeric=figure.kind not in (Kind.TEXT, Kind.TRUTH),
    )


def columns(
    figures: Iterable[Field[Any]],
    rows: Sequence[Value],
    *,
    cells: Cells | None = None,
) -> list[PageColumn[Value]]:
    """The columns of a table of these rows; of figures that are mostly 0 or null those that some
    row has. `cells` write their figure otherwise than its scale does.
    """
    found = []
    for one in figures:
        if one.only is None or any(row[one.name].value for row in rows):
            made = column(one)
            cell = (cells or {}).get(one.name, made.cell)
            found.append(PageColumn(made.title, cell, made.numeric))
    return found


def marked(row: Value, cell: Cell, *, where: bool = True) -> Cell:
    """What a row is called, with a mark if it alone is simulated: `where` not all of them are."""
    if not where or not row["simulated"].true:
        return cell
    return Markup('{} <strong class="simulated">{}</strong>').format(cell, SIMULATED)
