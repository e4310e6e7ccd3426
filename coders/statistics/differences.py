"""Intervals for a difference of two cells, and for a mean over several experiments.

Both are made of the intervals of their parts (MOVER, the method of variance estimates recovery): an
interval that is honest near the ends of a scale for each part gives one that is honest for the
whole. A paired t or Welch interval would go back to the variances, which are nought where a cell is
at the ceiling.

What a number of draws can tell apart: the difference that an interval would mostly notice.

Answered for the interval that is printed (one pseudo-draw, MOVER for the difference), not for a t
test, whose power would promise more than the tables keep. Simulation would give the same to a tenth
of a point, and cost a seed and a second on every page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist, fmean

from coders.statistics.intervals import FEWEST, LEVEL, Interval, cell_interval
from coders.statistics.student_t import t_quantile

MOVER_DIFFERENCE = "MOVER from the two cells' intervals"
MOVER_PAIRED = "MOVER from the two cells' intervals, with the correlation over common draws"
MOVER_MEAN = "MOVER over experiments, from the draws of each"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A plain mean and the limits of its interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """First minus second. `pairs` are the common draws, 0 where the two were not paired;
    `correlation` is the one used, shrunk and never below 0.
    """

    mean: float
    interval: Interval | None
    pairs: int
    correlation: float


def mover_difference(
    first: Estimate, second: Estimate, *, correlation: float = 0.0, method: str = MOVER_DIFFERENCE
) -> Interval:
    """The interval for `first - second` out of the intervals of both.

    Parameters
    ----------
    first, second : Estimate
        The two means, each with its limits.
    correlation : float
        Between the two means, from 0 to 1: 0 for independent cells.
    method : str
        What the interval is to be called.

    Notes
    -----
    With d = m1 - m2 the lower limit is d minus the root of
    (m1 - l1)^2 + (u2 - m2)^2 - 2 r (m1 - l1)(u2 - m2), and the upper one mirrors it.

    References
    ----------
    Zou, G. Y., & Donner, A. (2008). Construction of confidence limits about effect measures: a
    general approach. Statistics in Medicine, 27, 1693-1702. https://doi.org/10.1002/sim.3095

    Newcombe, R. G. (1998). Interval estimation for the difference between independent proportions:
    comparison of eleven methods. Statistics in Medicine, 17, 873-890.
    https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I
    """
    middle = first.mean - second.mean
    below = _combined(first.mean - first.low, second.high - second.mean, correlation)
    above = _combined(first.high - first.mean, second.mean - second.low, correlation)
    return Interval(middle - below, middle + above, method)


def _combined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one * one + other * other - 2 * correlation * one * other))


def paired_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """The correlation for paired draws: max(0, Pearson) x (n - 1)/(n + 1), 0 where one is constant.

    It is shrunk, and a negative one dropped, because ten draws tell little of a correlation and one
    taken too large makes an interval too short.
    """
    n = len(first)
    if n != len(second):
        raise ValueError("paired draws come in equal numbers")
    if n < 2:
        return 0.0
    mine, yours = fmean(first), fmean(second)
    spread = fsum((a - mine) ** 2 for a in first), fsum((b - yours) ** 2 for b in second)
    # Draw means are steps of a scale; what is smaller than any step is rounding.
    if min(spread) < 1e-12:
        return 0.0
    shared = fsum((a - mine) * (b - yours) for a, b in zip(first, second, strict=True))
    return max(0.0, shared / sqrt(spread[0] * spread[1])) * (n - 1) / (n + 1)


def difference(
    first: Sequence[float],
    second: Sequence[float],
    *,
    paired: bool,
    low: float = 0.0,
    high: float = 5.0,
) -> Difference:
    """The difference of two cells, first minus second, with its interval.

    Parameters
    ----------
    first, second : sequences of float
        Draw means. Paired ones have equal length and are in the order of their common draws.
    paired : bool
        Whether the draws of both were the same (two conditions with one set of words). The
        original wording is one text and pairs with nothing.
    low, high
        As in `cell_interval`.

    Returns
    -------
    Difference
        Its interval is None where one of the cells has fewer than five draws.

    Raises
    ------
    ValueError
        A cell is empty, or paired cells differ in length.
    """
    if not first or not second:
        raise ValueError("a difference needs a draw in each cell")
    correlation = paired_correlation(first, second) if paired else 0.0
    middle = fmean(first) - fmean(second)
    parts = [cell_interval(draws, low=low, high=high) for draws in (first, second)]
    pairs = len(first) if paired else 0
    if parts[0] is None or parts[1] is None:
        return Difference(middle, None, pairs, correlation)
    one, other = (
        Estimate(fmean(draws), part.low, part.high)
        for draws, part in zip((first, second), (parts[0], parts[1]), strict=True)
    )
    method = MOVER_PAIRED if paired else MOVER_DIFFERENCE
    found = mover_difference(one, other, correlation=correlation, method=method)
    return Difference(middle, found, pairs, correlation)


def mover_mean(parts: Sequence[Estimate], weights: Sequence[float]) -> Interval:
    """The interval for a weighted mean of independent parts, out of the intervals of each.

    Weights are made to add up to 1. The interval is about these parts and no others.

    Raises
    ------
    ValueError
        There are no parts, or the weights do not belong to them.
    """
    total = fsum(weights)
    if not parts or len(parts) != len(weights) or total <= 0:
        raise ValueError("a mean needs parts, and a weight for each")
    shares = [weight / total for weight in weights]
    middle = fsum(w * part.mean for w, part in zip(shares, parts, strict=True))
    # A mean over all draws may lie outside an interval made of the complete ones.
    below = [w * max(0.0, part.mean - part.low) for w, part in zip(shares, parts, strict=True)]
    above = [w * max(0.0, part.high - part.mean) for w, part in zip(shares, parts, strict=True)]
    low = middle - sqrt(fsum(each * each for each in below))
    high = middle + sqrt(fsum(each * each for each in above))
    return Interval(low, high, MOVER_MEAN)


def draws_of_cells(cells: Sequence[dict[int, float]]) -> dict[int, float]:
    """The mean of each draw over cells that share their draws: draws that every cell has.

    Cells of one experiment have the same words in the same draw, so their means are no
    independent parts; a draw's mean over all of them is one value.
    """
    if not cells:
        return {}
    shared = set.intersection(*map(set, cells))
    return {draw: fmean([cell[draw] for cell in cells]) for draw in cells[0] if draw in shared}


POWER = 0.8
"""How often a difference is to be noticed."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What `n` draws a cell that vary by `sd` can tell: about how wide a cell's interval is to
    either side, and the smallest difference of two cells that is detected `POWER` of the
    time. `difference` is None where the whole scale is too short.
    """

    n: int
    sd: float
    half_width: float
    difference: float | None


def resolution(n: int, sd: float, *, high: float = 5.0) -> Resolution | None:
    """What `n` draws a cell can tell apart; None under five draws, where there is no interval.

    Parameters
    ----------
    n : int
        Draws of each of the two cells.
    sd : float
        How much draws of a cell vary: their standard deviation, on the scale.
    high : float
        The upper end of the scale, which begins at 0.

    Raises
    ------
    ValueError
        The standard deviation is negative.

    Notes
    -----
    Two cells of independent draws lie d apart, one as far above the middle of the scale as the
    other below it. Their intervals are those of draws with this mean and this sd; the MOVER
    interval of the difference leaves out 0 when the difference found is greater than a threshold
    that follows from both. What is found varies normally around d by sd sqrt(2/n); d is the
    smallest value at which it is beyond the threshold at d with probability `POWER`. That the
    threshold varies, too, is left out: simulated normal draws (5 to 50 of them, sd 1 to 2) notice
    d in 77 to 85% of pairs. Marks of four questions vary less nearer to an end of the scale, and
    with ten draws notice it in 85 to 97% (benchmarks/telling_apart.py).
    """
    if sd < 0:
        raise ValueError("a standard deviation is not negative")
    if n < FEWEST:
        return None
    noise = NormalDist().inv_cdf(POWER) * sd * sqrt(2 / n)
    middle = high / 2

    def misses(apart: float) -> bool:
        reach = _reach(n, sd, middle + apart / 2, high)
        return apart - sqrt(2) * reach < noise

    half = _half_width(n, sd, middle, high)
    if misses(high):
        return Resolution(n, sd, half, None)
    under, over = 0.0, high
    for _ in range(40):
        between = (under + over) / 2
        under, over = (between, over) if misses(between) else (under, between)
    return Resolution(n, sd, half, over)


def _half_width(n: int, sd: float, mean: float, high: float) -> float:
    """Half of the interval of a cell with this mean, before it is cut to the scale."""
    centre = (n * mean + high / 2) / (n + 1)
    spread = (n - 1) * sd**2 + n * (mean - centre) ** 2
    spread += (centre**2 + (high - centre) ** 2) / 2
    return t_quantile(n - 1, (1 + LEVEL) / 2) * sqrt(spread / n / (n + 1))


def _reach(n: int, sd: float, mean: float, high: float) -> float:
    """How far the interval of a cell reaches from its mean towards the middle of the scale."""
    centre = (n * mean + high / 2) / (n + 1)
    return mean - centre + _half_width(n, sd, mean, high)
