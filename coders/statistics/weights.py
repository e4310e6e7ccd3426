"""How much two categories agree (weights), and how far apart they are (Krippendorff's metrics).

Both come from the values of the declared categories. Weights are 1 for the same category and fall
to 0 over the whole declared range; metrics are squared differences. At nominal level there are the
unweighted ones alone, even where the categories look like numbers: their order would be made up.
Gwet's "ordinal weights" are not Krippendorff's ordinal metric and give another figure (.834 for
.815 on his own example), so that name is not used here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coders.statistics.ratings import Flags, Floats, Ratings


def identity_weights(categories: int) -> Floats:
    """1 for the same category, else 0. Shape (categories, categories), as all of these."""
    return np.eye(categories)


def linear_weights(values: tuple[float, ...]) -> Floats:
    """1 - |difference| / range; Cohen (1968), Cicchetti & Allison (1971)."""
    return 1 - np.abs(_scaled(values))


def quadratic_weights(values: tuple[float, ...]) -> Floats:
    """1 - difference^2 / range^2; Fleiss & Cohen (1973)."""
    weights: Floats = 1 - _scaled(values) ** 2
    return weights


def within_one_weights(values: tuple[float, ...]) -> Floats:
    """1 where two values are at most 1 apart, else 0."""
    apart = np.abs(np.subtract.outer(np.array(values), np.array(values)))
    # .1 + .9 is 1 to whoever wrote the scale down.
    return np.asarray(apart <= 1 + 1e-9, dtype=np.float64)


def _scaled(values: tuple[float, ...]) -> Floats:
    numbers = np.array(values)
    span = numbers.max() - numbers.min() if numbers.size else 0.0
    apart: Floats = np.subtract.outer(numbers, numbers)
    return apart / span if span > 0 else apart


def nominal_metric(categories: int) -> Floats:
    """0 for the same category, else 1. Shape (categories, categories, 1), as all metrics."""
    return (1 - np.eye(categories))[..., None]


def interval_metric(values: tuple[float, ...]) -> Floats:
    """The squared difference of two values, counted in ranges of the scale."""
    apart: Floats = _scaled(values) ** 2
    return apart[..., None]


def ratio_metric(values: tuple[float, ...]) -> Floats | None:
    """((c - k) / (c + k))^2; None where a value is negative, for there is no ratio then."""
    numbers = np.array(values)
    if numbers.size and numbers.min() < 0:
        return None
    total = np.add.outer(numbers, numbers)
    apart = np.subtract.outer(numbers, numbers)
    shares = np.divide(apart, total, out=np.zeros_like(total), where=total > 0)
    squared: Floats = shares**2
    return squared[..., None]


def ordinal_metric(counts: Floats) -> Floats:
    """The squared distance of two categories in ranks, from how often each was given.

    `counts` has shape (categories, replicates); the result (categories, categories, replicates).
    Krippendorff (2011): the sum of the counts from one to the other, less half of both ends, which
    is the difference of their middle ranks.
    """
    middle = np.cumsum(counts, axis=0) - counts / 2
    apart: Floats = (middle[:, None, :] - middle[None, :, :]) ** 2
    return apart


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What stays the same over replicates: weights and metrics of the declared categories.

    `metrics` holds None for the ordinal metric, which depends on the counts. `averaged` are the
    pairs of coders that means over pairs count (`pairs_averaged`).
    """

    coders: int
    categories: int
    weights: dict[str, Floats]
    metrics: dict[str, Floats | None]
    averaged: Flags

    def metrics_of(self, coincidences: Floats) -> dict[str, Floats]:
        """The metrics of shape (k, k, 1), the ordinal one with a layer for each replicate of the
        coincidences, shape (k, k, replicates).
        """
        counts = coincidences.sum(axis=1)
        return {
            name: ordinal_metric(counts) if metric is None else metric
            for name, metric in self.metrics.items()
        }


def frame(ratings: Ratings, averaged: Flags) -> Frame:
    """The weights and metrics that the level of these ratings allows."""
    k = len(ratings.labels)
    weights = {"": identity_weights(k)}
    metrics: dict[str, Floats | None] = {"nominal": nominal_metric(k)}
    if ratings.values is not None and k:
        weights |= {
            "linear": linear_weights(ratings.values),
            "quadratic": quadratic_weights(ratings.values),
            "within_1": within_one_weights(ratings.values),
        }
        metrics |= {"ordinal": None, "interval": interval_metric(ratings.values)}
        by_ratio = ratio_metric(ratings.values)
        if by_ratio is not None:
            metrics["ratio"] = by_ratio
    return Frame(len(ratings.coders), k, weights, metrics, averaged)
