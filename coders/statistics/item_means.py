"""Intervals over the items of a bank: of a group of them, and of plain means of groups.

The items are taken for a sample of all that could be asked of a group. Nothing here is about other
participants, or about other runs of the same items: runs are averaged within an item first.
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


@dataclass(frozen=True, slots=True)
class GroupMean:
    """The mean of `items` items and its variance, with one more item at each end of the scale: a
    group that is all right has a variance, too.
    """

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
    middle = fmean(values)
    whole = [*values, low, high]
    centre = fmean(whole)
    spread = fsum((one - centre) ** 2 for one in whole) / (len(whole) - 1)
    return GroupMean(middle, spread / len(values), len(values))


def weighted_sum(groups: Iterable[tuple[float, GroupMean]]) -> Estimate:
    """The sum of weights times means of independent groups, with its 95% limits.

    Notes
    -----
    t with Welch's and Satterthwaite's degrees of freedom. The variances are not 0, since of
    every group there are items at both ends of the scale. With normal limits the means of groups of
    five to twenty items hold in as few as 90% of banks.
    """
    from scipy.special import stdtrit

    given = list(groups)
    middle = fsum(weight * one.mean for weight, one in given)
    parts = [(weight**2 * one.variance, max(one.items - 1, 1)) for weight, one in given]
    variance = fsum(part for part, _ in parts)
    free = variance**2 / fsum(part**2 / df for part, df in parts) if variance else 1.0
    half = float(stdtrit(free, 0.975)) * sqrt(variance)
    return Estimate(middle, middle - half, middle + half)


def mean_of_groups(groups: Sequence[GroupMean], *, high: float = 1.0) -> Estimate:
    """The plain mean of groups, with its 95% limits, the upper one cut to the scale."""
    found = weighted_sum((1 / len(groups), one) for one in groups)
    return Estimate(found.mean, found.low, min(found.high, high))


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
