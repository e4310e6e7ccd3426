"""What exploring a machine came to, and what is right of it by truth.

Bits per try: the expected information of an experiment, as in Oaksford and Chater (1994,
Psychological Review 101, 608-631), here as it came: the binary logarithm of the rules that fit
before the first try, divided by those after the last. The best explorer is that of
`dsl.expanding.exploration`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING

from coders.matcher import memoized_match
from dsl.expanding.exploration import SETTLED
from dsl.experiment import ExploredMachine, Measure, MeasureKind, Quantity
from dsl.record import replace
from dsl.trial import Clause, Phrase, Place, Question

if TYPE_CHECKING:
    from coders.measures import AskedQuestions, ReadReply


def right_by_truth(reply: str, question: Question) -> bool | None:
    """Whether a reply says how a machine truly works: read by the key, with what is so as right."""
    if question.machine is None:
        return None
    verdict = memoized_match(reply, _by_truth(question, question.machine.truth))
    return None if verdict.mark is None else verdict.right


@lru_cache(maxsize=4_000)
def _by_truth(question: Question, true: tuple[Phrase, ...]) -> Question:
    """The question with what is so as its key."""
    others = {one.text: one for one in question.key.phrases if one not in true}
    many = Quantity.ALL if len(true) > 1 else Quantity.ANY
    key = replace(
        question.key, answer=(Clause(many, true),), wrong=tuple(others.values()), alternatives=()
    )
    return replace(question, key=key)


def of_exploration(
    measure: Measure,
    explored: ExploredMachine,
    asked: AskedQuestions,
    read: Mapping[Place, ReadReply],
    lost: Collection[Place],
) -> Fraction | None:
    """What an exploration came to. Bits per try are missing where nothing was tried."""
    if measure.kind is MeasureKind.TRUTH:
        places = [place for place, _ in asked.about(explored.machine)]
        true = [read[at].true if at in read and at not in lost else None for at in places]
        return None if None in true else Fraction(true.count(True), len(true))
    came = asked.explorations[explored.machine]
    tries = len(came.tries)
    settled = came.left.index(SETTLED) if SETTLED in came.left else None
    match measure.kind:
        case MeasureKind.SETTLED:
            return Fraction(settled is not None)
        case MeasureKind.TRIES:
            return Fraction(explored.most if settled is None else settled)
        case MeasureKind.IDLE_TRIES:
            return Fraction(sum(before == after for before, after in pairwise(came.left)))
        case MeasureKind.BITS:
            return learnt(came.left) / tries if tries else None
        case _:
            return learnt(came.best) / tries if tries else None


def learnt(left: Sequence[int]) -> Fraction:
    """What was learnt, in bits, to the fourth decimal."""
    return Fraction(str(round(log2(left[0]) - log2(left[-1]), 4)))


def truth_chance(
    measure: Measure, explored: ExploredMachine, asked: AskedQuestions
) -> Fraction | None:
    """How often a guess at an answer about a machine is right by truth; None of all that hangs on
    what is tried.
    """
    about = [question for _, question in asked.about(explored.machine)]
    if measure.kind is not MeasureKind.TRUTH or not all(one.key.right == 1 for one in about):
        return None
    return sum((Fraction(1, one.key.candidates) for one in about), Fraction(0)) / len(about)
