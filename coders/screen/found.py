"""What a search found: one row for each item, the one to go to marked."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import ModalScreen

from coders.packets.shape import Item
from coders.screen.page import Look, Words
from coders.screen.reading import Reading

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


class Found(ModalScreen[int | None]):
    """Lists the items found; gives the position of the one to go to, or None."""

    DEFAULT_CSS = """
    Found { background: ansi_default; layout: vertical; overflow: hidden; }
    """

    def __init__(self, wanted: str, found: tuple[tuple[int, str], ...]) -> None:
        super().__init__()
        self._wanted = wanted
        self._found = found
        self._at = 0

    def compose(self) -> ComposeResult:
        """The list and the keys."""
        yield Reading(id="title")
        yield Reading(id="page")
        yield Reading(id="keys")

    def on_mount(self) -> None:
        """Puts the list there."""
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Fits the lines to the new width."""
        self._draw()

    def _draw(self) -> None:
        width = self.app.size.width
        title = Words(f"found in {len(self._found)}: {self._wanted}", Look.STRONG)
        self.query_one("#title", Reading).fit((title,), width, most=3)
        rows = tuple(
            Words(f"item {position}: {words}", question=number)
            for number, (position, words) in enumerate(self._found, start=1)
        )
        self.query_one("#page", Reading).show(rows, here=self._at + 1)
        keys = Words("n: next   N: the one before   Enter: go there   Escape: back", Look.NOTICE)
        self.query_one("#keys", Reading).fit((keys,), width)

    def on_key(self, event: Key) -> None:
        """Moves through the list, and goes."""
        event.stop()
        sign = event.character or event.key
        if event.key in ("escape", "q"):
            self.dismiss(None)
        elif event.key == "enter":
            self.dismiss(self._found[self._at][0])
        elif sign in ("n", "j") or event.key == "down":
            self._at = (self._at + 1) % len(self._found)
            self._draw()
        elif sign in ("N", "k") or event.key == "up":
            self._at = (self._at - 1) % len(self._found)
            self._draw()
