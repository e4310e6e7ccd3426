"""What a script measures in addition to the LRS: passes by a criterion, and totals of them."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.record import record
from dsl.scoring import IntervalMethod


class MeasureKind(StrEnum):
    """What the number of a measure is."""

    PASS = "pass"
    """1 where a criterion is reached, else 0."""
    TOTAL = "total"
    """The sum of passes, and of tests that are right."""


@record
class Term:
    """At least `least` of the replies to `questions` have this outcome, or with `negated` fewer.

    An empty `outcome`: the first of two ratings is above the second.
    """

    questions: tuple[str, ...]
    outcome: str
    least: int = 1
    negated: bool = False


@record
class Measure:
    """A named number for each version of a run; it is missing where something that it needs is.

    `words` are what the script says of it after its name. A pass has `terms`, of which all must
    hold, or with `either` one; a total has `parts`, the names of passes and tests. The number lies
    between `low` and `high`.
    """

    name: str
    kind: MeasureKind
    words: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)
    terms: tuple[Term, ...] = ()
    either: bool = False
    parts: tuple[str, ...] = ()

    @property
    def interval(self) -> IntervalMethod:
        """How the interval of its mean over draws is computed."""
        return IntervalMethod.WILSON if self.kind is MeasureKind.PASS else IntervalMethod.T
