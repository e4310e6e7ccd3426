"""What may lie over the desk for a while: a line to write in, a page, a list of items.

A mode takes all keys until it is left, in the order in which they are pressed. Textual's own
screens above each other were rejected: each has a queue of keys, and what is typed ahead overtakes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from coders.desk.paragraphs import Paragraph, strong
from coders.screen.reading import InputLine
from coders.screen.text import one_line


class Mode(Protocol):
    """One of the modes. Exactly one of `page` and `panel` holds words."""

    @property
    def page(self) -> tuple[Paragraph, ...]:
        """What lies over the transcript."""

    @property
    def panel(self) -> tuple[Paragraph, ...]:
        """What stands below the transcript in place of the question."""

    @property
    def here(self) -> int:
        """The number of the row that is chosen on the page; 0 for none."""

    @property
    def keys(self) -> str:
        """The keys, in words."""

    def press(self, sign: str, *, printable: bool) -> Callable[[], None] | bool:
        """What a key does: True to stay, False to leave, or leave and do what is given."""

    def paste(self, text: str) -> None:
        """Takes a text that was pasted."""


@dataclass(slots=True)
class Writing:
    """A line to write in; `then` is done with what was written."""

    title: str
    then: Callable[[str], None]
    explanation: str = ""
    line: InputLine = field(default_factory=InputLine)
    page: tuple[Paragraph, ...] = ()
    here: int = 0
    keys: str = "Enter confirm   Escape cancel"

    @property
    def panel(self) -> tuple[Paragraph, ...]:
        """The question, its explanation, and the line."""
        told = (Paragraph(self.explanation),) if self.explanation else ()
        return (strong(self.title), *told, Paragraph(self.line.shown, hang=2))

    def press(self, sign: str, *, printable: bool) -> Callable[[], None] | bool:
        """Writes."""
        if sign == "escape":
            return False
        if sign == "enter":
            return lambda: self.then(self.line.text.strip())
        self.line = self.line.insert(one_line(sign)) if printable else self.line.press(sign)
        return True

    def paste(self, text: str) -> None:
        """Writes what was pasted, on one line."""
        self.line = self.line.insert(one_line(text))


@dataclass(slots=True)
class Reader:
    """A page to read: the rubric, the scene card, the story."""

    page: tuple[Paragraph, ...]
    panel: tuple[Paragraph, ...] = ()
    here: int = 0
    keys: str = "Escape, Enter, ? or q back"

    def press(self, sign: str, *, printable: bool) -> Callable[[], None] | bool:
        """Closes by any of four keys."""
        return sign not in ("escape", "enter", "?", "q")

    def paste(self, text: str) -> None:
        """Nothing is taken here."""


@dataclass(slots=True)
class Confirm:
    """A question to say yes to before something large is done."""

    title: str
    then: Callable[[], None]
    page: tuple[Paragraph, ...] = ()
    here: int = 0
    keys: str = "y yes   any other key: no"

    @property
    def panel(self) -> tuple[Paragraph, ...]:
        """The question."""
        return (strong(self.title),)

    def press(self, sign: str, *, printable: bool) -> Callable[[], None] | bool:
        """Does it, or leaves."""
        return self.then if sign == "y" else False

    def paste(self, text: str) -> None:
        """Nothing is taken here."""


@dataclass(slots=True)
class ItemList:
    """Items to go to, as (position, words): what a search found, or the coder's notes; `then` goes
    to the one chosen. `row` says how position and words stand in a row.
    """

    title: str
    found: tuple[tuple[int, str], ...]
    then: Callable[[int], None]
    row: str = "item {0}: {1}"
    at: int = 0
    panel: tuple[Paragraph, ...] = ()
    keys: str = "n next   N previous   Enter go there   Escape back"

    @property
    def here(self) -> int:
        """The one that is chosen, from 1."""
        return self.at + 1

    @property
    def page(self) -> tuple[Paragraph, ...]:
        """The title, and a row for each."""
        rows = (
            Paragraph(self.row.format(position, words), question=number)
            for number, (position, words) in enumerate(self.found, start=1)
        )
        return (strong(self.title), *rows)

    def press(self, sign: str, *, printable: bool) -> Callable[[], None] | bool:
        """Moves through the list, and goes."""
        if sign in ("escape", "q"):
            return False
        if sign == "enter":
            return lambda: self.then(self.found[self.at][0])
        step = {"n": 1, "j": 1, "down": 1, "N": -1, "k": -1, "up": -1}.get(sign, 0)
        self.at = (self.at + step) % len(self.found)
        return True

    def paste(self, text: str) -> None:
        """Nothing is taken here."""
