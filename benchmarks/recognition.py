"""How often the interval of recognised minus not recognised trials covers the true difference.

    python -m benchmarks.recognition [--samples 4000] [--seed 1]

Two conditions share their draws. Each trial has four questions, right with a probability whose
logit is a constant, the difficulty of the draw's words (normal, in both conditions), and a gain
where the story is recognised. A draw is recognised with probability q, in both conditions or in
each by itself. Only studies with five draws on every side have an interval, and are counted.
"""

from __future__ import annotations

import argparse
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from runners.analysis.means import DrawMeans
from runners.comparison.recognition import within_cells

DRAWS = (12, 20, 30)
SPREADS = (0.0, 1.0, 2.0)
GAINS = (0.0, 1.0)
QUESTIONS, LEVEL = 4, 1.0


def rates(words: NDArray[np.float64], gain: float) -> NDArray[np.float64]:
    """The probability of a right answer, at these difficulties of words."""
    return 1 / (1 + np.exp(-(LEVEL + words + gain)))


def coverage(
    n: int, spread: float, gain: float, *, shared: bool, samples: int, rng: np.random.Generator
) -> tuple[float, int]:
    """The share of intervals that cover the difference, and how many there were."""
    many = rng.standard_normal(1_000_000) * spread
    truth = 5 * float((rates(many, gain) - rates(many, 0)).mean())
    covered = given = 0
    for _ in range(samples):
        words = rng.standard_normal(n) * spread
        said = np.tile(rng.random(n) < 0.5, (2, 1)) if shared else rng.random((2, n)) < 0.5
        right = rng.binomial(QUESTIONS, rates(words, gain * said))
        parts = [(_means(r, s), _means(r, ~s)) for r, s in zip(right, said, strict=True)]
        if not all(yes and no for yes, no in parts):
            continue
        (_, ends), _ = within_cells(parts, high=5)
        if ends is not None:
            given += 1
            covered += ends[0] <= truth <= ends[1]
    return covered / max(given, 1), given


def _means(right: NDArray[np.int64], chosen: NDArray[np.bool_]) -> DrawMeans:
    draws = np.nonzero(chosen)[0].tolist()
    return DrawMeans.of({draw: Fraction(5 * int(right[draw]), QUESTIONS) for draw in draws})


def main() -> None:
    """Print a line for each number of draws and spread of words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    columns = [(shared, gain) for shared in (True, False) for gain in GAINS]
    names = [f"{'same' if shared else 'other'} draws, gain {gain:g}" for shared, gain in columns]
    print("| draws | word spread |", " | ".join(names), "|")
    print("|---|---|" + "---|" * len(columns))
    for n in DRAWS:
        for spread in SPREADS:
            found = [
                coverage(n, spread, gain, shared=shared, samples=given.samples, rng=rng)[0]
                for shared, gain in columns
            ]
            print(f"| {n} | {spread:g} |", " | ".join(f"{one:.3f}" for one in found), "|")


if __name__ == "__main__":
    main()
