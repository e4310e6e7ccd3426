"""The first page: what this is, what the coder is blind to and not, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from coders.desk.keys import FLAGS, MARKS, command_keys, help_lines
from coders.packets.shape import Packet, View
from coders.screen.page import GAP, Look, Words

_WHAT = {
    View.RUBRIC: (
        "You read one transcript after another. In each, the control questions are judged first "
        "(passed or failed), then every test question (right, half right or wrong), then the LRS, "
        "0 to 5, of the whole."
    ),
    View.CONTENT: (
        "You read one question and its reply after another, and say what the reply says, not "
        "whether it is right."
    ),
}


def welcome_page(packet: Packet, width: int) -> tuple[Words, ...]:
    """What a coder reads before the first item."""
    return tuple(_welcome(packet, width))


def _welcome(packet: Packet, width: int) -> Iterator[Words]:
    header = packet.header
    yield Words(f"Coding by {header.coder}", Look.HEADING)
    yield GAP
    yield Words(header.statement)
    yield GAP
    if header.keyed:
        yield Words("Each item bears its accepted answers.")
        yield GAP
    yield Words(_WHAT[header.view])
    yield GAP
    yield from _parts(packet)
    yield Words(
        "Every judgement is kept the moment it is made: you can leave at any time with q and go "
        "on where you were. Please do not look the study up, and do not speak about the items "
        "with others before all have handed in."
    )
    yield GAP
    yield Words("Keys", Look.HEADING)
    content = header.view is View.CONTENT
    if not content:
        yield Words("   ".join(help_lines(MARKS, width=width)))
    yield Words("a flag is pressed before the mark, e.g. h then 2 for half right, hedged:")
    flags = FLAGS if not content else FLAGS[:1]
    yield from (Words(f"   {line}") for line in help_lines(flags, width=width - 4))
    yield from (Words(line) for line in help_lines(command_keys(content=content), width=width))
    yield Words(SCROLLING)


SCROLLING = "arrows, j, k, PageUp, PageDown, Home and End scroll"


def _parts(packet: Packet) -> Iterator[Words]:
    if packet.training:
        told = _items(len(packet.training), "training item")
        yield Words(f"First come {told}; after each you see how experts coded it, and why.")
    if packet.gate_a:
        told = _items(len(packet.gate_a), "item")
        yield Words(f"Then comes a calibration of {told}, without feedback.")
    if packet.training or packet.gate_a:
        yield GAP


def _items(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
