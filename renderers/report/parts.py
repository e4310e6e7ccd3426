"""What a report page is made of: sections, and figures that say where they come from.

Every number that came out of a study is written as `<data value=... data-from=...>`, with the place
in `devrun report --json` that it repeats (a JSON pointer, RFC 6901). Numbers
typed into sentences could not be checked; this page is checked by a test, and by its readers.

Everything here is escaped by markupsafe: a plain `str` is text, only `Markup` is HTML, and this
folder alone makes any. The text around the figures is in templates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from markupsafe import Markup

SIMULATED = "simulated, not data"
"""The label of every table and figure of a simulated study."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading of its own, reached as `#anchor`."""

    anchor: str
    title: str
    body: Markup


Cell = str | Markup
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PageColumn(Generic[Row]):
    """A column of a table: its heading, and the cell of each row, where the template does not write
    it; those of numbers are aligned to the right.
    """

    title: str
    cell: Callable[[Row], Cell] = str
    numeric: bool = True


def words(title: str, cell: Callable[[Row], Cell]) -> PageColumn[Row]:
    """A column of text."""
    return PageColumn(title, cell, numeric=False)


def named(text: str) -> Markup:
    """Foreign text (a model, a coder, a level, a title), isolated so that its direction of
    writing does not affect other text.
    """
    return Markup("<bdi>{}</bdi>").format(text)


def data_value(value: float | str | None, source: str, *, shown: str) -> Markup:
    """A number as it is shown, with its exact value and the place in the document it is from.

    `value` None is shown as `shown` says, and counts as null in the document.
    """
    exact = "null" if value is None else value
    return Markup('<data value="{}" data-from="{}">{}</data>').format(exact, source, shown)
