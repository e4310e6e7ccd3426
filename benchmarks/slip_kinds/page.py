"""A sound script taken apart into lines, and the register of the kinds of slip.

A kind is a function that yields every slip of its kind that can be made in a script. It says on
which lines the first message may point, what that message must contain, and, where the help cannot
give words to copy, what deed it must name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dsl.explaining.block_kinds import BY, place_of
from dsl.heads import Head, Place
from dsl.keywords import head_of
from dsl.parsing.draft import Draft
from dsl.parsing.layout import survey

STEP = "    "
OWN = (Place.WORDS, Place.ARMS, Place.POOL, Place.LEVELS, Place.CONTRAST)
"""Blocks whose lines begin with the author's own words."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sound script; `head` is None where the line begins with the author's words."""

    number: int
    indent: str
    words: str
    place: Place | None
    head: Head | None
    parent: int | None

    @property
    def after(self) -> str:
        """What follows the head."""
        found = self.head.pattern.match(self.words) if self.head else None
        return self.words[found.end() :] if found else self.words

    @property
    def by(self) -> bool:
        """Whether the statement opens arms."""
        before = self.after.partition(":")[0]
        return self.head is not None and self.head.by and BY.search(before) is not None


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip: the script with it, and what its first message must be.

    `names` is a pattern for "CODE message | label | help", and `deed` one for the help, for where
    it cannot give words to copy. `rounds`: so many messages may have to be followed.
    """

    kind: str
    script: str
    text: str
    lines: frozenset[int]
    names: str
    deed: str = ""
    rounds: int = 1
    where: int = 0


class Page:
    """A sound script, line by line."""

    def __init__(self, script: str, text: str) -> None:
        self.script = script
        self.text = text.rstrip("\n") + "\n"
        self.written = ["", *self.text.split("\n")]
        self.draft: Draft = survey(script, self.text)
        self._lines = list(self._taken_apart())

    def _taken_apart(self) -> Iterator[Line]:
        for n in range(1, len(self.written)):
            if self.draft.is_blank(n):
                continue
            place, words = place_of(self.draft, n), self.draft.content(n)
            head = None
            if place is not None and (place not in OWN or words.startswith(("swap ", "rotate "))):
                head = head_of(words, place)
            yield Line(n, self.draft.indents[n], words, place, head, self.draft.parent(n))

    def lines(self, *places: Place) -> list[Line]:
        """The lines that hold something, of these kinds of block (or of all)."""
        return [line for line in self._lines if not places or line.place in places]

    def heads(self, *words: str) -> Iterator[Line]:
        """The lines that begin with one of these statements."""
        for line in self.lines():
            if line.head is not None and (not words or line.head.word in words):
                yield line

    def block(self, line: Line) -> list[Line]:
        """The lines set in below a line, however deep."""
        below = self.draft.below(line.number)
        return [one for one in self.lines() if one.number in below]

    def unsent(self, line: Line) -> bool:
        """Whether a line is for people who score, or a note: nothing in it is ever sent."""
        above: Line | None = line
        while above is not None:
            if above.head is not None and above.head.word in (
                "example",
                "coders",
                "note",
                "coding guide",
            ):
                return True
            above = next((one for one in self._lines if above and one.number == above.parent), None)
        return False

    def members(self, line: Line) -> list[Line]:
        """The lines one step below a line."""
        block = self.block(line)
        return [one for one in block if one.indent == block[0].indent] if block else []

    def chance(self, *about: object) -> random.Random:
        """A random stream that belongs to one line of one kind, the same on every machine."""
        said = "|".join(str(one) for one in (self.script, *about))
        return random.Random(int.from_bytes(sha256(said.encode()).digest()[:8]))

    def slip(
        self,
        line: Line,
        written: str | Sequence[str],
        names: str,
        deed: str = "",
        *,
        at: Sequence[int] = (),
        rounds: int = 1,
        whole: bool = False,
    ) -> Slip:
        """The slip that puts other words, or other lines, in place of those of a line.

        `whole`: `written` has its own indentation. `at`: where the message may point, unless at
        the line itself.
        """
        rows = [written] if isinstance(written, str) else list(written)
        rows = rows if whole else [line.indent + row for row in rows]
        changed = [*self.written[: line.number], *rows, *self.written[line.number + 1 :]]
        lines = frozenset(at or (line.number,))
        text = "\n".join(changed[1:])
        return Slip("", self.script, text, lines, names, deed, rounds, line.number)

    def rewritten(
        self,
        rows: dict[int, str | None],
        names: str,
        deed: str = "",
        *,
        at: Sequence[int],
        rounds: int = 1,
    ) -> Slip:
        """The slip that changes several lines; None takes one away. `at` counts in the new text."""
        kept = [
            rows.get(n, row)
            for n, row in enumerate(self.written)
            if n and rows.get(n, row) is not None
        ]
        text = "\n".join(row for row in kept if row is not None)
        return Slip("", self.script, text, frozenset(at), names, deed, rounds, min(at))


Maker = Callable[[Page], Iterator[Slip]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of slip: its row in the table, its name, and what makes all slips of it."""

    group: str
    name: str
    make: Maker


KINDS: list[Kind] = []


def kind(group: str, name: str) -> Callable[[Maker], Maker]:
    """Registers a kind of slip."""

    def register(make: Maker) -> Maker:
        KINDS.append(Kind(group, name, make))
        return make

    return register


def exactly(text: str) -> str:
    """A pattern for words between back-ticks."""
    return re.escape(f"`{text}`")
