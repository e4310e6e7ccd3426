"""The scale in three steps: the lowest two, the middle, the highest two.

Agreement on fewer categories is nearly always higher, for no merit of the coders; so both
agreements come together, each with its number of categories.
"""

from __future__ import annotations

from dataclasses import dataclass

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import Ratings
from coders.statistics.reasons import Demands


@dataclass(frozen=True, slots=True)
class Polarity:
    """Agreement on the scale as it is and on its three steps, with their labels in `groups`."""

    full: Agreement
    grouped: Agreement
    groups: tuple[tuple[str, ...], ...]


def polarity(
    ratings: Ratings, *, replicates: int = 2000, seed: int = 1, demands: Demands | None = None
) -> Polarity:
    """Agreement before and after the lowest two, the middle and the highest two are put together.

    Raises ValueError for fewer than five categories, which have no middle between two pairs, and
    at nominal level, where nothing is lowest.
    """
    labels = ratings.labels
    if ratings.values is None:
        raise ValueError("nominal categories have no lowest and no highest")
    if len(labels) < 5:
        raise ValueError("it takes five categories to have a middle between two pairs")
    groups = (labels[:2], labels[2:-2], labels[-2:])
    return Polarity(
        agreement(ratings, replicates=replicates, seed=seed, demands=demands),
        agreement(ratings.regrouped(groups), replicates=replicates, seed=seed, demands=demands),
        groups,
    )
