"""Correlations between coders: intraclass, and of ranks; and Spearman's of a few pairs.

The six intraclass correlations of Shrout and Fleiss are on items that every coder rated.

ICC(1,.) takes raters for interchangeable, ICC(2,.) for a sample of raters whose severity counts
as error, ICC(3,.) for the only raters there are, whose severity does not count. The second number
is 1 for the reliability of one rater and k for that of the mean of all k.

Interval formulas: F distributions as in Shrout and Fleiss; for ICC(2,1) the degrees of freedom of
McGraw and Wong's ICC(A,1); for ICC(2,k) the limits of ICC(2,1) stepped up by Spearman-Brown, as
Shrout and Fleiss do. Programs that put ICC(A,k) into the degrees of freedom instead get another
interval (a lower limit of .039 for .071 on Shrout and Fleiss' data).

Ratings on a few categories are ranks with ties, and a category's middle rank follows from how often
it was given. So neither Spearman's rho nor Kendall's W needs a second pass over the items, and both
can be bootstrapped as fast as a kappa.

References
----------
Shrout, P. E., & Fleiss, J. L. (1979). Intraclass correlations: uses in assessing rater
reliability. Psychological Bulletin, 86, 420-428. https://doi.org/10.1037/0033-2909.86.2.420
McGraw, K. O., & Wong, S. P. (1996). Forming inferences about some intraclass correlation
coefficients. Psychological Methods, 1, 30-46. https://doi.org/10.1037/1082-989X.1.1.30
Kendall, M. G., & Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical
Statistics, 10, 275-287. https://doi.org/10.1214/aoms/1177732186
Siegel, S., & Castellan, N. J. (1988). Nonparametric Statistics for the Behavioral Sciences, 2nd
ed., section 9.6 (W corrected for ties). McGraw-Hill.
Bonett, D. G., & Wright, T. A. (2000). Sample size requirements for estimating Pearson, Kendall and
Spearman correlations. Psychometrika, 65, 23-28. https://doi.org/10.1007/BF02294183
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, nan, sqrt, tanh
from statistics import NormalDist

import numpy as np

from coders.statistics.kappas import TINY, ratio
from coders.statistics.ratings import Floats
from coders.statistics.tallies import Sums

F_DISTRIBUTION = "F distribution"


@dataclass(frozen=True, slots=True, eq=False)
class MeanSquares:
    """The mean squares of an items x coders table, one entry a replicate."""

    items: Floats
    coders: Floats
    rest: Floats
    within: Floats
    n: Floats
    k: int


def mean_squares(sums: Sums) -> MeanSquares:
    """Mean squares on complete items; NaN with fewer than two items or two coders."""
    k, n = sums.layout.coders, sums.complete
    if k < 2:
        none = np.full(n.shape, np.nan)
        return MeanSquares(none, none, none, none, n, k)
    by_coder, squares, totals = sums.moments[:k], sums.moments[k], sums.moments[k + 1]
    corrected = ratio(by_coder.sum(axis=0) ** 2, n * k)
    items = totals / k - corrected
    coders = ratio((by_coder**2).sum(axis=0), n) - corrected
    # Rounding leaves crumbs where the true sum is nothing; they would look like variance.
    floor = TINY * np.maximum(squares, 1)
    items, coders, everything = (
        np.where(part < floor, 0, part) for part in (items, coders, squares - corrected)
    )
    rest = everything - items - coders
    rest = np.where(rest < floor, 0, rest)
    below = np.where(n > 1, n - 1, np.nan)
    return MeanSquares(
        items / below,
        coders / (below * 0 + k - 1),
        rest / (below * (k - 1)),
        (rest + coders) / (n * (k - 1)),
        n,
        k,
    )


def correlations(squares: MeanSquares) -> dict[str, Floats]:
    """The six forms by name, `icc_1_1` to `icc_3_k`; NaN where undefined."""
    b, j, e, w = squares.items, squares.coders, squares.rest, squares.within
    n, k = squares.n, squares.k
    return {
        "icc_1_1": ratio(b - w, b + (k - 1) * w),
        "icc_2_1": ratio(b - e, b + (k - 1) * e + k * (j - e) / np.maximum(n, 1)),
        "icc_3_1": ratio(b - e, b + (k - 1) * e),
        "icc_1_k": ratio(b - w, b),
        "icc_2_k": ratio(b - e, b + (j - e) / np.maximum(n, 1)),
        "icc_3_k": ratio(b - e, b),
    }


def intervals(squares: MeanSquares) -> dict[str, tuple[float, float]]:
    """The 95% intervals of the six forms for the ratings themselves (the first replicate).

    A form is left out where its interval is undefined: no rest, or no variance at all.
    """
    b, j = float(squares.items[0]), float(squares.coders[0])
    e, w = float(squares.rest[0]), float(squares.within[0])
    n, k = float(squares.n[0]), squares.k
    found: dict[str, tuple[float, float]] = {}
    if n < 2 or k < 2 or not b > 0:
        return found
    if w > 0:
        low = b / w / _upper(n - 1, n * (k - 1))
        high = b / w * _upper(n * (k - 1), n - 1)
        found["icc_1_1"] = ((low - 1) / (low + k - 1), (high - 1) / (high + k - 1))
        found["icc_1_k"] = (1 - 1 / low, 1 - 1 / high)
    if e > 0:
        df = (n - 1) * (k - 1)
        low, high = b / e / _upper(n - 1, df), b / e * _upper(df, n - 1)
        found["icc_3_1"] = ((low - 1) / (low + k - 1), (high - 1) / (high + k - 1))
        found["icc_3_k"] = (1 - 1 / low, 1 - 1 / high)
        first, last = _absolute(b, j, e, n, k)
        found["icc_2_1"] = (first, last)
        # Stepping up needs a correlation above -1 / (k - 1); below it the formula turns round.
        if 1 + (k - 1) * first > TINY:
            found["icc_2_k"] = (k * first / (1 + (k - 1) * first), k * last / (1 + (k - 1) * last))
    return {name: limits for name, limits in found.items() if limits[0] < limits[1]}


def _absolute(b: float, j: float, e: float, n: float, k: int) -> tuple[float, float]:
    """McGraw and Wong (1996), table 7, ICC(A,1); NaN where the degrees of freedom vanish."""
    rho = (b - e) / (b + (k - 1) * e + k * (j - e) / n)
    part = n * (1 + (k - 1) * rho) - k * rho
    spread = k * rho * j / e
    below = (n - 1) * spread**2 + part**2
    df = (k - 1) * (n - 1) * (spread + part) ** 2 / below if below > 0 else nan
    upper, lower = _upper(n - 1, df), _upper(df, n - 1)
    rest = k * j + (k * n - k - n) * e
    return (
        n * (b - upper * e) / (upper * rest + n * b),
        n * (lower * b - e) / (rest + n * lower * b),
    )


def _upper(above: float, below: float) -> float:
    """The 97.5% point of the F distribution."""
    from scipy.special import fdtri

    return float(fdtri(above, below, 0.975))


def spearman(tables: Floats) -> Floats:
    """Spearman's rho of each pair; `tables` is (pairs, k, k, b), the result (pairs, b)."""
    common, rows, columns = _products(tables)
    return ratio(common, np.sqrt(rows * columns))


def kendall(tables: Floats, coders: int) -> Floats:
    """Kendall's W over `coders` who rated every item, corrected for ties, one figure a replicate.

    `tables` are of all pairs in the order of `itertools.combinations`. W is the variance of the
    items' rank sums over the greatest it can be, which ties make smaller.
    """
    common, rows, columns = _products(tables)
    # Each coder's own sum of squares, from a pair that the coder is in.
    own = np.concatenate([rows[:1], columns[: coders - 1]])
    total = own.sum(axis=0)
    return ratio(total + 2 * common.sum(axis=0), coders * total)


def _products(tables: Floats) -> tuple[Floats, Floats, Floats]:
    """Sums of products of the two coders' middle ranks, and of each coder's with themselves."""
    left, right = tables.sum(axis=2), tables.sum(axis=1)
    x, y = _centred(left), _centred(right)
    common = np.einsum("pkb,pklb,plb->pb", x, tables, y)
    return common, (left * x**2).sum(axis=1), (right * y**2).sum(axis=1)


def _centred(counts: Floats) -> Floats:
    """The middle rank of each category less the mean rank; counts are (pairs, k, b)."""
    middle: Floats = np.cumsum(counts, axis=1) - counts / 2 - counts.sum(axis=1, keepdims=True) / 2
    return middle


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
    n = len(pairs)
    if n < 3 or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        return None
    x, y = (_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    rho = float(np.corrcoef(x, y)[0, 1])
    ends = interval(rho, n)
    return RankCorrelation(rho, n, ends, BONETT_WRIGHT if ends else "")


def _ranks(values: Sequence[float]) -> Floats:
    """The rank of each value, from 1; equal ones share their mean rank. The same in scipy.stats
    takes a second to import.
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return ranks


def interval(rho: float, n: int) -> tuple[float, float] | None:
    """The 95% interval of Spearman's rho of n pairs; None for fewer than five, and at -1 and 1."""
    if n < FEWEST or abs(rho) > 1 - 1e-12:
        return None
    half = NormalDist().inv_cdf(0.975) * sqrt((1 + rho**2 / 2) / (n - 3))
    return tanh(atanh(rho) - half), tanh(atanh(rho) + half)
