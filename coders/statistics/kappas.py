"""Agreement corrected for chance: Cohen, Light, Scott, Fleiss, Conger, Brennan-Prediger, Gwet,
and Krippendorff's alpha for any number of coders, any missing ratings, four metrics.

Every function takes sums with one column a replicate, or what several coefficients share of these,
and gives one figure a replicate, NaN where it is undefined; NaN never leaves this package. For any
number of coders and missing ratings the observed agreement is Gwet's (2014): the mean over items
with two or more ratings of the share of agreeing pairs. What differs is
the agreement expected by chance, and the three that are often distinguished by the number of coders
are not: Scott's pi with more than two coders *is* Fleiss' kappa, and the two names give one number
here.

References
----------
Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological
Measurement, 20, 37-46. https://doi.org/10.1177/001316446002000104
Cohen, J. (1968). Weighted kappa. Psychological Bulletin, 70, 213-220.
https://doi.org/10.1037/h0026256
Scott, W. A. (1955). Reliability of content analysis. Public Opinion Quarterly, 19, 321-325.
https://doi.org/10.1086/266577
Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin,
76, 378-382. https://doi.org/10.1037/h0031619
Light, R. J. (1971). Measures of response agreement for qualitative data. Psychological Bulletin,
76, 365-377. https://doi.org/10.1037/h0031643
Conger, A. J. (1980). Integration and generalization of kappas for multiple raters. Psychological
Bulletin, 88, 322-328. https://doi.org/10.1037/0033-2909.88.2.322
Brennan, R. L., & Prediger, D. J. (1981). Coefficient kappa: some uses, misuses, and alternatives.
Educational and Psychological Measurement, 41, 687-699. https://doi.org/10.1177/001316448104100307
Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high
agreement. British Journal of Mathematical and Statistical Psychology, 61, 29-48.
https://doi.org/10.1348/000711006X126600
Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, 4th ed. Advanced Analytics.
Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability. University of Pennsylvania,
Annenberg School for Communication. https://repository.upenn.edu/handle/20.500.14332/2089
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coders.statistics.ratings import Flags, Floats
from coders.statistics.tallies import Sums

TINY = 1e-12
"""Below this a share that should divide is nothing but rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """A coefficient and the two agreements it is made of; one entry a replicate in each."""

    value: Floats
    observed: Floats
    expected: Floats


def ratio(above: Floats, below: Floats) -> Floats:
    """One over the other, NaN where the lower one is nothing."""
    # The usual one: all are shares or counts above nothing, which their least says fastest.
    if below.size and below.min() > TINY:
        return np.asarray(above / below)
    something = np.abs(below) > TINY
    nothing = np.full(np.broadcast_shapes(above.shape, below.shape), np.nan)
    divided: Floats = np.divide(above, below, out=nothing, where=something)
    return divided


def beyond_chance(observed: Floats, expected: Floats) -> Corrected:
    """(observed - expected) / (1 - expected)."""
    return Corrected(ratio(observed - expected, 1 - expected), observed, expected)


def observed(sums: Sums, weights: Floats) -> Floats:
    """Gwet's observed agreement under weights of shape (categories, categories)."""
    return ratio(np.einsum("kl,klb->b", weights, sums.agreement), sums.pairable)


def use_of_categories(sums: Sums) -> Floats:
    """How much each category is used: the mean over rated items, shape (categories, replicates)."""
    return ratio(sums.shares, sums.rated)


def chance_of_shares(use: Floats, weights: Floats) -> Floats:
    """Scott's and Fleiss' chance: two ratings drawn from the common use of the categories."""
    return np.asarray(np.einsum("kl,kb,lb->b", weights, use, use))


def conger(seen: Floats, sums: Sums, weights: Floats) -> Corrected:
    """Conger's kappa: chance from each coder's own use of the categories, as Cohen's. `seen` is the
    observed agreement, here and below.
    """
    own = ratio(sums.marginals, sums.marginals.sum(axis=1, keepdims=True))
    m = own.shape[0]
    total = own.sum(axis=0)
    # All ordered pairs of coders but each with itself; the same as Gwet's mean less variance.
    every = np.einsum("kl,kb,lb->b", weights, total, total)
    itself = np.einsum("kl,gkb,glb->b", weights, own, own)
    return beyond_chance(seen, (every - itself) / (m * (m - 1)))


def brennan_prediger(seen: Floats, weights: Floats) -> Corrected:
    """Chance is as if all declared categories were equally likely."""
    return beyond_chance(seen, np.full(seen.shape, weights.sum() / max(1, weights.size)))


def gwet(seen: Floats, use: Floats, weights: Floats) -> Corrected:
    """Gwet's AC1, or AC2 under weights: chance only where a rating was likely to be a guess."""
    k = weights.shape[0]
    spread = (use * (1 - use)).sum(axis=0)
    share = ratio(weights.sum() * spread, np.full(spread.shape, float(k * (k - 1))))
    return beyond_chance(seen, share)


class PairTables:
    """Tables of each pair, (pairs, k, k, b), with the number of items in each, (pairs, b)."""

    def __init__(self, tables: Floats) -> None:
        self.tables, self.n = tables, np.asarray(tables.sum(axis=(1, 2)))

    @cached_property
    def used(self) -> tuple[Floats, Floats]:
        """The share of each category in the ratings of the first coder, and of the second."""
        n = self.n[:, None]
        return ratio(self.tables.sum(axis=2), n), ratio(self.tables.sum(axis=1), n)

    def agreeing(self, weights: Floats) -> Floats:
        """The observed agreement of each pair, shape (pairs, b), as all that follows."""
        return ratio(np.einsum("kl,pklb->pb", weights, self.tables), self.n)

    def cohen(self, weights: Floats) -> Corrected:
        """Cohen's kappa of each pair."""
        chance = np.einsum("kl,pkb,plb->pb", weights, *self.used)
        return beyond_chance(self.agreeing(weights), chance)


def cohen(tables: Floats, weights: Floats) -> Corrected:
    """Cohen's kappa for each pair; `tables` is (pairs, k, k, b), the results (pairs, b)."""
    return PairTables(tables).cohen(weights)


def mean_over_pairs(values: Floats, n: Floats, averaged: Flags) -> Floats:
    """The mean of a figure, shape (pairs, b), over the pairs that are `averaged`, shape (pairs,),
    and have items in common: `n` says how many, shape (pairs, b).

    NaN where a pair has items in common and yet no figure: a mean over the pairs that happen to be
    defined would favour those who disagree.
    """
    common = (n > TINY) & averaged[:, None]
    total = np.where(common, values, 0).sum(axis=0)
    return ratio(total, common.sum(axis=0).astype(np.float64))


def alpha(coincidences: Floats, metric: Floats) -> Floats:
    """Alpha from coincidences of shape (k, k, b), one figure a replicate, NaN where undefined.

    `metric` has shape (k, k, 1), or one layer a replicate.
    """
    counts = coincidences.sum(axis=1)
    n = counts.sum(axis=0)
    seen = (coincidences * metric).sum(axis=(0, 1))
    expected = ratio(np.einsum("kb,klb,lb->b", counts, wide(metric, n.size), counts), n - 1)
    return 1 - ratio(seen, expected)


def interval_alpha(spreads: Floats) -> Floats:
    """Alpha with the interval metric from `Sums.spreads`, for any number of different values.

    Squared differences need no table of categories: over all ordered pairs of n values they add up
    to 2 (n sum x^2 - (sum x)^2).
    """
    n, total, squares, apart = spreads
    every = 2 * (n * squares - total**2)
    # Where all values are one the two terms differ by rounding alone.
    every = np.where(every > TINY * n * squares, every, 0)
    return 1 - ratio(apart, ratio(every, n - 1))


def wide(metric: Floats, replicates: int) -> Floats:
    """A metric with one layer a replicate, whether or not it depends on the replicate."""
    return np.broadcast_to(metric, (*metric.shape[:2], replicates))
