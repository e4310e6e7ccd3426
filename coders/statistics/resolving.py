"""What a number of draws can tell apart: the difference that an interval would mostly notice.

Answered for the interval that is printed (one pseudo-draw, MOVER for the difference), not for a t
test, whose power would promise more than the tables keep. Simulation would give the same to a tenth
of a point, and cost a seed and a second on every page.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from coders.statistics.intervals import FEWEST
from coders.statistics.student_t import t_quantile

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


def resolution(
    n: int, sd: float, *, low: float = 0.0, high: float = 5.0, level: float = 0.95
) -> Resolution | None:
    """What `n` draws a cell can tell apart; None under five draws, where there is no interval.

    Parameters
    ----------
    n : int
        Draws of each of the two cells.
    sd : float
        How much draws of a cell vary: their standard deviation, on the scale.
    low, high : float
        The ends of the scale.
    level : float
        Confidence level of the interval for the difference.

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
    middle, whole = (low + high) / 2, high - low

    def misses(apart: float) -> bool:
        reach = _reach(n, sd, middle + apart / 2, low=low, high=high, level=level)
        return apart - sqrt(2) * reach < noise

    half = _half_width(n, sd, middle, low=low, high=high, level=level)
    if misses(whole):
        return Resolution(n, sd, half, None)
    under, over = 0.0, whole
    for _ in range(40):
        between = (under + over) / 2
        under, over = (between, over) if misses(between) else (under, between)
    return Resolution(n, sd, half, over)


def _half_width(n: int, sd: float, mean: float, *, low: float, high: float, level: float) -> float:
    """Half of the interval of a cell with this mean, before it is cut to the scale."""
    centre = (n * mean + (low + high) / 2) / (n + 1)
    spread = (n - 1) * sd**2 + n * (mean - centre) ** 2
    spread += ((centre - low) ** 2 + (high - centre) ** 2) / 2
    return t_quantile(n - 1, (1 + level) / 2) * sqrt(spread / n / (n + 1))


def _reach(n: int, sd: float, mean: float, *, low: float, high: float, level: float) -> float:
    """How far the interval of a cell reaches from its mean towards the middle of the scale."""
    centre = (n * mean + (low + high) / 2) / (n + 1)
    return mean - centre + _half_width(n, sd, mean, low=low, high=high, level=level)
