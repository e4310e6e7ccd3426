"""How a coder agrees with the codes that they gave before: items that came back unannounced.

It bounds what agreement between coders can be, and falls off where a coder drifts. The two codes
are treated as two coders called `first` and `again`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import Ints, MeasurementLevel, ratings_of
from coders.statistics.reasons import Demands

FEWEST_DUPLICATES = 20
"""With fewer a kappa is known to .3 at best, and none is given."""


def intra_coder(
    first: Sequence[int] | Ints,
    again: Sequence[int] | Ints,
    *,
    labels: Sequence[str],
    values: Sequence[float] | None = None,
    level: MeasurementLevel = MeasurementLevel.ORDINAL,
    clusters: Sequence[Hashable] | Ints | None = None,
    strata: Sequence[Hashable] | Ints | None = None,
    replicates: int = 2000,
    seed: int = 1,
    demands: Demands | None = None,
) -> Agreement:
    """Agreement of one coder's codes of the same items, first and again, in the same order.

    Codes are places in `labels`, -1 where one of the two is missing. Raises ValueError as
    `ratings_of` does, and where the two differ in length.
    """
    if len(first) != len(again):
        raise ValueError("every code needs the one that was given again")
    ratings = ratings_of(
        np.array([first, again], dtype=np.int64).T,
        coders=("first", "again"),
        labels=labels,
        values=values,
        level=level,
        clusters=clusters,
        strata=strata,
    )
    return agreement(
        ratings,
        replicates=replicates,
        seed=seed,
        demands=demands or Demands(least_items=FEWEST_DUPLICATES),
    )
