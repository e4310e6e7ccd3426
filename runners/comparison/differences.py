"""Two cells held beside each other: their difference, its interval, and what a test would count.

Pairs are draws: in permuted wording the same draw has the same words on both sides, and what makes
one set of words easier is taken off both. The original wording is one text, and its draws are
replies to it, of which the third on one side has nothing to do with the third on the other; they
are never paired. Where some draw is missing on one side, the difference is over the draws that both
have, so that it is about the same words; where less than half of the smaller side's draws are on
both (more runs were added later, with other words) all draws count, and nothing is paired.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from coders.statistics.differences import difference
from renderers.comparison_rows import Side
from renderers.score_rows import Figure
from runners.analysis.means import mean

NO_INTERVAL = "none: fewer than five draws on one side"


@dataclass(frozen=True, slots=True)
class MeasuredSide:
    """What is compared of one side: the LRS and the share right, each with its draws."""

    lrs: Figure
    share: Figure

    def side(self, label: str) -> Side:
        """The side as it is told."""
        return Side(label, self.lrs.n, self.lrs.mean, self.share.mean)


@dataclass(frozen=True, slots=True)
class CellDifference:
    """First minus second. `draws` are the differences of LRS by draw where these were paired."""

    pairs: int
    difference: Fraction | None
    ci95: tuple[float, float] | None
    method: str
    share: Fraction | None
    share_ci95: tuple[float, float] | None
    draws: Mapping[int, Fraction]


def compare_cells(first: MeasuredSide, second: MeasuredSide, *, same_words: bool) -> CellDifference:
    """The difference of two cells on both measures. `same_words`: a draw is told in the same words
    on both sides, and in others than the next draw.
    """
    common = len(_common(first.lrs, second.lrs))
    paired = same_words and 0 < min(first.lrs.n, second.lrs.n) <= 2 * common
    lrs = _apart(first.lrs, second.lrs, paired=paired, high=5)
    share = _apart(first.share, second.share, paired=paired, high=1)
    draws = (
        {draw: one - second.lrs.draws[draw] for draw, one in _common(first.lrs, second.lrs).items()}
        if paired
        else {}
    )
    return CellDifference(len(draws), lrs[0], lrs[1], lrs[2], share[0], share[1], draws)


def _common(first: Figure, second: Figure) -> dict[int, Fraction]:
    """The first's draws that the second has, too."""
    return {draw: one for draw, one in first.draws.items() if draw in second.draws}


def _apart(
    first: Figure, second: Figure, *, paired: bool, high: int
) -> tuple[Fraction | None, tuple[float, float] | None, str]:
    mine, yours = dict(first.draws), dict(second.draws)
    if paired:
        mine = _common(first, second)
        yours = {draw: second.draws[draw] for draw in mine}
    one, other = mean(mine.values()), mean(yours.values())
    if one is None or other is None:
        return None, None, "none: no draws to compare"
    found = difference(
        [float(value) for value in mine.values()],
        [float(value) for value in yours.values()],
        paired=paired,
        high=high,
    )
    if found.interval is None:
        return one - other, None, NO_INTERVAL
    return one - other, (found.interval.low, found.interval.high), found.interval.method
