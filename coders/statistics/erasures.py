"""Intervals of drops in accuracy over the items of a bank, paired by item."""

from __future__ import annotations

from collections.abc import Sequence

from coders.statistics.differences import Estimate
from coders.statistics.intervals import Interval
from coders.statistics.item_means import group_mean, item_interval, mean_of_groups

PAIRED = "t of paired items, with one pseudo-item at each end"
MEAN_OF_DROPS = (
    "t (Welch-Satterthwaite) of paired items, groups independent, one more item at each end of the "
    "scale in the variance of a group"
)


def drop_interval(drops: Sequence[float], *, most: float) -> Interval | None:
    """The 95% interval of a mean drop; None under five items.

    Parameters
    ----------
    drops : sequence of float, shape (items,)
        For each item its mark under one framing minus that under another, on the scale of the
        score.
    most : float
        The largest drop of an item: 1 / (1 - chance) for calibrated accuracy.
    """
    return item_interval(drops, low=-most, high=most)


def mean_drop(groups: Sequence[tuple[Sequence[float], float]]) -> Estimate:
    """The plain mean over groups of their mean drops, with its 95% limits.

    Parameters
    ----------
    groups : sequence of (drops, most)
        As in `drop_interval`, for each group.
    """
    means = [group_mean(drops, low=-most, high=most) for drops, most in groups]
    return mean_of_groups(means, high=sum(most for _, most in groups) / len(groups))
