"""What one judgement of one reply says: a mark, flags, and the words it rests on.

The table of marks is closed (docs/matcher.md): 1 asserts the key; 1 with the flag unclear if the
reply corrected itself; 1/2 hedged between the key and another, or incomplete where several parts
are needed; 0 for a lure, another thing, both, or a refusal. The matcher, people and model judges
all give this one shape, so that scores are computed by one function whoever judged.

A verdict without a mark is a judgement too: it says that a person is needed. The alternative, a
number for how sure the matcher is, would invite a threshold and hide wrong verdicts behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from dsl.record import record
from renderers.rows.replies import HUMAN as NEEDS_HUMAN

RIGHT = Fraction(1)
HALF = Fraction(1, 2)
WRONG = Fraction(0)


class MarkWord(StrEnum):
    """A verdict in a word."""

    RIGHT = "right"
    HALF = "half"
    WRONG = "wrong"
    HUMAN = NEEDS_HUMAN
    UNKEYED = "unkeyed"
    RATED_0 = "rated 0"
    RATED_1 = "rated 1"
    RATED_2 = "rated 2"
    RATED_3 = "rated 3"
    RATED_4 = "rated 4"
    RATED_5 = "rated 5"


MARKS = {MarkWord.RIGHT: RIGHT, MarkWord.HALF: HALF, MarkWord.WRONG: WRONG}
"""The marks that a reply can get, best first, and what each counts."""

RATINGS = {MarkWord(f"rated {lrs}"): lrs for lrs in range(6)}
"""The ratings that a coder gives instead of marks, where a protocol asks for an LRS and nothing
else; the mark of one is the proportion of 5."""


class Flag(StrEnum):
    """What else is to be said of a reply; a closed list."""

    HEDGED = "hedged"
    INCOMPLETE = "incomplete"
    FALSE_DETAIL = "false detail"
    UNCLEAR = "unclear"
    HALLUCINATION = "hallucination"
    IRRELEVANT = "irrelevant"
    REFUSAL = "refusal"
    RECOGNISED = "recognised"


class NoOneAnswer(StrEnum):
    """Why a wrong reply gives no one answer: the reasons of such verdicts, in words."""

    PREFERS_NEITHER = "it prefers neither"
    BOTH = "it names both"
    TWO = "it names two"
    CANNOT_TELL = "it says that it cannot tell"
    NONE = "it names none"
    BOTH_OPEN = "it leaves both open"
    SEVERAL = "it names several answers and prefers none"


OF_HALF = frozenset({Flag.HEDGED, Flag.INCOMPLETE, Flag.FALSE_DETAIL})
"""Flags that make a reply half right at most."""

OF_WRONG = frozenset({Flag.REFUSAL, Flag.IRRELEVANT, Flag.HALLUCINATION})
"""Flags of a wrong reply only; they decide why a trial is 0."""


@record
class Verdict:
    """A judgement of one reply to one question.

    `mark` is None when a person is needed, and when nothing is keyed. `lure` is the script text of
    the lure that a wrong reply names, None when it names none. `matched` is the script text of the
    phrase or option that the reply asserts, right or wrong; kept replies are made of it. `reason`
    says in a few words what the verdict rests on.
    """

    mark: Fraction | None
    word: MarkWord
    flags: tuple[Flag, ...] = ()
    lure: str | None = None
    matched: str | None = None
    reason: str = ""

    @property
    def decided(self) -> bool:
        """Whether there is a mark."""
        return self.mark is not None

    @property
    def right(self) -> bool:
        """Whether the mark is a full one."""
        return self.mark == RIGHT


def marked(mark: str, flags: Iterable[str], reason: str = "") -> Verdict:
    """The verdict of somebody who marked a reply: `mark` is one of MARKS."""
    word = MarkWord(mark)
    return Verdict(MARKS[word], word, tuple(map(Flag, flags)), reason=reason)


def rated(lrs: int) -> Verdict:
    """The verdict of somebody who gave an LRS from 0 to 5 instead of marks."""
    return Verdict(Fraction(lrs, 5), MarkWord(f"rated {lrs}"), reason=f"rated {lrs}")


def right(matched: str | None, reason: str, *flags: Flag) -> Verdict:
    """The verdict for a reply that asserts the key."""
    return Verdict(RIGHT, MarkWord.RIGHT, flags, None, matched, reason)


def half(matched: str | None, reason: str, *flags: Flag) -> Verdict:
    """The verdict for a reply that is half right."""
    return Verdict(HALF, MarkWord.HALF, flags, None, matched, reason)


def wrong(lure: str | None, reason: str, *flags: Flag) -> Verdict:
    """The verdict for a reply that is wrong; `lure` is what it names, if that is a known lure."""
    return Verdict(WRONG, MarkWord.WRONG, flags, lure, lure, reason)


def needs_human(reason: str, *flags: Flag) -> Verdict:
    """The verdict that leaves the reply to a person."""
    return Verdict(None, MarkWord.HUMAN, flags, None, None, reason)


def unkeyed(matched: str | None) -> Verdict:
    """The verdict on a reply to a question without a key: only what it says is kept."""
    return Verdict(None, MarkWord.UNKEYED, (), None, matched, "nothing is keyed here")
