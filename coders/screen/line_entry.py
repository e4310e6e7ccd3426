"""A line to write in: a note, a reason, a number to go to, a word to search for.

What is pasted is made visible like everything else. Copying out of the line is off: a terminal
takes a copy by an escape sequence, and this screen sends none that a text could have asked for.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from coders.screen.page import Look, Words
from coders.screen.reading import Reading
from coders.screen.text import one_line

LONGEST = 2000
"""Characters of a note or reason at most."""


class _Line(Input):
    def insert_text_at_cursor(self, text: str) -> None:
        super().insert_text_at_cursor(one_line(text))

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(one_line(text), start, end)

    def action_copy(self) -> None:
        """Nothing is sent to the terminal's clipboard."""

    def action_cut(self) -> None:
        """As copying."""


class LineEntry(ModalScreen[str | None]):
    """Asks for a line; gives what was written, or None if it was left with Escape."""

    DEFAULT_CSS = """
    LineEntry { align: left bottom; background: transparent; }
    LineEntry > Vertical { height: auto; border-top: solid ansi_default; background: ansi_default; }
    LineEntry Input { margin: 0 2; width: 1fr; max-width: 88; text-style: underline; }
    """
    BINDINGS = [Binding("escape", "cancel", show=False)]  # noqa: RUF012

    def __init__(self, title: str, *, explanation: str = "", value: str = "") -> None:
        super().__init__()
        self._words = (
            Words(title, Look.STRONG),
            *((Words(explanation),) if explanation else ()),
        )
        self._value = value

    def compose(self) -> ComposeResult:
        """The question, the line, and the keys."""
        with Vertical():
            yield Reading(id="asked")
            yield _Line(value=one_line(self._value), compact=True, max_length=LONGEST)
            yield Reading(id="keys")

    def on_mount(self) -> None:
        """Puts the question there."""
        width = self.app.size.width
        self.query_one("#asked", Reading).fit(self._words, width)
        keys = (Words("Enter: done   Escape: back without it", Look.FAINT),)
        self.query_one("#keys", Reading).fit(keys, width)
        self.query_one(_Line).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Gives the line."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        """Gives nothing."""
        self.dismiss(None)
