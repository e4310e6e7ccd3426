"""What is said of replies from anywhere, and how each way to read a choice does on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.record import record

if TYPE_CHECKING:
    from renderers.number_words import Ends

HUMAN = "needs a human"
NOT_CODED = "not coded"
READ = "read"


@record
class ReplyVerdict:
    """What is said of one reply. `reading`: the words of the answer that it gives, None where it
    gives none; `letter`: that of its choice. `mark`: right, half, wrong, or None where nothing is
    keyed or a human is needed, which `decided` tells apart.
    """

    id: str
    reading: str | None
    letter: str | None
    mark: str | None
    decided: bool
    flags: tuple[str, ...]
    reason: str

    @property
    def said(self) -> str:
        """The answer with its letter, as a table shows it."""
        reading = self.reading or ""
        return f"{self.letter}) {reading}" if self.letter else reading

    @property
    def told(self) -> str:
        """The mark in a word; `read` where nothing is keyed."""
        return self.mark or (READ if self.decided else HUMAN)


@record
class Share:
    """How many of the replies with a key that were decided are right, with the 95% interval of the
    share; `low` and `high` are None where there are none.
    """

    hits: int
    of: int
    low: float | None
    high: float | None


@record
class MethodFigures:
    """Of one method: of `replies`, how many it takes for no choice (`fail`).

    `told` replies come with the choice that a person says they take, or that they take none: of
    these `told_read` are read, `false` as another choice than that, and `missed` take a choice and
    fail. `right` of the `keyed` replies take the right choice; those that fail do not. `compared`
    replies are read by it and by the matcher, `unlike` of them as different choices.
    """

    method: str
    replies: int
    fail: int
    fail_ci95: Ends | None
    told: int
    told_read: int
    false: int
    missed: int
    keyed: int
    right: int
    compared: int
    unlike: int

    @property
    def fail_rate(self) -> float | None:
        """The share of replies that fail."""
        return _rate(self.fail, self.replies)

    @property
    def false_rate(self) -> float | None:
        """The share of replies with a known choice that are read as another, of those read."""
        return _rate(self.false, self.told_read)

    @property
    def right_rate(self) -> float | None:
        """The share of replies with a key that are right."""
        return _rate(self.right, self.keyed)


def _rate(some: int, of: int) -> float | None:
    return some / of if of else None
