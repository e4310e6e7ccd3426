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

    def _keys(self) -> None:
        words = Words("Escape, Enter, ? or q: back   arrows, j, k, PageUp, PageDown: scroll",
                      Look.NOTICE)  # fmt: skip
        self.query_one("#keys", Reading).fit((words,), self.app.size.width)

    def on_key(self, event: Key) -> None:
        """Scrolls or closes."""
        event.stop()
        if event.key in CLOSING:
            self.dismiss(None)
        else:
            scroll(self.query_one("#page", Reading), event.key)
