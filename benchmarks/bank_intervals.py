"""How often the intervals over the items of a bank hold, by simulated banks.

Usage: python -m benchmarks.bank_intervals [--runs N]

The items of each bank are drawn from many more: each is right with a probability of its own, in all
of its runs. True is the mean over all that could be drawn. Printed is the lowest proportion of 95%
intervals that hold, over accuracies, for a group in either form of calibrated accuracy, and for
plain means of two, three and ten groups.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from coders.statistics.item_means import group_mean, item_interval, mean_of_groups

ACCURACIES = (0.0, 0.3, 0.6, 0.9, 1.0)
"""True calibrated accuracies of groups."""
SIZES = (10, 20, 40, 100)
SPREADS = ((0, 1), (2, 1), (2, 5))
"""Concentration of the items' own probabilities (0: all are the same), and runs of each."""
OPTIONS = ((4,), (2, 4))
"""Numbers of options in a group."""

Floats = NDArray[np.float64]


def chances(items: int, options: Sequence[int]) -> Floats:
    """The chance of each item."""
    return 1 / np.resize(np.array(options, float), items)


def marks(
    rng: np.random.Generator, chance: Floats, accuracy: float, concentration: int, runs: int
) -> Floats:
    """The mean mark of each item of a group."""
    own = np.full(len(chance), accuracy)
    if concentration and 0 < accuracy < 1:
        own = rng.beta(accuracy * concentration, (1 - accuracy) * concentration, len(chance))
    right = chance + own * (1 - chance)
    return np.asarray(rng.binomial(runs, right) / runs, np.float64)


def forms(marks: Floats, chance: Floats) -> tuple[tuple[Floats, float], tuple[Floats, float]]:
    """The values of items and their lowest mean, item-wise and in the aggregate form."""
    whole = float(chance.mean())
    return (
        ((marks - chance) / (1 - chance), float((-chance / (1 - chance)).mean())),
        ((marks - whole) / (1 - whole), -whole / (1 - whole)),
    )


def coverage(
    items: int, spread: tuple[int, int], options: Sequence[int], runs: int, seed: int
) -> dict[str, float]:
    """The lowest proportions over accuracies: item-wise, aggregate, and means of groups."""
    rng = np.random.default_rng(seed)
    chance = chances(items, options)
    found: dict[str, list[float]] = {}
    for accuracy in ACCURACIES:
        mixed = [ACCURACIES[at % 5] for at in range(10)]
        held: dict[str, int] = dict.fromkeys(("item-wise", "aggregate", "2", "3", "10", "mixed"), 0)
        for _ in range(runs):
            own = [marks(rng, chance, accuracy, *spread) for _ in range(10)]
            wise, whole = forms(own[0], chance)
            for name, (values, low) in (("item-wise", wise), ("aggregate", whole)):
                interval = item_interval(values.tolist(), low=low)
                assert interval is not None
                held[name] += interval.low - 1e-9 <= accuracy <= interval.high + 1e-9
            means = [group_mean(forms(one, chance)[1][0].tolist(), low=whole[1]) for one in own]
            for count in (2, 3, 10):
                mean = mean_of_groups(means[:count])
                held[str(count)] += mean.low - 1e-9 <= accuracy <= mean.high + 1e-9
            other = [
                group_mean(
                    forms(marks(rng, chance, one, *spread), chance)[1][0].tolist(), low=whole[1]
                )
                for one in mixed
            ]
            mean = mean_of_groups(other)
            held["mixed"] += mean.low - 1e-9 <= float(np.mean(mixed)) <= mean.high + 1e-9
        for name, count in held.items():
            found.setdefault(name, []).append(count / runs)
    return {name: min(shares) for name, shares in found.items()}


def main() -> None:
    """Print a row for each number of items."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    print("| items a group | item-wise | aggregate | 2 groups | 3 groups | 10 groups | 10, mixed |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for items in SIZES:
        rows = [
            coverage(items, spread, options, runs, seed)
            for seed, (spread, options) in enumerate((s, o) for s in SPREADS for o in OPTIONS)
        ]
        lowest = [min(row[name] for row in rows) for name in rows[0]]
        print(f"| {items} |", " | ".join(f"{one:.3f}" for one in lowest), "|", flush=True)


if __name__ == "__main__":
    main()
