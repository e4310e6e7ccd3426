"""A line that is written with the keyboard, as a value: each key gives the next one.

Textual's own input is a widget with a queue of keys of its own: what is typed fast around its
opening and closing gets into the wrong place (measured: a mark ended up in a note). It also copies
by an escape sequence.
"""

from __future__ import annotations

from dsl.record import record

LONGEST = 2000
"""Characters of a note or reason at most."""
CURSOR = "\u258f"


@record
class InputLine:
    """What is written, and before which character (from 0) the next one goes."""

    text: str = ""
    at: int = 0

    @property
    def shown(self) -> str:
        """The text with the cursor in it."""
        return self.text[: self.at] + CURSOR + self.text[self.at :]

    def insert(self, text: str) -> InputLine:
        """The line with a text at the cursor, as far as there is room."""
        fits = text[: LONGEST - len(self.text)]
        return InputLine(self.text[: self.at] + fits + self.text[self.at :], self.at + len(fits))

    def press(self, key: str) -> InputLine:
        """The line after a key that moves or deletes; the same for every other key."""
        text, at = self.text, self.at
        match key:
            case "left" | "ctrl+b":
                return InputLine(text, max(0, at - 1))
            case "right" | "ctrl+f":
                return InputLine(text, min(len(text), at + 1))
            case "home" | "ctrl+a":
                return InputLine(text, 0)
            case "end" | "ctrl+e":
                return InputLine(text, len(text))
            case "backspace" | "ctrl+h":
                return InputLine(text[: max(0, at - 1)] + text[at:], max(0, at - 1))
            case "delete" | "ctrl+d":
                return InputLine(text[:at] + text[at + 1 :], at)
            case "ctrl+u":
                return InputLine(text[at:], 0)
            case "ctrl+w":
                kept = text[:at].rstrip()
                kept = kept[: kept.rfind(" ") + 1]
                return InputLine(kept + text[at:], len(kept))
            case _:
                return self
