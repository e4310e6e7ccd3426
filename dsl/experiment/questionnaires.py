"""Questionnaires: what is computed from the answers to items on one scale.

The items themselves are `record` questions with the name of the questionnaire, each a form of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.record import record

if TYPE_CHECKING:
    from dsl.files.people import PeopleRatings, Ties


@record
class ScaleItem:
    """One item; `reversed`: a high point says the contrary of what the questionnaire measures."""

    name: str
    reversed: bool


@record
class ItemScale:
    """Items of which the mean is taken, where at least `least` of them are answered.

    `name` is that of the questionnaire, or for a subscale both names: `worry fear`.
    """

    name: str
    items: tuple[ScaleItem, ...]
    least: int


@record
class Questionnaire:
    """A questionnaire: `low` and `high` are the ends of its points. `scales`: the whole first, then
    its subscales. `waves`: the scenes in which it is given, in the order of the script; one empty
    name where it is given once in none.
    """

    name: str
    low: int
    high: int
    scales: tuple[ItemScale, ...]
    waves: tuple[str, ...] = ()

    @property
    def items(self) -> tuple[ScaleItem, ...]:
        """All of its items, in the order written."""
        return self.scales[0].items

    def turned(self, item: ScaleItem, point: int) -> int:
        """A point as it counts: low + high - point for a reversed item."""
        return self.low + self.high - point if item.reversed else point

    def mean(self, scale: ItemScale, said: Mapping[str, int]) -> Fraction | None:
        """The mean of a scale of one participant; `said` is the point named for each item that was
        answered. None where too few items are answered.
        """
        counted = [self.turned(one, said[one.name]) for one in scale.items if one.name in said]
        if not counted or len(counted) < scale.least:
            return None
        return Fraction(sum(counted), len(counted))


@record
class PeoplesRatings:
    """How people rated the items of a questionnaire, and what a tie gives."""

    questionnaire: str
    ratings: PeopleRatings
    ties: Ties


@record
class ScaleMean:
    """The mean of a scale in a wave; of two waves the change, the second less the first."""

    questionnaire: Questionnaire
    scale: ItemScale
    waves: tuple[str, ...]
