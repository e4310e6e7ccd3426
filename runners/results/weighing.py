"""The two weightings of a mean over cells: flat, and experiment by experiment."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from runners.results.means import mean


def weighed(
    means: Sequence[tuple[str, Fraction]],
) -> tuple[Fraction | None, Fraction | None]:
    """The mean flat over cells, and the mean over experiments, from (experiment, mean) of cells."""
    by_experiment: dict[str, list[Fraction]] = {}
    for experiment, value in means:
        by_experiment.setdefault(experiment, []).append(value)
    return mean(value for _, value in means), mean(mean(found) for found in by_experiment.values())
