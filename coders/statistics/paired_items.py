"""Differences of two participants on the same items of a bank, and slopes over sizes of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean

from coders.statistics.intervals import FEWEST

PAIRED_ITEMS = "paired t over items, with one more item at each end of the scale"
MEAN_PAIRED = "paired t over items (Welch-Satterthwaite), groups weighted equally"
OVER_SERIES = "t over the slopes of the series"
FEWEST_SERIES = 3
"""With fewer series a slope has no interval: that of two is wider than anything possible."""


@dataclass(frozen=True, slots=True)
class PairedMean:
    """The mean difference of a group, its variance with one more item at each end of the scale, the
    mean of these items (shrunk), and how many items there are.
    """

    mean: float
    shrunk: float
    variance: float
    items: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A mean difference, with its 95% limits and a p value (two-sided); both None under five items
    in a group.
    """

    mean: float
    ci95: tuple[float, float] | None
    p: float | None


def paired_mean(differences: Sequence[float], *, reach: float) -> PairedMean:
    """The mean difference of a group from those of its items, of which each is between plus and
    minus `reach`.

    Notes
    -----
    The two more items lie at the ends of what is possible: two participants who agree on every item
    have a difference of 0 and an interval around it.
    """
    whole = [*differences, -reach, reach]
    centre = fmean(whole)
    spread = fsum((one - centre) ** 2 for one in whole) / (len(whole) - 1)
    return PairedMean(fmean(differences), centre, spread / len(whole), len(differences))


def mean_difference(groups: Sequence[PairedMean]) -> Paired:
    """The plain mean of independent groups, or one group alone.

    Notes
    -----
    The limits are the mean plus and minus t times the root of the variance, with Welch's and
    Satterthwaite's degrees of freedom; p is of the same t, so that it is below .05 where the
    interval excludes 0. Of one group the mean is shrunk; of several it is not, since what is
    shrunk in each would add up.
    """
    from scipy.special import stdtr, stdtrit

    n = len(groups)
    middle = fsum(one.mean for one in groups) / n
    if min(one.items for one in groups) < FEWEST:
        return Paired(middle, None, None)
    centre = groups[0].shrunk if n == 1 else middle
    parts = [(one.variance / n**2, one.items - 1) for one in groups]
    variance = fsum(part for part, _ in parts)
    free = variance**2 / fsum(part**2 / df for part, df in parts)
    error = sqrt(variance)
    half = float(stdtrit(free, 0.975)) * error
    p = 2 * float(stdtr(free, -abs(centre) / error))
    return Paired(middle, (centre - half, centre + half), p)


@dataclass(frozen=True, slots=True)
class Slope:
    """By how much a figure rises in a decade of size: the mean of the slopes of `series`, with 95%
    limits; None with fewer than three series, whose spread is hardly known.
    """

    mean: float
    ci95: tuple[float, float] | None
    series: int


def slope_of(series: Mapping[str, Sequence[tuple[float, float]]]) -> Slope | None:
    """The slope over series from (logarithm of the size, figure) pairs of each; None where no
    series has two sizes.

    Notes
    -----
    Least squares within each series, which then counts as one: models of a series share data and
    recipe, and are not independent. A bootstrap by series was not taken: of three series there are
    ten samples, and their percentiles hold at most three times in four.
    """
    from scipy.special import stdtrit

    slopes = [one for points in series.values() if (one := _least_squares(points)) is not None]
    if not slopes:
        return None
    mean, n = fmean(slopes), len(slopes)
    if n < FEWEST_SERIES:
        return Slope(mean, None, n)
    error = sqrt(fsum((one - mean) ** 2 for one in slopes) / (n - 1) / n)
    half = float(stdtrit(n - 1, 0.975)) * error
    return Slope(mean, (mean - half, mean + half), n)


def _least_squares(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of one series; None with a single size."""
    x, y = fmean(one for one, _ in points), fmean(one for _, one in points)
    below = fsum((one - x) ** 2 for one, _ in points)
    return fsum((a - x) * (b - y) for a, b in points) / below if below > 1e-12 else None
