"""The words around what a search found."""

from __future__ import annotations

from coders.packets.shape import Item

AROUND = 30
"""Characters shown before and after what was found."""


def excerpt(item: Item, wanted: str) -> str:
    """The words around the first place where a speech of an item holds what was searched for."""
    looked_for = " ".join(wanted.casefold().split())
    for line in item.lines:
        flat = " ".join(line.text.split())
        place = flat.casefold().find(looked_for)
        if place >= 0:
            return flat[max(0, place - AROUND) : place + len(looked_for) + AROUND]
    return "in a note, or over two speeches"
