"""How often the interval of Spearman's rho covers it, for as few pairs as a battery has.

    python -m benchmarks.rank_correlation [--samples 20000] [--seed 1]

Pairs are bivariate normal, so that rho is (6 / pi) asin(r / 2) of their correlation r.
"""

from __future__ import annotations

import argparse
from math import asin, pi

import numpy as np
from scipy.stats import rankdata

from coders.statistics.correlations import interval

SIZES = (5, 8, 12, 21)
CORRELATIONS = (0.0, 0.3, 0.5, 0.7, 0.9)


def coverage(n: int, r: float, *, samples: int, rng: np.random.Generator) -> float:
    """The share of intervals that cover rho."""
    x = rng.standard_normal((samples, n))
    y = r * x + np.sqrt(1 - r * r) * rng.standard_normal((samples, n))
    first, second = (rankdata(side, axis=1) - (n + 1) / 2 for side in (x, y))
    found = (first * second).sum(axis=1) / np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    rho = 6 / pi * asin(r / 2)
    covered = 0
    for one in found:
        ends = interval(float(one), n)
        # Without an interval nothing is said, and nothing missed.
        covered += ends is None or ends[0] <= rho <= ends[1]
    return covered / samples


def main() -> None:
    """Print a line for each number of pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    print("| pairs |", " | ".join(f"r = {r}" for r in CORRELATIONS), "|")
    print("|---|" + "---|" * len(CORRELATIONS))
    for n in SIZES:
        found = (coverage(n, r, samples=given.samples, rng=rng) for r in CORRELATIONS)
        print(f"| {n} |", " | ".join(f"{one:.3f}" for one in found), "|")


if __name__ == "__main__":
    main()
