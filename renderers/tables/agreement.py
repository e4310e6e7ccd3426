"""Agreement as a page of short tables, with sentences that say what each is of.

Where there is no figure a letter refers to the reason, which is written out below the table. A
bare dash was rejected: it is read as "nothing to report".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dsl.record import replace
from renderers.fields.field import Field, Kind
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

Row = TypeVar("Row")

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NoFigure(str):
    """In a cell: refers to the reason why there is no figure."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class AgreementSection:
    """A heading, sentences, a table and notes below it."""

    heading: str
    sentences: tuple[str, ...] = ()
    columns: Sequence[Column] = ()
    notes: tuple[str, ...] = ()


def label(heading: str, read: Callable[[Row], str]) -> Field[Row]:
    """The column that says what a row is of."""
    return Field(heading, Kind.TEXT, "", text=read, heading=heading, label=True, folds=True)


def cell(heading: str, read: Callable[[Row], str | int], *, joined: bool = False) -> Field[Row]:
    """A column of counts or figures. `joined`: it stays in the table of the column before it."""

    def text(row: Row) -> str:
        found = read(row)
        return f"{found:,}" if isinstance(found, int) else found

    return Field(heading, Kind.NUMBER, "", text=text, heading=heading, joined=joined)


def figure_text(value: float | None, reason: str = "", *, percent: bool = False) -> str:
    """A figure, or why there is none. `percent`: it is a share, printed as such."""
    if value is None:
        return NoFigure(reason or "not known")
    return f"{100 * value:z.0f}%" if percent else f"{value:z.2f}"


def interval_text(
    ends: tuple[float, float] | None, reason: str = "", *, percent: bool = False
) -> str:
    """The interval of a figure, or why there is none; without a reason it is empty."""
    if ends is None:
        return NoFigure(reason) if reason else ""
    return " to ".join(figure_text(end, percent=percent) for end in ends)


def render_agreement(
    title: str, sections: Sequence[AgreementSection], *, width: int = 80, colour: bool = False
) -> str:
    """The page as text, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.heading(visible(title))
    for section in sections:
        page.print("")
        if section.heading:
            page.heading(visible(section.heading))
        page.print(*map(visible, section.sentences))
        if section.columns and section.columns[0].cells:
            _table(page, section.columns)
        page.print(*map(visible, section.notes))
    return page.text


def _table(page: Page, columns: Sequence[Column]) -> None:
    letters: dict[str, str] = {}
    for row in zip(*(column.cells for column in columns), strict=True):
        for one in row:
            if isinstance(one, NoFigure):
                place = len(letters)
                letters.setdefault(one, f"{_LETTERS[place % 26] * (place // 26 + 1)})")
    shown = [
        replace(
            column,
            heading=visible(column.heading),
            cells=tuple(
                letters[one] if isinstance(one, NoFigure) else visible(one) for one in column.cells
            ),
        )
        for column in columns
    ]
    page.print(one_table(shown, page.width))
    page.print(*(visible(f"{letter} {reason}") for reason, letter in letters.items()))
