"""Intervals over the items of a bank: of a group of them, of plain means of groups, and of two
sides on the same items.

The items are taken for a sample of all that could be asked of a group. Nothing here is about other
participants, or about other runs of the same items: runs are averaged within an item first.

A group that is all right, or two sides that agree on every item, have a variance, too: that of the
items with one more at each end of the scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist, fmean

from coders.statistics.differences import Estimate
from coders.statistics.intervals import FEWEST, PSEUDO_DRAWS, Interval
from coders.statistics.student_t import t_quantile

MEAN_OF_GROUPS = (
    "t (Welch-Satterthwaite), items independent, one more item at each end of the scale in the "
    "variance of a group"
)
PAIRED_ITEMS = "paired t over items, with one more item at each end of the scale"
MEAN_PAIRED = (
    "paired t over items (Welch-Satterthwaite), groups weighted equally, one more item at each end "
    "of the scale in the variance of a group"
)


@dataclass(frozen=True, slots=True)
class GroupMean:
    """The mean of `items` items, and its variance with one more item at each end of the scale."""

    mean: float
    variance: float
    items: int


def item_interval(values: Sequence[float], *, low: float, high: float = 1.0) -> Interval | None:
    """The 95% interval of the mean of a group from the values of its items; None under five.

    Parameters
    ----------
    values : sequence of float, shape (items,)
        The mean of each item over its runs and samples.
    low, high : float
        The lowest and the highest mean; a single item may lie beyond them, where items of a group
        have different numbers of options.

    Notes
    -----
    t with two pseudo-items, one at each end, as for proportions correct (`cell_interval`).
    """
    import numpy as np

    from coders.statistics.intervals import pseudo_draw_limits

    if len(values) < FEWEST:
        return None
    lower, upper = pseudo_draw_limits(np.asarray(values, float), low=low, high=high, pseudo=2)
    return Interval(float(lower), float(upper), PSEUDO_DRAWS)


def group_mean(values: Sequence[float], *, low: float, high: float = 1.0) -> GroupMean:
    """The mean of a group, from the same."""
    return GroupMean(fmean(values), _variance([*values, low, high]) / len(values), len(values))


def _variance(values: Sequence[float]) -> float:
    centre = fmean(values)
    return fsum((one - centre) ** 2 for one in values) / (len(values) - 1)


def weighted_sum(groups: Iterable[tuple[float, GroupMean]]) -> Estimate:
    """The sum of weights times means of independent groups, with its 95% limits.

    Notes
    -----
    t with Welch's and Satterthwaite's degrees of freedom. With normal limits the means of groups of
    five to twenty items hold in as few as 90% of banks.
    """
    return _Student.of_sum(list(groups)).estimate


def mean_of_groups(groups: Sequence[GroupMean]) -> Estimate:
    """The plain mean of groups, with its 95% limits, the upper one cut at 1."""
    found = weighted_sum((1 / len(groups), one) for one in groups)
    return Estimate(found.mean, found.low, min(found.high, 1.0))


@dataclass(frozen=True, slots=True)
class PairedMean:
    """A mean difference with its 95% limits and a p value (two-sided), both None under five items
    in a group.
    """

    mean: float
    ci95: tuple[float, float] | None
    p: float | None


def paired_mean(groups: Sequence[tuple[Sequence[float], float]]) -> PairedMean:
    """The plain mean over groups of the mean differences of their items.

    Parameters
    ----------
    groups : sequence of (differences, reach)
        For each group the difference of two sides on each of its items, each between plus and minus
        `reach`.

    Notes
    -----
    p is of the same t as the limits, so that it is below .05 where these leave out 0. One group
    alone is treated as in `item_interval`, centred on its items and the two more; of several the
    centre is the plain mean, since what is shrunk in each would add up.
    """
    middle = fmean(fmean(values) for values, _ in groups)
    if min(len(values) for values, _ in groups) < FEWEST:
        return PairedMean(middle, None, None)
    reach = fmean(reach for _, reach in groups)
    if len(groups) == 1:
        values = groups[0][0]
        whole = [*values, -reach, reach]
        found = _Student(fmean(whole), sqrt(_variance(whole) / len(whole)), len(values) - 1)
    else:
        means = [group_mean(values, low=-most, high=most) for values, most in groups]
        found = _Student.of_sum([(1 / len(groups), one) for one in means])
    ends = found.estimate
    return PairedMean(middle, (max(ends.low, -reach), min(ends.high, reach)), found.p)


@dataclass(frozen=True, slots=True)
class _Student:
    """A figure with its standard error and degrees of freedom."""

    centre: float
    error: float
    free: float

    @classmethod
    def of_sum(cls, groups: Sequence[tuple[float, GroupMean]]) -> _Student:
        """The sum of weights times means."""
        parts = [(weight**2 * one.variance, max(one.items - 1, 1)) for weight, one in groups]
        whole = fsum(part for part, _ in parts)
        free = whole**2 / fsum(part**2 / df for part, df in parts) if whole else 1.0
        return cls(fsum(weight * one.mean for weight, one in groups), sqrt(whole), free)

    @property
    def estimate(self) -> Estimate:
        from scipy.special import stdtrit

        half = float(stdtrit(self.free, 0.975)) * self.error
        return Estimate(self.centre, self.centre - half, self.centre + half)

    @property
    def p(self) -> float:
        """Two-sided, of no difference."""
        from scipy.special import stdtr

        return 2 * float(stdtr(self.free, -abs(self.centre) / self.error))


def planned_margin(items: int) -> float | None:
    """Half the width of `item_interval` for marks of 0 and 1, equally many: that of an accuracy of
    50% from one run, between 0 and 1. None under five items.
    """
    return _t(items - 1) / (2 * sqrt(items + 1)) if items >= FEWEST else None


def planned_margin_of_groups(sizes: Sequence[int]) -> float:
    """The same of the plain mean of groups of so many items (`mean_of_groups`)."""
    parts = [((n + 2) / (n + 1) / n, max(n - 1, 1)) for n in sizes]
    whole = fsum(part for part, _ in parts)
    free = whole**2 / fsum(part**2 / df for part, df in parts)
    return _t(free) * sqrt(whole) / (2 * len(sizes))


def _t(freedom: float) -> float:
    """About the 97.5% quantile of Student's t, for a plan, which is not to wait for scipy.
    Between whole degrees of freedom 1/freedom is interpolated; from 100 on it is an expansion.
    """
    if freedom < 100:
        below = int(freedom)
        lower, upper = t_quantile(below, 0.975), t_quantile(below + 1, 0.975)
        return lower + (1 / below - 1 / freedom) * below * (below + 1) * (upper - lower)
    z = NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * freedom)
