"""What several coders disagree on: marks that differ, and flags that change a score.

A difference that no score can show (one coder noted a false detail in a reply that both call wrong)
is left alone: adjudicators have to read every case, and would stop reading. Two coders are compared
on what they coded, marks or contents, never on the LRS, which follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from coders.marks import MARKS, OF_HALF, OF_WRONG, Flag, MarkWord
from dsl.projections import digest
from dsl.record import record, replace

_OF_CONTENTS = OF_HALF | OF_WRONG | {Flag.UNCLEAR}
"""Flags that the key turns into marks where contents are coded."""


class DisagreementSource(StrEnum):
    """Where a disagreement came from, as the adjudicator sees it; a closed list."""

    SLIP = "slip"
    RUBRIC = "rubric unclear"
    REPLY = "reply unclear"
    STORY = "story misread"


class DifferenceKind(StrEnum):
    """In what coders differ, from most to least."""

    OPPOSITE = "right against wrong"
    STEP = "half right against right or wrong"
    ANSWER = "different answers"
    FLAGS = "flags alone"


@record
class Opinion:
    """What one coder holds of one reply: a `mark`, or in content view what was `said`, and how.
    `note` is what the coder noted on it; nothing is compared or settled by it.
    """

    coder: str
    mark: str = ""
    flags: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    plain: bool = True
    note: str = ""

    @property
    def substance(self) -> tuple[object, ...]:
        """As much of it as a score can show."""
        flags = set(self.flags)
        if not self.mark:
            return (frozenset(self.said), self.plain, frozenset(flags & _OF_CONTENTS))
        if self.mark == MarkWord.RIGHT:
            return (self.mark, Flag.UNCLEAR in flags)
        if self.mark == MarkWord.WRONG:
            return (self.mark, frozenset(flags & OF_WRONG))
        return (self.mark,)


@record
class Disagreement:
    """One question of one item with what everybody who judged it holds of it.

    `key` names the case and never changes, `item` what is shown together; `control` says that it is
    a gate. `question` is its number in the item.
    """

    key: str
    item: str
    question: int
    control: bool
    opinions: tuple[Opinion, ...]

    @property
    def disputed(self) -> bool:
        """Whether two coders differ in what a score can show."""
        return len({one.substance for one in self.opinions}) > 1


def in_order(cases: Iterable[Disagreement], *, seed: str) -> tuple[Disagreement, ...]:
    """The disputed cases as they are settled: every gate before every other question, each of these
    two item by item in a shuffled order, an item's questions in the order of the story.

    The order is a function of `seed` and the cases' own names, so that going on tomorrow, or with
    some of them settled, changes nothing.
    """
    disputed = [case for case in cases if case.disputed]
    return tuple(
        sorted(
            disputed,
            key=lambda case: (not case.control, _lot(seed, case.item), case.item, case.question),
        )
    )


def nameless(case: Disagreement, *, seed: str) -> tuple[Opinion, ...]:
    """The opinions on a case as `coder 1`, `coder 2`, ..., in an order of its own for each item.

    Who is coder 1 is the same for all questions of an item, and says nothing about another item.
    """
    order = sorted(case.opinions, key=lambda one: (_lot(seed, case.item, one.coder), one.coder))
    return tuple(replace(one, coder=f"coder {number}") for number, one in enumerate(order, start=1))


def difference(opinions: Iterable[Opinion]) -> DifferenceKind:
    """In what the opinions on a disputed case differ."""
    every = tuple(opinions)
    if {MarkWord.RIGHT, MarkWord.WRONG} <= {one.mark for one in every}:
        return DifferenceKind.OPPOSITE
    if len({one.mark for one in every}) > 1:
        return DifferenceKind.STEP
    said = len({frozenset(one.said) for one in every})
    return DifferenceKind.ANSWER if said > 1 else DifferenceKind.FLAGS


def majority(opinions: Sequence[Opinion]) -> Opinion | None:
    """What more than half of the coders hold, in all that a score can show, with the flags that
    more than half of these gave; None where there is no such majority.
    """
    for one in opinions:
        same = [other for other in opinions if other.substance == one.substance]
        if 2 * len(same) > len(opinions):
            return replace(one, coder="", flags=_flags_of_most(same), note="")
    return None


def _flags_of_most(opinions: Sequence[Opinion]) -> tuple[str, ...]:
    """The flags that more than half of these gave, in the order in which they were given."""
    given = dict.fromkeys(flag for one in opinions for flag in one.flags)
    return tuple(
        flag for flag in given if 2 * sum(flag in one.flags for one in opinions) > len(opinions)
    )


def median(opinions: Sequence[Opinion]) -> Opinion | None:
    """The mark in the middle, with the flags that more than half of those who gave it gave.

    None where it lies between two marks, and where contents were coded, which have no middle.
    """
    if not opinions or any(one.mark not in MARKS for one in opinions):
        return None
    marks = sorted((MarkWord(one.mark) for one in opinions), key=lambda mark: -MARKS[mark])
    low, high = marks[(len(marks) - 1) // 2], marks[len(marks) // 2]
    if low != high:
        return None
    return Opinion("", low, _flags_of_most([one for one in opinions if one.mark == low]))


def _lot(*parts: str) -> str:
    return digest("devrun:lot:1", list(parts))
