"""The words around what a search found."""

from __future__ import annotations

from coders.packets.shape import Item
from dsl.words import folded

AROUND = 24
"""Characters shown before and after what was found."""


def excerpt(item: Item, wanted: str) -> str:
    """The words around the first place where a speech of an item holds what was searched for."""
    looked_for = folded(wanted)
    for line in item.lines:
        flat = " ".join(line.text.split())
        place = flat.casefold().find(looked_for)
        if place >= 0:
            return _around(flat, place, place + len(looked_for))
    return "in a note, or across two messages"


def _around(flat: str, first: int, end: int) -> str:
    """A piece of a text with about as much before and behind, in whole words where it can be."""
    start, stop = max(0, first - AROUND), min(len(flat), end + AROUND)
    if start:
        start = flat.find(" ", start, first) + 1 or start
    if stop < len(flat):
        blank = flat.rfind(" ", end, stop)
        stop = blank if blank >= 0 else stop
    before, behind = ("\u2026" if start else ""), ("\u2026" if stop < len(flat) else "")
    return f"{before}{flat[start:stop]}{behind}"
