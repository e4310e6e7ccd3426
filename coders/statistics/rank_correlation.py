"""Spearman's correlation of a few pairs, with its interval.

References
----------
Bonett, D. G., & Wright, T. A. (2000). Sample size requirements for estimating Pearson, Kendall and
Spearman correlations. Psychometrika, 65, 23-28. https://doi.org/10.1007/BF02294183
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist

BONETT_WRIGHT = "Fisher z with Bonett and Wright's standard error"
FEWEST = 5
"""With fewer pairs there is no interval: it would be nearly all values."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's `rho` of `n` pairs. `ci95` is None for fewer than five pairs, and where rho is -1
    or 1, of which the standard error is not known.
    """

    rho: float
    n: int
    ci95: tuple[float, float] | None
    ci_method: str


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> RankCorrelation | None:
    """Spearman's rho (ties share their mean rank) with its 95% interval.

    Parameters
    ----------
    pairs : sequence of pairs of float
        x and y of each of n units.

    Returns
    -------
    RankCorrelation or None
        None for fewer than three pairs, and where all x or all y are equal.

    Notes
    -----
    The interval is tanh(atanh(rho) ± 1.96 sqrt((1 + rho² / 2) / (n - 3))).
    """
    from scipy.stats import spearmanr

    n = len(pairs)
    if n < 3 or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        return None
    x, y = ([pair[side] for pair in pairs] for side in (0, 1))
    rho = float(spearmanr(x, y).statistic)
    ends = interval(rho, n)
    return RankCorrelation(rho, n, ends, BONETT_WRIGHT if ends else "")


def interval(rho: float, n: int) -> tuple[float, float] | None:
    """The 95% interval of Spearman's rho of n pairs; None for fewer than five, and at -1 and 1."""
    if n < FEWEST or abs(rho) > 1 - 1e-12:
        return None
    half = NormalDist().inv_cdf(0.975) * sqrt((1 + rho**2 / 2) / (n - 3))
    return tanh(atanh(rho) - half), tanh(atanh(rho) + half)
