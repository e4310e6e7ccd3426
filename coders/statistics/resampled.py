"""The figures of all replicates together, from a bootstrap that comes in parts."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from coders.statistics.bootstrap import replicates
from coders.statistics.figures import Figures, figures
from coders.statistics.frame import Frame
from coders.statistics.ratings import Floats
from coders.statistics.tallies import Tallies


def resampled(tallies: Tallies, fixed: Frame, *, count: int, seed: int) -> Figures:
    """The figures of `count` replicates, replicates along the last axis; none if count is 0."""
    parts = [figures(sums, fixed) for sums in replicates(tallies, count, seed)]
    if not parts:
        nothing = np.empty((0, 0))
        return Figures({}, {}, {}, {}, nothing, nothing)

    def joined(name: str) -> dict[str, Floats]:
        first: dict[str, Floats] = getattr(parts[0], name)
        return {
            key: np.concatenate([getattr(one, name)[key] for one in parts], -1) for key in first
        }

    tables = {one.name: joined(one.name) for one in fields(Figures)[:4]}
    return Figures(
        **tables,
        specific=np.concatenate([one.specific for one in parts], axis=-1),
        against_rest=np.concatenate([one.against_rest for one in parts], axis=-1),
    )
