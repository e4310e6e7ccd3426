"""The first page: what this is, what is not told, how long it takes, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.keys import CONTENT_FLAGS, FLAGS, MARKS, KeyBinding, command_keys, help_lines
from coders.desk.welcome import welcome
from coders.packets.shape import Packet, View
from coders.screen.page import GAP, Paragraph, TextStyle

SCROLLING = "arrows, j, k, PageUp, PageDown, Home and End scroll"


def welcome_page(packet: Packet, width: int) -> tuple[Paragraph, ...]:
    """What a coder reads before the first item."""
    return tuple(_welcome(packet, width))


def _welcome(packet: Packet, width: int) -> Iterator[Paragraph]:
    for part in welcome(packet):
        yield Paragraph(part.heading, TextStyle.HEADING)
        yield from map(Paragraph, part.paragraphs)
        yield from (Paragraph(f"- {one}", hang=2) for one in part.listed)
        yield from map(Paragraph, part.after)
        yield GAP
    yield Paragraph("Keys", TextStyle.HEADING)
    yield from map(Paragraph, _keys(packet.header.view, width))


def _keys(view: View, width: int) -> Iterator[str]:
    content = view is View.CONTENT
    flags: tuple[KeyBinding, ...] = CONTENT_FLAGS if content else FLAGS
    if content:
        yield "press the key next to an answer; first +, if the reply also gives another one"
        yield "press a flag first, e.g. h and then the answer, if the reply is not plain:"
    else:
        yield "   ".join(help_lines(MARKS, width=width))
        yield "press a flag first, e.g. h and then 2 for half right, hedged:"
    yield from (f"   {line}" for line in help_lines(flags, width=width - 4))
    yield from help_lines(command_keys(content=content), width=width)
    yield SCROLLING
