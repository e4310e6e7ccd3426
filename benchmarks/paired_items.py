"""How often the intervals of paired differences over the items of a bank hold, by made answers.

Usage: python -m benchmarks.paired_items [--runs N]

Two participants answer the same items of four options, right with probabilities that may differ;
what one knows the other knows more often than by chance. Printed is the lowest proportion of 95%
intervals that hold over 24 settings, for a group and for means of two and ten groups.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np

from coders.statistics.paired_items import mean_difference, paired_mean

RIGHT = (
    (0.25, 0.25), (0.5, 0.5), (0.9, 0.5), (0.9, 0.8), (1.0, 1.0), (0.95, 0.25), (0.99, 0.95),
    (0.6, 0.5),
)  # fmt: skip
SHARED = (0.0, 0.5, 0.9)
"""How often the two get an item right or wrong for the same reason."""
SIZES = (10, 20, 40, 100)
REACH = 1 / (1 - 0.25)


def coverage(items: int, groups: int, runs: int, seed: int) -> float:
    """The lowest proportion of intervals that hold."""
    rng = np.random.default_rng(seed)
    lowest = 1.0
    for (first, second), shared in product(RIGHT, SHARED):
        held = 0
        for _ in range(runs):
            one = rng.random((groups, items))
            other = np.where(rng.random((groups, items)) < shared, one, rng.random((groups, items)))
            differences = ((one < first).astype(float) - (other < second)) * REACH
            means = [paired_mean(each.tolist(), reach=REACH) for each in differences]
            ends = mean_difference(means).ci95
            true = (first - second) * REACH
            held += ends is not None and ends[0] - 1e-9 <= true <= ends[1] + 1e-9
        lowest = min(lowest, held / runs)
    return lowest


def main() -> None:
    """Print a row for each number of items."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    print("| items a group | a group | mean of 2 groups | of 10 |")
    print("| --- | --- | --- | --- |")
    for seed, items in enumerate(SIZES):
        found = [coverage(items, groups, runs, seed) for groups in (1, 2, 10)]
        print(f"| {items} |", " | ".join(f"{one:.3f}" for one in found), "|", flush=True)


if __name__ == "__main__":
    main()
