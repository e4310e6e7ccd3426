"""What went wrong in a line, and what would make it readable."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.diagnostic import Fault
from dsl.keywords import Head, Place
from dsl.parsing.draft import Draft
from dsl.record import record
from dsl.span import Span

_LONGEST_SHOWN = 60


@record
class Slip:
    """A fault and its repair in the draft: the words of the mended line, or None to lose it.

    `guessed`: something in the mended line is made up, so the tree will not be what was meant.
    """

    fault: Fault
    mend: str | None = None
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that cannot be read: its words without indentation, and the block it stands in.

    `place` is None in a block whose head could not be read either. `at` is where in the words the
    parser stopped, counted from 0.
    """

    draft: Draft
    line: int
    at: int
    place: Place | None
    words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.draft.content(self.line))

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """A stretch of the words, all of them unless told otherwise."""
        first = self.draft.start(self.line)
        stop = len(self.words) if end is None else end
        return self.draft.span(self.line, first + start, first + stop)

    def find(self, part: str, start: int = 0) -> Span:
        """Where a part of the words stands."""
        at = max(0, self.words.find(part, start))
        return self.span(at, at + len(part))

    @property
    def has_block(self) -> bool:
        """Whether anything is set deeper below."""
        return any(not self.draft.is_blank(n) for n in self.draft.below(self.line))


@record
class Parts:
    """A line that begins with a head, taken apart around its first colon."""

    head: Head
    end: int
    tail: str
    colon: bool
    after: str

    @classmethod
    def of(cls, spot: Spot, head: Head) -> Parts:
        """The parts of a line."""
        found = head.pattern.match(spot.words)
        end = found.end() if found else 0
        tail, colon, after = spot.words[end:].partition(":")
        return cls(head, end, tail.strip(), bool(colon), after.strip())


def cut(text: str) -> str:
    """Words of a script as a message can bear them."""
    text = " ".join(text.split()) if len(text) < 10 * _LONGEST_SHOWN else text[:_LONGEST_SHOWN]
    return text if len(text) < _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1].rstrip() + "…"
