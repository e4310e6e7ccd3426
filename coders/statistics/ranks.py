"""Spearman's rho and Kendall's W, with ties, from tables of coder against coder.

Ratings on a few categories are ranks with ties, and a category's middle rank follows from how often
it was given. So neither needs a second pass over the items, and both can be bootstrapped as fast
as a kappa.

References
----------
Kendall, M. G., & Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical
Statistics, 10, 275-287. https://doi.org/10.1214/aoms/1177732186
Siegel, S., & Castellan, N. J. (1988). Nonparametric Statistics for the Behavioral Sciences, 2nd
ed., section 9.6 (W corrected for ties). McGraw-Hill.
"""

from __future__ import annotations

import numpy as np

from coders.statistics.kappas import ratio
from coders.statistics.ratings import Floats


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
