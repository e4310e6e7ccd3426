"""By how much a figure rises with the size of models, from several series of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, linear_regression, stdev

OVER_SERIES = "t over the slopes of the series"
FEWEST_SERIES = 3
"""With fewer series a slope has no interval: that of two is wider than anything possible."""


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
    recipe, and are not independent. The interval is t over these slopes, with one degree of freedom
    less than there are series, which holds, too, where some are less exact than others.

    References
    ----------
    Ibragimov, R., & Müller, U. K. (2010). t-statistic based correlation and heterogeneity robust
    inference. Journal of Business & Economic Statistics, 28, 453-468.
    https://doi.org/10.1198/jbes.2009.08046
    """
    from scipy.special import stdtrit

    slopes = [
        linear_regression(*zip(*points, strict=True)).slope
        for points in series.values()
        if len({size for size, _ in points}) > 1
    ]
    if not slopes:
        return None
    mean, n = fmean(slopes), len(slopes)
    if n < FEWEST_SERIES:
        return Slope(mean, None, n)
    half = float(stdtrit(n - 1, 0.975)) * stdev(slopes) / sqrt(n)
    return Slope(mean, (mean - half, mean + half), n)
