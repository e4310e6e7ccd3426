"""What a coder finds items again by: the transcripts, and the notes on them."""

from __future__ import annotations

from coders.desk.state import LogState
from coders.packets.shape import Item, Packet


def notes_on(packet: Packet, state: LogState) -> tuple[tuple[int, str], ...]:
    """Positions of items of the study, each with a note on it or why it was skipped."""
    found: list[tuple[int, str]] = []
    for position, item in enumerate(packet.main, start=1):
        codes = state.codes(item.id)
        if codes.skipped:
            found.append((position, f"skipped: {codes.skipped}"))
        several = len(item.questions) > 1
        for number, note in sorted(codes.notes.items()):
            if not note:
                continue
            found.append((position, f"question {number}: {note}" if number and several else note))
    return tuple(found)


def searched(item: Item, state: LogState) -> str:
    """The transcript of an item, and the notes on it."""
    return " ".join([*(line.text for line in item.lines), *state.codes(item.id).notes.values()])
