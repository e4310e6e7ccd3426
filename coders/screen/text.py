"""The only way by which words get into a widget, and an item as a page.

Textual draws what it is given: escape sequences in a string reach the terminal, and a string that
is taken for markup can crash the program or call an action. So every word on the screen is a row of
a page, and is drawn here; the one widget that is not a page, the line to write in, takes its text
from here, too. A test reads the package for ways around. Escaping at each widget was rejected: one
that is forgotten is enough.

An item is the transcript as the participant had it, or the question and its reply.

Who speaks stands beside each speech in words, and each judged question and its reply carry the
question's number where there are several, so that nothing depends on colour or position alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from coders.desk.calibrating import in_words
from coders.desk.state import Judgement
from coders.packets.shape import Item, Line, LineKind
from coders.screen.page import GAP, LABEL, Paragraph, ScreenRow, TextStyle
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


_WHO = {
    LineKind.SYSTEM: "system",
    LineKind.TOLD: "told",
    LineKind.REPLY: "reply",
    LineKind.SCRIPTED: "scripted",
}
_ASKED = {LineKind.TOLD: "asked", LineKind.REPLY: "reply"}
LOST = "(this reply was lost or cut off: do not judge it)"


def item_page(item: Item, judged: Mapping[int, Judgement]) -> tuple[Paragraph, ...]:
    """The page of an item, with what was judged so far under each reply."""
    told = {number: in_words(one, item.question(number)) for number, one in judged.items()}
    return tuple(_speeches(item.lines, told, item.lost, numbered=len(item.questions) != 1))


def lines_page(lines: tuple[Line, ...]) -> tuple[Paragraph, ...]:
    """A story alone, as it is shown on request in content view."""
    return tuple(_speeches(lines, {}, (), numbered=False))


def _speeches(
    lines: tuple[Line, ...],
    judged: Mapping[int, str],
    lost: tuple[int, ...],
    *,
    numbered: bool,
) -> Iterator[Paragraph]:
    for number, line in enumerate(lines):
        if number:
            yield GAP
        if line.kind in (LineKind.STORY, LineKind.COPY):
            yield Paragraph(_heading(line), TextStyle.HEADING)
            continue
        who = _WHO[line.kind]
        if line.question and line.kind in _ASKED:
            who = f"{_ASKED[line.kind]} {line.question}" if numbered else _ASKED[line.kind]
        reply = line.kind is LineKind.REPLY
        gone = reply and line.question in lost
        text = line.text if line.text.strip() else "(no words)"
        yield Paragraph(text, TextStyle.PLAIN, who, line.question)
        if gone:
            yield Paragraph(LOST, TextStyle.FAINT, "", line.question)
        if reply and line.question in judged:
            yield Paragraph(judged[line.question], TextStyle.STRONG, "judged")


def _heading(line: Line) -> str:
    usual = "a new conversation" if line.kind is LineKind.STORY else "a copy of the conversation"
    return line.text if line.text.strip() else usual
