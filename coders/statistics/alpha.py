"""Krippendorff's alpha for any number of coders, any missing ratings, four metrics.

References
----------
Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability. University of Pennsylvania,
Annenberg School for Communication. https://repository.upenn.edu/handle/20.500.14332/2089
"""

from __future__ import annotations

import numpy as np

from coders.statistics.kappas import TINY, ratio
from coders.statistics.ratings import Floats
from coders.statistics.weights import ordinal_metric


def alpha(coincidences: Floats, metric: Floats | None = None) -> Floats:
    """Alpha from coincidences of shape (k, k, b), one figure a replicate, NaN where undefined.

    `metric` has shape (k, k, 1), or is None for the ordinal one, which depends on the counts.
    """
    counts = coincidences.sum(axis=1)
    metric = ordinal_metric(counts) if metric is None else metric
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
