"""Intervals for one mean or one share, from few draws and near the ends of a scale.

The textbook t interval and the bootstrap know nothing of the ends of a scale: ten trials that are
all 5 give them [5, 5], and near a ceiling they can cover the truth a third of the time. One
pseudo-draw, half of it at each end, keeps every interval open: the idea of Agresti and Coull
(1998), who add two hits and two misses before a share is judged, carried over to a mean. Exact
intervals for bounded means (Gaffke's) hold their level, too, and nobody computes one by hand.

Nothing here prints the mean of draws and pseudo-draw: the estimate is the plain mean, which always
lies within its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.95
"""The confidence level of all intervals but those that test equivalence."""

FEWEST = 5
"""Draws; with fewer there are points and no interval."""

PSEUDO_DRAW = "t with one pseudo-draw, half at each end of the scale"
PSEUDO_DRAWS = "t with two pseudo-draws, one at each end of the scale"
WILSON = "Wilson score interval"
EXACT = "exact interval (Clopper & Pearson)"


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval on the scale of what it is about, and how it was made, in words."""

    low: float
    high: float
    method: str

    @property
    def half_width(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class OverExperiments:
    """A t interval whose units are experiments: their mean, the interval, degrees of freedom."""

    mean: float
    low: float
    high: float
    df: int


def cell_interval(
    draws: Sequence[float],
    *,
    low: float = 0.0,
    high: float = 5.0,
    pseudo: Literal[1, 2] = 1,
) -> Interval | None:
    """The interval for the mean of a cell, from the means of its draws; None under five draws.

    Parameters
    ----------
    draws : sequence of float, shape (n,)
        One value a draw, each within the scale: samples and coders are averaged before.
    low, high : float
        The ends of the scale: 0 and 5 for an LRS, 0 and 1 for a share.
    pseudo : 1 or 2
        How many pseudo-draws are added. A proportion correct may be of a single question, and each
        draw 0 or 1: with one pseudo-draw its interval holds in as few as 86% of cells.

    Returns
    -------
    Interval or None

    Raises
    ------
    ValueError
        A value lies outside the scale, or the scale has no width.

    Notes
    -----
    With N = n + 1, m' = (sum x + (low + high)/2) / N and
    v' = [sum (x - m')^2 + (m' - low)^2/2 + (high - m')^2/2] / n, the limits are
    m' ± t(n - 1) sqrt(v'/N), cut to the scale. It is wide where all draws agree (ten 5s give 4.0
    to 5) and close to the t interval where they spread over the scale. The draws must be
    independent: samples of one text are not, and taken for draws they give intervals that are too
    short whatever the formula.

    References
    ----------
    Agresti, A., & Coull, B. A. (1998). Approximate is better than "exact" for interval estimation
    of binomial proportions. The American Statistician, 52, 119-126.
    https://doi.org/10.1080/00031305.1998.10480550

    Examples
    --------
    >>> found = cell_interval([5.0] * 10)
    >>> round(found.low, 2), found.high
    (4.03, 5.0)
    """
    import numpy as np

    if not high > low:
        raise ValueError("the scale has no width")
    if any(not low <= value <= high for value in draws):
        raise ValueError(f"a draw lies outside the scale from {low:g} to {high:g}")
    if len(draws) < FEWEST:
        return None
    lower, upper = pseudo_draw_limits(np.asarray(draws, float), low=low, high=high, pseudo=pseudo)
    return Interval(float(lower), float(upper), PSEUDO_DRAW if pseudo == 1 else PSEUDO_DRAWS)


def pseudo_draw_limits(
    draws: Floats,
    *,
    low: float | Floats = 0.0,
    high: float | Floats = 5.0,
    pseudo: int = 1,
    cut: bool = True,
) -> tuple[Floats, Floats]:
    """The limits of `cell_interval` for many cells at once.

    Parameters
    ----------
    draws : array, shape (..., n)
        n draw means of each cell along the last axis, n of at least 2.
    low, high : float or array, shape (...)
        The ends of the scale, or where the pseudo-draws lie.
    pseudo : int
        How many pseudo-draws are added, half of each at either end.
    cut : bool
        Whether limits beyond the scale are cut to it.

    Returns
    -------
    lower, upper : arrays, shape (...)
    """
    import numpy as np
    from scipy.special import stdtrit

    n = draws.shape[-1]
    whole = n + pseudo
    centre = (draws.sum(axis=-1) + pseudo * (low + high) / 2) / whole
    spread = ((draws - centre[..., None]) ** 2).sum(axis=-1)
    spread = spread + pseudo * ((centre - low) ** 2 + (high - centre) ** 2) / 2
    half = stdtrit(n - 1, (1 + LEVEL) / 2) * np.sqrt(spread / (whole - 1) / whole)
    if not cut:
        return centre - half, centre + half
    return np.maximum(centre - half, low), np.minimum(centre + half, high)


def wilson(hits: float, n: int) -> Interval | None:
    """The Wilson score interval for a share, `hits` of `n`; None where n is 0.

    `n` counts independent draws. `hits` may hold a part of one, where the samples of one draw are
    averaged.

    Raises
    ------
    ValueError
        `hits` is not between 0 and `n`.

    References
    ----------
    Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference.
    Journal of the American Statistical Association, 22, 209-212.
    https://doi.org/10.1080/01621459.1927.10502953

    Newcombe, R. G. (1998). Two-sided confidence intervals for the single proportion: comparison of
    seven methods. Statistics in Medicine, 17, 857-872.
    https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E

    Examples
    --------
    Newcombe's Table I has 81 of 263:

    >>> found = wilson(81, 263)
    >>> round(found.low, 4), round(found.high, 4)
    (0.2553, 0.3662)
    """
    from math import sqrt

    from scipy.special import ndtri

    if not 0 <= hits <= n:
        raise ValueError(f"{hits:g} of {n} is no share")
    if n == 0:
        return None
    z = float(ndtri((1 + LEVEL) / 2))
    share = hits / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # Rounding must not leave the ends a hair inside: none of n begins at 0 itself.
    low = 0.0 if hits == 0 else centre - half
    high = 1.0 if hits == n else centre + half
    return Interval(low, high, WILSON)


def exact_share(hits: float, n: int, *, level: float = LEVEL) -> Interval | None:
    """The exact interval for a share, `hits` of `n`, as in `wilson`; None where n is 0.

    It covers the share at least as often as it says, whatever the share: Wilson's interval of ten
    draws does not where hardly any, or nearly all, are hits.

    Raises
    ------
    ValueError
        `hits` is not between 0 and `n`.

    References
    ----------
    Clopper, C. J., & Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated
    in the case of the binomial. Biometrika, 26, 404-413. https://doi.org/10.1093/biomet/26.4.404

    Examples
    --------
    >>> found = exact_share(81, 263)
    >>> round(found.low, 4), round(found.high, 4)
    (0.2527, 0.3676)
    """
    from scipy.special import betaincinv

    if not 0 <= hits <= n:
        raise ValueError(f"{hits:g} of {n} is no share")
    if n == 0:
        return None
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else float(betaincinv(hits, n - hits + 1, tail))
    high = 1.0 if hits == n else float(betaincinv(hits + 1, n - hits, 1 - tail))
    return Interval(low, high, EXACT)


def over_experiments(
    means: Sequence[float], *, scale: tuple[float, float] | None = None
) -> OverExperiments | None:
    """The t interval for a domain as such, with experiments as its sample; None for under two, and
    where all are equal: a spread of nought would make it a point, and nobody knows so much.

    It is what can be said of the domain beyond the experiments that were run, if these were a
    random sample of it, and with three or four of them it is nearly nothing. No value beyond the
    ends of the scale is possible, so that it is cut there, as the interval of a cell is.

    Parameters
    ----------
    means : sequence of float
        One mean an experiment.
    scale : pair of floats or None
        Least and greatest value that a mean can have, where there are such.
    """
    from math import inf, sqrt
    from statistics import fmean, stdev

    from scipy.special import stdtrit

    count = len(means)
    if len(set(means)) < 2:
        return None
    mean = fmean(means)
    half = float(stdtrit(count - 1, (1 + LEVEL) / 2)) * stdev(means) / sqrt(count)
    least, greatest = (-inf, inf) if scale is None else scale
    return OverExperiments(mean, max(least, mean - half), min(greatest, mean + half), count - 1)
