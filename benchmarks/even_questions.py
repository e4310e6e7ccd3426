"""How often the interval of an even question is right, and how often it shows what there is.

    python -m benchmarks.even_questions [--cells 20000] [--seed 1]

A cell of draws, each with one reply or several; a reply chooses neither answer, or one of two, the
first with a probability that words move by a normal deviation on the logit scale. Covered: the
interval holds the mean of that probability over words.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from scipy.special import expit, logit

from coders.statistics.differences import Estimate, mover_difference
from coders.statistics.intervals import exact_share
from renderers.rows.questions import Evenness
from runners.analysis.questions.even_scores import evenness

DRAWS = (10, 20, 30, 50)
SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.98)
DEVIATIONS = (0.0, 1.0, 2.0)
NEITHER = (0.0, 0.4)
SAMPLES = (1, 5)
_NODES = np.random.default_rng(0).standard_normal(200_000)


@cache
def ends(hits: float, n: int) -> tuple[float, float]:
    """The interval of a share."""
    found = exact_share(hits, n)
    assert found is not None
    return found.low, found.high


@cache
def shown(hits: float, n: int) -> Evenness | None:
    """What a share shows."""
    return evenness(hits, n)


def simulated(
    draws: int,
    share: float,
    deviation: float,
    neither: float,
    samples: int,
    *,
    cells: int,
    rng: np.random.Generator,
) -> tuple[float, dict[Evenness | None, float]]:
    """The proportion of cells whose interval covers the truth, and of those that show each."""
    middle = logit(share)
    truth = float(expit(middle + deviation * _NODES).mean())
    words = expit(middle + deviation * rng.standard_normal((cells, draws)))
    chose = rng.binomial(samples, 1 - neither, (cells, draws))
    first = rng.binomial(chose, words)
    shares = np.divide(first, chose, out=np.zeros_like(words), where=chose > 0)
    covered, readings = 0, Counter[Evenness | None]()
    for hits, n in zip(
        shares.sum(axis=1).round(6).tolist(), (chose > 0).sum(axis=1).tolist(), strict=True
    ):
        if not n:
            covered += 1
            readings[None] += 1
            continue
        low, high = ends(hits, n)
        covered += low <= truth <= high
        readings[shown(hits, n)] += 1
    return covered / cells, {one: count / cells for one, count in readings.items()}


def difference_covered(
    draws: int,
    shares: tuple[float, float],
    deviation: float,
    *,
    cells: int,
    rng: np.random.Generator,
) -> float:
    """The proportion of pairs of cells, each with words of its own, whose interval of the
    difference covers the truth.
    """
    truth, hits = [], []
    for share in shares:
        middle = logit(share)
        truth.append(float(expit(middle + deviation * _NODES).mean()))
        words = expit(middle + deviation * rng.standard_normal((cells, draws)))
        hits.append(rng.binomial(1, words).sum(axis=1).tolist())
    covered = 0
    for pair in zip(*hits, strict=True):
        low, high = _difference(*pair, draws)
        covered += low <= truth[0] - truth[1] <= high
    return covered / cells


@cache
def _difference(one: int, other: int, n: int) -> tuple[float, float]:
    sides = (Estimate(hits / n, *ends(hits, n)) for hits in (one, other))
    found = mover_difference(*sides)
    return found.low, found.high


def main() -> None:
    """Print the tables of coverage, and that of what is shown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    print("| draws | settings | lowest coverage | mean |\n|---|---|---|---|")
    for draws in DRAWS:
        grid = list(product(SHARES, DEVIATIONS, NEITHER, SAMPLES))
        found = [simulated(draws, *one, cells=given.cells, rng=rng)[0] for one in grid]
        print(f"| {draws} | {len(grid)} | {min(found):.3f} | {np.mean(found):.3f} |")
    print("\n| draws | pairs of shares | lowest coverage | mean |\n|---|---|---|---|")
    for draws in DRAWS:
        pairs = list(product(combinations_with_replacement(SHARES, 2), DEVIATIONS))
        found = [difference_covered(draws, *one, cells=given.cells, rng=rng) for one in pairs]
        print(f"| {draws} | {len(pairs)} | {min(found):.3f} | {np.mean(found):.3f} |")
    print("\n| draws | share | even | open | uneven |\n|---|---|---|---|---|")
    for draws, share in product(DRAWS, SHARES[:-1]):
        _, shows = simulated(draws, share, 0.0, 0.0, 1, cells=given.cells, rng=rng)
        told = (shows.get(one, 0) for one in (Evenness.EVEN, Evenness.OPEN, Evenness.UNEVEN))
        print(f"| {draws} | {share} |", " | ".join(f"{one:.2f}" for one in told), "|")


if __name__ == "__main__":
    main()
