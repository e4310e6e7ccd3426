"""What a report page is made of: sections, and figures that say where they come from.

Every number that came out of a study is written as `<data value=... data-from=...>`, with the place
in `devrun report --json` that it repeats (a JSON pointer, RFC 6901). In a row of a table the places
are relative to the row's own (`in_row`). Numbers typed into sentences could not be checked; this
page is checked by a test, and by its readers.

Everything here is escaped by markupsafe: a plain `str` is text, only `Markup` is HTML, and this
folder alone makes any. The text around the figures is in templates.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from markupsafe import Markup, escape

from renderers.number_words import NOT_DATA

SIMULATED = NOT_DATA.lower()
"""The label of every table and figure of a simulated study."""


_PLACE = re.compile(r' data-from="(/[^"]*)/')
"""A place in the document up to its last key; in the page's HTML all other quotes are escaped."""
_CELL_END = re.compile("</t[dh]>")
_UNBROKEN = re.compile(r'<span class="line">((?:<(?!/?span)[^>]*>|[^<> ])*)</span>')
"""What is to stay on one line and has no blank at which it could break."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading of its own, reached as `#anchor`."""

    anchor: str
    title: str
    body: Markup


Cell = str | Markup
Row = TypeVar("Row")
Outer = TypeVar("Outer")


@dataclass(frozen=True, slots=True)
class PageColumn(Generic[Row]):
    """A column of a table: its heading, and the cell of each row, where the template does not write
    it; those of numbers are aligned to the right.
    """

    title: str
    cell: Callable[[Row], Cell] = str
    numeric: bool = True

    def of(self, inner: Callable[[Outer], Row]) -> PageColumn[Outer]:
        """The same column of rows that have such a row."""
        return PageColumn(self.title, lambda outer: self.cell(inner(outer)), self.numeric)


def words(title: str, cell: Callable[[Row], Cell]) -> PageColumn[Row]:
    """A column of text."""
    return PageColumn(title, cell, numeric=False)


_IN_BACKTICKS = re.compile("`([^`\n]+)`")


def with_code(message: str) -> Markup:
    """A message of the program as it stands on the page: commands, and words that count letter by
    letter, are between backticks in it, and set as code. All of it is escaped, since it may quote
    anybody; what is Markup is set already.
    """
    if isinstance(message, Markup):
        return message
    return Markup(_IN_BACKTICKS.sub(r"<code>\1</code>", str(escape(message))))


def sentence(note: str) -> str:
    """Words of a terminal as a sentence."""
    return f"{note[:1].upper()}{note[1:]}."


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
    # A page has tens of thousands, and `Markup.format` takes four times as long.
    return Markup(
        f'<data value="{escape(exact)}" data-from="{escape(source)}">{escape(shown)}</data>'
    )


def in_row(cells: Markup) -> Markup:
    """A row of a table made of these cells: what the places of its numbers share is written once.

    The `tr` has the object in the document that most of the numbers are in, in its `data-from`; the
    `data-from` of these numbers is then relative to it and has no slash in front. Ends of cells and
    rows, which HTML does not need, are left out, and so is what keeps words without a blank on one
    line. Together that is a sixth of a long page.
    """
    shared = _most_shared(_PLACE.findall(cells))
    written = _UNBROKEN.sub(r"\1", _CELL_END.sub("", cells))
    if not shared:
        return Markup(f"<tr>{written}")
    written = written.replace(f' data-from="{shared}/', ' data-from="')
    return Markup(f'<tr data-from="{shared}">{written}')


def _most_shared(places: list[str]) -> str:
    """The object in which most letters of these places can be left out, if that saves any."""
    saved: Counter[str] = Counter()
    for place in places:
        keys = place.split("/")
        for end in range(2, len(keys) + 1):
            shared = "/".join(keys[:end])
            saved[shared] += len(shared)
    best, letters = max(saved.items(), key=lambda one: one[1], default=("", 0))
    return best if letters > len(best) + len(' data-from=""') else ""
