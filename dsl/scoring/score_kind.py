"""What a kind of score is: what it makes of the marks of test questions, and what it averages.

Marks are exact: a share added up from floats falls on the wrong side of a band.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Protocol

from dsl import exact
from dsl.record import record

Odds = tuple[tuple[Fraction, Fraction], ...]
"""(mark, probability) pairs of a guess at one question; the probabilities add up to 1."""


@record
class MarkedQuestion:
    """A test question of a trial, as one coder marked it.

    `mark` is between 0 and 1, None while it is undecided or the reply was lost. `odds` are those of
    a guess, None where the candidates are unknown. `worth` is the question's weight.
    """

    mark: Fraction | None
    odds: Odds | None
    worth: Fraction = Fraction(1)

    @property
    def chance(self) -> Fraction | None:
        """The mean mark of a guess."""
        return None if self.odds is None else _chance(self.odds)


class IntervalMethod(StrEnum):
    """How the 95% interval of a mean over draws is computed."""

    T = "t interval of the draw means, with one pseudo-draw"
    """For means on a bounded scale."""
    TWO_DRAWS = "t interval of the draw means, with two pseudo-draws"
    """For proportions correct, which may be of a single question."""
    WILSON = "Wilson interval of the draws"
    """For proportions of draws."""


class Scaled(Protocol):
    """What has a mean over draws: the ends of its scale, None for no end, and its interval."""

    @property
    def low(self) -> Fraction | None:
        """The lowest value."""

    @property
    def high(self) -> Fraction | None:
        """The highest value."""

    @property
    def interval(self) -> IntervalMethod:
        """How the interval of the mean is computed."""


@record
class ItemValues:
    """The items of a bank, each as a number whose mean is the score of all: `low` and `high` are
    the lowest and the highest mean.
    """

    values: tuple[Fraction, ...]
    low: Fraction
    high: Fraction = Fraction(1)

    @property
    def mean(self) -> Fraction:
        """The score of all items."""
        return exact.mean(self.values)


@record
class MarkTotal:
    """Items with the same odds together: how many are marked, and the sum of their marks."""

    marked: int
    total: Fraction
    odds: Odds | None

    @property
    def chance(self) -> Fraction | None:
        """The mean mark of a guess at one of them."""
        return None if self.odds is None else _chance(self.odds)


class ScoreLevel(StrEnum):
    """What a kind is averaged over."""

    CELL = "cell"
    GROUP = "group"
    """A group of the items of a bank, in one cell."""
    STAGE = "stage"
    """The plain mean of the groups of a stage, in one cell."""
    MACRO = "macro"
    """The plain mean of all groups of the items, in one cell."""
    PAIR = "pair"
    """The two versions of one item of a bank, in one cell."""
    EXPERIMENT = "experiment"
    DOMAIN = "domain"


class ScoreKind(ABC):
    """What makes a score of marks.

    `name` is the name in documents, and `heading` and `meaning` say what it is. Scores lie between
    `low` and `high`; a kind without ends on one side has no interval.
    """

    name: ClassVar[str]
    heading: ClassVar[str]
    meaning: ClassVar[str]
    low: ClassVar[Fraction | None] = Fraction(0)
    high: ClassVar[Fraction | None] = Fraction(1)
    interval: ClassVar[IntervalMethod] = IntervalMethod.T
    levels: ClassVar[frozenset[ScoreLevel]] = frozenset({ScoreLevel.CELL, ScoreLevel.EXPERIMENT})

    @property
    def criterion(self) -> str:
        """The kind with its numbers, in words."""
        return self.name.replace("_", " ")

    @abstractmethod
    def score(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The score of one trial by one coder; None while the marks do not settle it."""

    @abstractmethod
    def chance(self, questions: Sequence[MarkedQuestion]) -> Fraction | None:
        """The expected score of guessing every question; None where that is not known."""

    def of_items(self, items: Sequence[MarkedQuestion]) -> ItemValues | None:
        """The items of a bank one by one, each with its mean mark; None where there is no mark, a
        chance that is needed is unknown, or the kind is no mean of items.
        """
        return None

    def of_totals(self, totals: Sequence[MarkTotal]) -> tuple[Fraction | None, Fraction | None]:
        """Score and chance of the items of a bank in one trial, as `score` and `chance` have them
        of all of its questions; None for a kind that is no mean of items.
        """
        return None, None


@lru_cache(maxsize=1024)
def _chance(odds: Odds) -> Fraction:
    """The mean mark of a guess. Many questions have the same odds."""
    return sum((mark * p for mark, p in odds), Fraction(0))
