"""How often the intervals of differences over the items of a bank hold, and of slopes over sizes.

Usage: python -m benchmarks.paired_items [--runs N] [--slopes]

Two sides answer the same items of four options, right with probabilities that may differ and may
vary over items; what one knows the other knows more often than by chance. The second side is one
answer to each item or the mean of nine, as of the other erasures. Printed is the lowest proportion
of 95% intervals that hold over 80 settings, for a group and for means of two and ten groups.

With `--slopes`: series of models of two to six sizes, whose accuracies on 440 items rise by a slope
of their own. True is the mean slope of 5,000 series.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from coders.statistics.item_means import paired_mean
from coders.statistics.over_models import slope_of

Floats = NDArray[np.float64]

RIGHT = (
    (0.25, 0.25), (0.5, 0.5), (0.9, 0.5), (0.9, 0.8), (0.995, 0.995), (0.95, 0.25), (0.99, 0.95),
    (0.6, 0.5), (0.05, 0.01), (0.25, 0.02),
)  # fmt: skip
SHARED = (0.0, 0.9)
"""How often the two get an item right or wrong for the same reason."""
VARIED = (False, True)
"""Whether items are of different difficulty: a beta distribution with parameters that add up to 4.
"""
ANSWERS = (1, 9)
SIZES = (10, 20, 40, 100)
GROUPS = (1, 2, 10)
REACH = 1 / (1 - 0.25)

SERIES = {
    "two sizes each": "two",
    "slopes alike": "alike",
    "slopes unlike": "",
    "slopes skewed": "skewed",
    "from chance on": "floor",
    "up to the ceiling": "ceiling",
    "most at the ceiling": "beyond",
}
HALFWAY = {"floor": 10.0, "ceiling": 8.5, "beyond": 7.5}
"""Logarithm of the size at which half is right above chance."""
NUMBERS = (3, 4, 5, 8, 12)


@cache
def chances(right: float, *, varied: bool) -> Floats:
    """The probabilities of items that are evenly spread by their difficulty."""
    from scipy.special import betaincinv

    even = (np.arange(10_000) + 0.5) / 10_000
    same = np.full(len(even), right)
    return np.asarray(betaincinv(4 * right, 4 * (1 - right), even), float) if varied else same


def coverage(items: int, runs: int, seed: int) -> list[float]:
    """The lowest proportion of intervals that hold, for each number of groups."""
    rng = np.random.default_rng(seed)
    lowest = np.ones(len(GROUPS))
    shape = GROUPS[-1], items
    for (first, second), shared, varied, answers in product(RIGHT, SHARED, VARIED, ANSWERS):
        held = np.zeros(len(GROUPS))
        sides = [chances(right, varied=varied) for right in (first, second)]
        true = float(sides[0].mean() - sides[1].mean()) * REACH
        for _ in range(runs):
            hard = rng.integers(0, len(sides[0]), shape)
            one = rng.random(shape)
            other = np.where(rng.random((answers, *shape)) < shared, one, rng.random(shape))
            marks = (one < sides[0][hard]) - (other < sides[1][hard]).mean(axis=0)
            parts = [(each, REACH) for each in (marks * REACH).tolist()]
            for at, count in enumerate(GROUPS):
                ends = paired_mean(parts[:count]).ci95
                held[at] += ends is not None and ends[0] - 1e-9 <= true <= ends[1] + 1e-9
        lowest = np.minimum(lowest, held / runs)
    return [float(one) for one in lowest]


def models(rng: np.random.Generator, setting: str) -> list[tuple[float, float]]:
    """The logarithm of the size and the calibrated accuracy of each model of a series."""
    count = 2 if setting == "two" else int(rng.integers(2, 7))
    steps = np.cumsum(rng.uniform(0.2, 0.8, count))
    size = rng.uniform(7.5, 9.5) + steps
    if setting in HALFWAY:
        logit = 2 * (size - HALFWAY[setting]) + rng.normal(0, 1) + rng.normal(0, 0.3, count)
        able = 1 / (1 + np.exp(-logit))
    else:
        spread = 0.0 if setting == "alike" else 0.1
        own = rng.exponential(spread) - spread if setting == "skewed" else rng.normal(0, spread)
        able = 0.2 + rng.normal(0, 0.1) + (0.15 + own) * steps + rng.normal(0, 0.03, count)
    right = rng.binomial(440, np.clip(0.25 + 0.75 * able, 0, 1)) / 440
    return list(zip(size.tolist(), ((right - 0.25) / 0.75).tolist(), strict=True))


def slopes(setting: str, runs: int, seed: int) -> Iterator[float]:
    """The proportion of intervals that hold, for each number of series."""
    rng = np.random.default_rng(seed)
    many = slope_of({str(one): models(rng, setting) for one in range(5_000)})
    assert many is not None
    for number in NUMBERS:
        held = 0
        for _ in range(runs):
            found = slope_of({str(one): models(rng, setting) for one in range(number)})
            ends = None if found is None else found.ci95
            held += ends is not None and ends[0] <= many.mean <= ends[1]
        yield held / runs


def main() -> None:
    """Print a row for each number of items, or for each kind of series."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--slopes", action="store_true")
    options = parser.parse_args()
    if options.slopes:
        print("| series |", " | ".join(f"{number} series" for number in NUMBERS), "|")
        print("| --- |", " | ".join(["---"] * len(NUMBERS)), "|")
        for seed, (name, setting) in enumerate(SERIES.items()):
            found = slopes(setting, options.runs, seed)
            print(f"| {name} |", " | ".join(f"{one:.3f}" for one in found), "|", flush=True)
        return
    print("| items a group | a group | mean of 2 groups | of 10 |")
    print("| --- | --- | --- | --- |")
    for seed, items in enumerate(SIZES):
        shares = " | ".join(f"{one:.3f}" for one in coverage(items, options.runs, seed))
        print(f"| {items} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
