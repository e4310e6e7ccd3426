"""The internal consistency of a scale over draws: Cronbach's alpha and McDonald's omega.

Participants are draws here, as persons are elsewhere. What is undefined has no value and a reason
in words: where all draws have the same total there is nothing that items could agree about.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from coders.statistics.intervals import LEVEL, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST_DRAWS = 10
"""With fewer draws alpha has no interval."""
ALPHA_INTERVAL = "the wider of Feldt's interval and a jackknife of ln(1 - alpha), at either end"
LEAST_UNIQUE = 0.005
"""Below this share of an item's variance its error counts as none, as in R's `factanal`."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """One coefficient over draws; without a value there is a `reason`."""

    value: float | None = None
    interval: Interval | None = None
    reason: str = ""


def cronbach_alpha(points: Floats) -> Consistency:
    """Cronbach's alpha with its interval.

    Parameters
    ----------
    points : array, shape (n, k)
        The points of n draws on k items, reversed items turned, nothing missing.

    Returns
    -------
    Consistency
        The interval is None under ten draws, and where one of these decides on all of it.

    Notes
    -----
    alpha = k/(k - 1) (1 - sum of the variances of items / variance of the total).

    References
    ----------
    Cronbach, L. J. (1951). Coefficient alpha and the internal structure of tests. Psychometrika,
    16, 297-334. https://doi.org/10.1007/BF02310555

    Feldt, L. S., Woodruff, D. J., & Salih, F. A. (1987). Statistical inference for coefficient
    alpha. Applied Psychological Measurement, 11, 93-103.
    https://doi.org/10.1177/014662168701100107
    """
    reason = _undefined(points)
    if reason:
        return Consistency(reason=reason)
    lower, upper = map(float, alpha_limits(points))
    known = len(points) >= FEWEST_DRAWS and isfinite(lower) and isfinite(upper)
    return Consistency(
        float(alphas(points)), Interval(lower, upper, ALPHA_INTERVAL) if known else None
    )


def alphas(points: Floats) -> Floats:
    """Alpha of many scales at once, points of shape (..., n, k); nan without variance."""
    import numpy as np

    k = points.shape[-1]
    total = points.sum(axis=-1).var(axis=-1, ddof=1)
    items = points.var(axis=-2, ddof=1).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(k / (k - 1) * (1 - items / total))


def alpha_limits(points: Floats) -> tuple[Floats, Floats]:
    """The limits of alpha for many scales at once.

    Parameters
    ----------
    points : array, shape (..., n, k)
        As in `cronbach_alpha`, n of at least 3.

    Returns
    -------
    lower, upper : arrays, shape (...)
        Not finite where alpha is undefined, or is without one of the draws.

    Notes
    -----
    Feldt's limits are 1 - (1 - alpha) F, with quantiles of F of n - 1 and (n - 1)(k - 1) degrees of
    freedom: exact for normal items of equal variances and covariances, and too short where most
    draws are at one end of the scale. There the jackknife of ln(1 - alpha) is the wider. Its t has
    (n - 1)/3 degrees of freedom: with n - 1 it is too short for the same reason.
    """
    import numpy as np
    from scipy.special import fdtri, stdtrit

    n, k = points.shape[-2:]
    tail = (1 - LEVEL) / 2
    deviation = points - points.mean(axis=-2, keepdims=True)
    # What the sums of squares are without each draw.
    items = (deviation**2).sum(axis=-1)
    totals = deviation.sum(axis=-1) ** 2
    left = n / (n - 1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = (items.sum(axis=-1, keepdims=True) - left * items) / (
            totals.sum(axis=-1, keepdims=True) - left * totals
        )
        rest = np.log((k * ratio - 1) / (k - 1))
        spread = ((rest - rest.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
        half = stdtrit((n - 1) / 3, 1 - tail) * np.sqrt((n - 1) / n * spread)
        unlike = 1 - alphas(points)
        by_f = [1 - unlike * fdtri(n - 1, (n - 1) * (k - 1), p) for p in (1 - tail, tail)]
        lower = np.minimum(by_f[0], 1 - unlike * np.exp(half))
        upper = np.maximum(by_f[1], 1 - unlike * np.exp(-half))
    return lower, upper


def mcdonald_omega(points: Floats) -> Consistency:
    """McDonald's omega (total) of one factor.

    Parameters
    ----------
    points : array, shape (n, k)
        As for `cronbach_alpha`.

    Returns
    -------
    Consistency
        Without an interval.

    Notes
    -----
    omega = (sum of loadings)^2 / ((sum of loadings)^2 + sum of error variances), from one factor
    fitted to the covariances by maximum likelihood.

    References
    ----------
    McDonald, R. P. (1999). Test theory: A unified treatment. Erlbaum.
    """
    import numpy as np

    n, k = points.shape
    reason = _undefined(points)
    if not reason and k < 3:
        reason = "one factor needs three items or more"
    if not reason and n <= k:
        reason = f"one factor of {k} items needs more than {k} draws"
    if not reason and (points.var(axis=0) == 0).any():
        reason = "all draws have the same point on some item"
    if reason:
        return Consistency(reason=reason)
    deviation = points.std(axis=0, ddof=1)
    fitted = _one_factor(np.asarray(np.corrcoef(points, rowvar=False)))
    if fitted is None:
        return Consistency(reason="the one-factor solution leaves an item no error (Heywood case)")
    loadings, unique = fitted
    common = float((loadings * deviation).sum()) ** 2
    return Consistency(common / (common + float((unique * deviation**2).sum())))


def _undefined(points: Floats) -> str:
    n, k = points.shape
    if k < 2:
        return "there is one item"
    if n < 2:
        return "fewer than two draws answered all items"
    if points.sum(axis=1).var() == 0:
        return "no variance: all draws have the same total"
    return ""


def _one_factor(correlations: Floats) -> tuple[Floats, Floats] | None:
    """Loadings and unique variances of one factor by maximum likelihood, each of shape (k,); None
    where correlations are singular, or a unique variance falls to zero.

    The likelihood as a function of the unique variances alone is that of Jöreskog (1967,
    doi:10.1007/BF02289658).
    """
    import numpy as np
    from scipy.optimize import minimize

    k = len(correlations)
    if np.linalg.matrix_rank(correlations) < k:
        return None

    def eigen(unique: Floats) -> tuple[Floats, Floats]:
        scale = 1 / np.sqrt(unique)
        values, vectors = np.linalg.eigh(correlations * np.outer(scale, scale))
        return values, vectors

    def loss(unique: Floats) -> tuple[float, Floats]:
        values, vectors = eigen(unique)
        rest = values[:-1]
        loadings = np.sqrt(unique) * vectors[:, -1] * np.sqrt(max(values[-1] - 1, 0))
        implied = np.outer(loadings, loadings) + np.diag(unique)
        gradient = np.diag(implied - correlations) / unique**2
        return float((rest - np.log(rest) - 1).sum()), gradient

    start = (1 - 0.5 / k) / np.diag(np.linalg.inv(correlations))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(LEAST_UNIQUE, 1)] * k,
                     options={"ftol": 1e-14, "gtol": 1e-9, "maxiter": 1000})  # fmt: skip
    if (found.x <= LEAST_UNIQUE).any():
        return None
    values, vectors = eigen(found.x)
    loadings = np.sqrt(found.x) * vectors[:, -1] * np.sqrt(max(values[-1] - 1, 0))
    return loadings, found.x
