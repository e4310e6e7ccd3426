"""How often two conditions are found equivalent: that are equal, and that differ by the bound.

    python -m benchmarks.equivalence [--pairs 10000] [--seed 1]

Two conditions of four questions in the same draws of words, whose difficulty varies by a normal
deviation on the logit scale. Equivalent: the whole 95% interval of the difference in LRS lies
within the bounds.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import expit

from coders.statistics.differences import difference

QUESTIONS = 4
DRAWS = (10, 20, 30, 50)
BOUNDS = (0.5, 1.0, 1.5)
ACCURACIES = (0.5, 0.7, 0.9)
DEVIATIONS = (0.0, 1.0, 2.0)
_NODES = np.random.default_rng(0).standard_normal(100_000)


def middle(accuracy: float, deviation: float) -> float:
    """The logit at which the mean accuracy over words is this."""
    spread = deviation * _NODES
    return float(brentq(lambda at: float(expit(at + spread).mean()) - accuracy, -15, 15))


def equivalent(
    accuracies: tuple[float, float],
    draws: int,
    deviation: float,
    *,
    pairs: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """The share of pairs that are found equivalent within each of the bounds."""
    words = deviation * rng.standard_normal((pairs, draws))
    sides = [
        1 + rng.binomial(QUESTIONS, expit(middle(accuracy, deviation) + words))
        for accuracy in accuracies
    ]
    found = np.zeros(len(BOUNDS))
    for one, other in zip(*(side.tolist() for side in sides), strict=True):
        ends = difference(one, other, paired=True).interval
        assert ends is not None
        found += [max(-ends.low, ends.high) < bound for bound in BOUNDS]
    shares: NDArray[np.float64] = found / pairs
    return shares


def main() -> None:
    """Print a line for each number of draws and bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    print("| draws | bounds | equal, accuracy .5 | .7 | .9 | different by the bound: most |")
    print("|---|---|---|---|---|---|")
    for draws in DRAWS:
        equal = {
            accuracy: [
                equivalent((accuracy, accuracy), draws, one, pairs=given.pairs, rng=rng)
                for one in DEVIATIONS
            ]
            for accuracy in ACCURACIES
        }
        for at, bound in enumerate(BOUNDS):
            most = max(
                equivalent(
                    (accuracy, accuracy - bound / 4), draws, one, pairs=given.pairs, rng=rng
                )[at]
                for accuracy in ACCURACIES
                for one in DEVIATIONS
            )
            cells = [
                f"{min(one[at] for one in found):.2f} to {max(one[at] for one in found):.2f}"
                for found in equal.values()
            ]
            print(f"| {draws} | ±{bound} | {' | '.join(cells)} | {most:.3f} |")


if __name__ == "__main__":
    main()
