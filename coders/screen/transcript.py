"""An item as a page: the transcript as the participant had it, or the question and its reply.

Who speaks stands beside each speech in words, and each judged question and its reply carry the
question's number where there are several, so that nothing is told by colour or place alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coders.desk.calibrating import in_words
from coders.desk.state import Judgement
from coders.packets.shape import Item, Line, LineKind
from coders.screen.page import GAP, Paragraph, TextStyle

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
