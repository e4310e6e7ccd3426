"""How often the intervals of drops under erasures hold, by simulated items.

Usage: python -m benchmarks.erasure_intervals [--runs N]

Items are drawn from a population in which their difficulty varies; each has a probability of a
right answer without and under each of ten framings, and is asked once under each. Printed is the
proportion of 95% intervals that contain the true drop: of a cell of the matrix, and of the mean
drop on the diagonal, off it, and their difference over ten abilities.
"""

from __future__ import annotations

import argparse

import numpy as np

from coders.statistics.erasures import drop_interval, mean_drop

CHANCE = 0.25
SCALE = 1 - CHANCE

SETTINGS = {
    "nothing is lost, .9": (0.9, 0.9, 0.9),
    "all right, nothing lost": (0.995, 0.995, 0.995),
    "nothing is lost, at chance": (0.25, 0.25, 0.25),
    "own ability to chance": (0.9, 0.25, 0.9),
    "own to chance, from nearly all": (0.99, 0.25, 0.99),
    "own to chance, others a little": (0.9, 0.25, 0.8),
    "all to chance": (0.9, 0.25, 0.25),
    "a small drop everywhere": (0.7, 0.6, 0.65),
}
"""Name -> proportion right without a framing, under the own erasure, under another."""

VARIED = 4.0
"""Sum of the parameters of the beta distribution of items: small is very different items."""


def items(rng: np.random.Generator, right: float, count: int) -> np.ndarray:
    """Probabilities of so many items, shape (count,)."""
    return rng.beta(right * VARIED, (1 - right) * VARIED, count)


def coverage(setting: tuple[float, float, float], n: int, runs: int, seed: int) -> list[float]:
    """The proportion of intervals that hold: own cell, another cell, diagonal, off it, difference.

    What makes an item hard is the same under all framings for half of the items, so that answers
    are correlated; the true drop is exact.
    """
    rng = np.random.default_rng(seed)
    base, own, other = setting
    goals = [(base - own) / SCALE, (base - other) / SCALE]
    truth = [*goals, goals[0], goals[1], goals[0] - goals[1]]
    held = np.zeros(5)
    for _ in range(runs):
        groups_on: list[tuple[list[float], float]] = []
        groups_off: list[tuple[list[float], float]] = []
        apart: list[tuple[list[float], float]] = []
        cells: list[list[float]] = []
        for _ in range(10):
            hard = rng.random(n)
            without = _marks(rng, hard, base)
            under = [_marks(rng, hard, right) for right in (own, *(other,) * 9)]
            drops = [(without - one) / SCALE for one in under]
            off = np.mean(drops[1:], axis=0)
            groups_on.append((list(drops[0]), 1 / SCALE))
            groups_off.append((list(off), 1 / SCALE))
            apart.append((list(drops[0] - off), 1 / SCALE))
            cells = [list(drops[0]), list(drops[1])]
        found = [drop_interval(one, most=1 / SCALE) for one in cells]
        found += [mean_drop(one) for one in (groups_on, groups_off, apart)]
        held += [
            one is not None and one.low - 1e-9 <= goal <= one.high + 1e-9
            for one, goal in zip(found, truth, strict=True)
        ]
    return [float(one) for one in held / runs]


def _marks(rng: np.random.Generator, hard: np.ndarray, right: float) -> np.ndarray:
    """One answer to each item, shape (items,). `hard` is the place of each among all items by its
    difficulty; for half of the items it does not count.
    """
    from scipy.stats import beta

    same = beta.ppf(hard, right * VARIED, (1 - right) * VARIED)
    new = items(rng, right, len(hard))
    shared = rng.random(len(hard)) < 0.5
    return (rng.random(len(hard)) < np.where(shared, same, new)).astype(float)


def main() -> None:
    """Print a row for each setting and number of items."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    print("| setting | items | own cell | another | diagonal | off it | difference |")
    print("|---|---|---|---|---|---|---|")
    for seed, (name, setting) in enumerate(SETTINGS.items()):
        for n in (10, 20, 44, 100):
            found = coverage(setting, n, runs, 100 * seed + n)
            shares = " | ".join(f"{one:.3f}" for one in found)
            print(f"| {name} | {n} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
