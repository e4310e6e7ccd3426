"""How often the interval of Cronbach's alpha holds the alpha of all draws.

    python -m benchmarks.consistency [--replications 20000] [--seed 1]

One factor with equal or unequal loadings; items as they are, cut to points in equal steps, or cut
near an end of the scale, where most draws give the lowest point. The true alpha is that of a
million draws.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from coders.statistics.internal_consistency import alpha_limits, alphas

Floats = NDArray[np.float64]
EQUAL, UNEQUAL = "equal", "unequal"
ITEMS = (3, 5, 10)
DRAWS = (10, 20, 50)
CUTS: dict[str, tuple[float, ...]] = {
    "not cut": (),
    "5 points": (-1.5, -0.5, 0.5, 1.5),
    "7 points": (-1.5, -0.9, -0.3, 0.3, 0.9, 1.5),
    "5 points, near an end": (0.3, 0.9, 1.5, 2.1),
}
ALL = 1_000_000
BLOCK = 2_000


def made(loadings: Floats, cuts: tuple[float, ...], shape: tuple[int, ...],
         rng: np.random.Generator) -> Floats:  # fmt: skip
    """Answers of one factor to items with error, shape (*shape, items)."""
    factor = rng.standard_normal((*shape, 1))
    error = rng.standard_normal((*shape, len(loadings)))
    found = factor * loadings + error * np.sqrt(1 - loadings**2)
    return np.searchsorted(cuts, found).astype(np.float64) if cuts else found


def coverage(
    loadings: Floats, cuts: tuple[float, ...], draws: int, replications: int,
    rng: np.random.Generator,
) -> tuple[float, float]:  # fmt: skip
    """The share of intervals that hold the true alpha, and that alpha."""
    truth = float(alphas(made(loadings, cuts, (ALL,), rng)))
    held = known = 0
    for _ in range(0, replications, BLOCK):
        lower, upper = alpha_limits(made(loadings, cuts, (BLOCK, draws), rng))
        given = np.isfinite(lower) & np.isfinite(upper)
        held += int(((lower <= truth) & (truth <= upper))[given].sum())
        known += int(given.sum())
    return held / known, truth


def settings() -> Iterator[tuple[str, str, int, int, Floats]]:
    """Loadings, cuts, draws and items of every setting."""
    for shape, strength, cut, k, draws in product(
        (EQUAL, UNEQUAL), (0.4, 0.7, 0.9), CUTS, ITEMS, DRAWS
    ):
        spread = 0.0 if shape == EQUAL else 0.25
        loadings = np.clip(np.linspace(strength - spread, strength + spread, k), 0.05, 0.95)
        yield shape, cut, draws, k, loadings


def main() -> None:
    """Prints the lowest and the mean coverage for each number of draws and kind of answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replications", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    found: dict[tuple[str, int], list[tuple[float, str]]] = {}
    for shape, cut, draws, k, loadings in settings():
        share, truth = coverage(loadings, CUTS[cut], draws, args.replications, rng)
        words = f"{k} items, {shape} loadings about {loadings.mean():.1f}, alpha {truth:.2f}"
        found.setdefault((cut, draws), []).append((share, words))
    print("| answers | draws | lowest coverage | mean | lowest in |\n|---|---|---|---|---|")
    for (cut, draws), shares in found.items():
        mean = np.mean([share for share, _ in shares])
        lowest, words = min(shares)
        print(f"| {cut} | {draws} | {lowest:.1%} | {mean:.1%} | {words} |")


if __name__ == "__main__":
    main()
