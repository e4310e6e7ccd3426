"""Even questions: no answer is right in one trial, and over draws each of two should come equally
often (`answer equally often` in a script).

A mark says which was chosen: 1 the first answer, 0 the other, 1/2 neither. So whoever judges a
reply, matcher, coder or model, gives the one shape of `coders.marks`, and agreement is computed as
for any question. Marks of their own would be a second table for coders to learn.
"""

from __future__ import annotations

from enum import StrEnum

from coders.marks import HALF, OF_WRONG, RIGHT, Flag, Verdict, half, right, wrong
from dsl.trial import Question

_NEITHER_WAY = frozenset({Flag.HEDGED, Flag.INCOMPLETE, Flag.FALSE_DETAIL})


class Choice(StrEnum):
    """What a reply to an even question chooses."""

    FIRST = "first"
    SECOND = "second"
    NEITHER = "neither"


def choice_of(verdict: Verdict) -> Choice | None:
    """What a verdict says was chosen; None while there is no mark. Who refuses chooses neither."""
    if verdict.mark is None:
        return None
    if verdict.mark == HALF or not OF_WRONG.isdisjoint(verdict.flags):
        return Choice.NEITHER
    return Choice.FIRST if verdict.mark == RIGHT else Choice.SECOND


def as_choice(verdict: Verdict, question: Question) -> Verdict:
    """The verdict on a reply to an even question, with the mark of what it names.

    A hedge is a choice all the same: nobody could be wrong. What names both, neither or another
    thing chooses neither.
    """
    if verdict.mark is None or not OF_WRONG.isdisjoint(verdict.flags):
        return verdict
    first, second = question.even_answers
    flags = tuple(flag for flag in verdict.flags if flag not in _NEITHER_WAY)
    if verdict.matched == first:
        return right(first, f"it chooses {first}", *flags)
    if verdict.matched == second:
        return wrong(second, f"it chooses {second}", *flags)
    return half(verdict.matched, "it chooses neither", *flags)
