"""A page laid over the screen until a key closes it: the rubric, the scene card, the story."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import ModalScreen

from coders.screen.page import Look, Words
from coders.screen.reading import Reading
from coders.screen.scrolling import scroll

CLOSING = ("escape", "enter", "question_mark", "q")


class Overlay(ModalScreen[None]):
    """Shows a page until it is closed."""

    DEFAULT_CSS = """
    Overlay { background: ansi_default; layout: vertical; overflow: hidden; }
    """

    def __init__(self, page: tuple[Words, ...]) -> None:
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        """The page and the keys."""
        yield Reading(id="page")
        yield Reading(id="keys")

    def on_mount(self) -> None:
        """Puts the page there."""
        self.query_one("#page", Reading).show(self._page)
        self._keys()

    def on_resize(self, event: Resize) -> None:
        """Fits the line of keys to the new width."""
        self._keys()

    def on_reading_moved(self, event: Reading.Moved) -> None:
        """Tells which rows of the page are in view."""
        if event.control is self.query_one("#page", Reading):
            self._keys()

    def _keys(self) -> None:
        told = self.query_one("#page", Reading).span_words()
        words = "Escape, Enter, ? or q: back" + (f"   {told}" if told else "")
        keys = self.query_one("#keys", Reading)
        keys.fit((Words(words, Look.NOTICE),), self.app.size.width)

    def on_key(self, event: Key) -> None:
        """Scrolls or closes."""
        event.stop()
        if event.key in CLOSING:
            self.dismiss(None)
        else:
            scroll(self.query_one("#page", Reading), event.key)
