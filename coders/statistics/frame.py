"""The weights and metrics that a set of ratings allows, computed once for all replicates.

At nominal level there are the unweighted ones alone, even where the categories look like numbers:
their order would be made up.
"""

from __future__ import annotations

from dataclasses import dataclass

from coders.statistics.ratings import Floats, Ratings
from coders.statistics.weights import (
    identity_weights,
    interval_metric,
    linear_weights,
    nominal_metric,
    quadratic_weights,
    ratio_metric,
    within_one_weights,
)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What stays the same over replicates: weights and metrics of the declared categories.

    `metrics` holds None for the ordinal metric, which depends on the counts.
    """

    coders: int
    categories: int
    weights: dict[str, Floats]
    metrics: dict[str, Floats | None]


def frame(ratings: Ratings) -> Frame:
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
    return Frame(len(ratings.coders), k, weights, metrics)
