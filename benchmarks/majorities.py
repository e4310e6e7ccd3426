"""How often the intervals of a majority over samples, and of what it gains, hold the true value.

    python -m benchmarks.majorities [--replications 2000] [--seed 1]

Items of three options are drawn from a population in which the probability of the right one follows
a beta distribution, and a second one splits the rest. Every item is answered by some samples, whose
majority counts with a tie as the share of tied options that is right. The true values are those of
400,000 items. The gain over single replies is paired by item; the gain over a greedy run is that
over the most probable option of each item.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from coders.statistics.item_means import item_interval, paired_mean

Floats = NDArray[np.float64]

MANY = 400_000
ITEMS = (10, 50, 200)
SAMPLES = (5, 40)
ABILITIES = ((1.0, 1.0), (4.0, 2.0), (2.0, 4.0), (8.0, 1.0))
"""Parameters of the beta distribution: mean accuracy .5, .67, .33 and .89."""


def answered(
    shape: tuple[float, float], items: int, samples: int, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    """Of each item the majority, the mean of single replies, and the greedy reply, each the share
    that is right.
    """
    right = rng.beta(*shape, size=items)
    split = rng.uniform(size=items)
    chances = np.stack([right, (1 - right) * split, (1 - right) * (1 - split)], axis=-1)
    votes = rng.multinomial(samples, chances)
    tied = votes == votes.max(axis=-1, keepdims=True)
    greedy = (chances.argmax(axis=-1) == 0).astype(float)
    return tied[:, 0] / tied.sum(axis=-1), votes[:, 0] / samples, greedy


def coverage(
    shape: tuple[float, float], items: int, samples: int, times: int, rng: np.random.Generator
) -> tuple[float, float, float]:
    """How often the interval of the majority, of its gain over single replies, and of that over a
    greedy run hold the true one.
    """
    truth = [part.mean() for part in answered(shape, MANY, samples, rng)]
    held = np.zeros(3)
    for _ in range(times):
        won, single, greedy = answered(shape, items, samples, rng)
        own = item_interval(won.tolist(), low=0.0)
        held[0] += own is not None and own.low <= truth[0] <= own.high
        for at, other in ((1, single), (2, greedy)):
            ends = paired_mean([((won - other).tolist(), 1.0)]).ci95
            held[at] += ends is not None and ends[0] <= truth[0] - truth[at] <= ends[1]
    majority, gain, over = held / times
    return float(majority), float(gain), float(over)


def rows(times: int, rng: np.random.Generator) -> Iterator[tuple[str, ...]]:
    """A row for each setting."""
    for shape, items, samples in product(ABILITIES, ITEMS, SAMPLES):
        found = coverage(shape, items, samples, times, rng)
        told = (f"beta{shape}", str(items), str(samples), *(f"{one:.3f}" for one in found))
        yield told


def main() -> None:
    """Prints the coverage in every setting."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--replications", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    head = ("ability", "items", "samples", "majority", "gain", "over greedy")
    rng = np.random.default_rng(chosen.seed)
    for row in (head, *rows(chosen.replications, rng)):
        sys.stdout.write("  ".join(f"{cell:>12}" for cell in row) + "\n")


if __name__ == "__main__":
    main()
