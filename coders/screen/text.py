"""The only way by which words get into a widget, and an item as a page.

Textual draws what it is given: escape sequences in a string reach the terminal, and a string that
is taken for markup can crash the program or call an action. So every word on the screen is a row of
a page, and is drawn here; the one widget that is not a page, the line to write in, takes its text
from here, too. A test reads the package for ways around. Escaping at each widget was rejected: one
that is forgotten is enough.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from coders.desk.paragraphs import TextStyle
from coders.screen.page import LABEL, ScreenRow
from renderers.terminal import visible

GUTTER = 2
"""Columns left of a page, for the sign of what is being judged."""

_STYLES = {
    TextStyle.PLAIN: Style.null(),
    TextStyle.HEADING: Style(bold=True, underline=True),
    TextStyle.STRONG: Style(bold=True),
    TextStyle.FAINT: Style(dim=True),
    TextStyle.NOTICE: Style(bold=True, reverse=True),
}
_PLAIN = Style.null()
"""A style, and not None: Textual's filter for NO_COLOR wants one for each segment."""
_LABEL = Style(dim=True)
_HERE = Style(bold=True)
_HERE_LABEL = Style(bold=True, reverse=True)


def strip(row: ScreenRow, width: int, *, here: bool = False) -> Strip:
    """One row of a page as drawn, `width` columns wide; `here` if it is what is being judged."""
    style = _STYLES[row.look] + _HERE if here else _STYLES[row.look]
    sign = ("> " if row.first else "| ") if here else " " * GUTTER
    parts = [_segment(sign, _HERE if here else _PLAIN)]
    if row.label:
        label = row.label[: LABEL - 1] if row.first else ""
        parts.append(_segment(label, _HERE_LABEL if here and label else _LABEL))
        parts.append(_segment(" " * (LABEL - len(label)), _PLAIN))
    parts.append(_segment(row.text, style))
    rest = style if row.look is TextStyle.NOTICE else _PLAIN
    return Strip(parts).adjust_cell_length(width, rest)


def blank(width: int) -> Strip:
    """An empty row as drawn."""
    return Strip.blank(width, _PLAIN)


def one_line(text: str) -> str:
    """The text visible and on one line, for the line to write in."""
    return visible(text).replace("\n", " ").replace("\t", " ")


def _segment(text: str, style: Style) -> Segment:
    return Segment(one_line(text), style)
