"""How often the intervals of questions to criterion hold what all learners would give.

    python -m benchmarks.criterion_curves [--replications 20000] [--seed 1]

Learners guess between two answers until they have learned; whether a question teaches is an even
bet, a rare one, or different between learners (some never learn). The truth is that of a million
learners.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from coders.statistics.survival import survival
from dsl.criterion import Criterion

CRITERIA = (Criterion(3, 3, 12), Criterion(8, 8, 32), Criterion(5, 6, 20))
DRAWS = (6, 10, 20, 50)
CHANCES = {
    "quick learners": (0.5,),
    "slow learners": (0.05,),
    "some never learn": (0.5, 0.2, 0.0),
}
"""How likely one question teaches; each learner has one of these."""
ALL = 1_000_000


def taken(
    criterion: Criterion, chances: Sequence[float], n: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """The questions that each of `n` learners takes; one more than the bound for those who do not
    meet the criterion.
    """
    teaches = rng.choice(np.array(chances), n)
    learned = np.zeros(n, dtype=bool)
    found = np.full(n, criterion.most + 1)
    window = np.zeros((n, criterion.window), dtype=bool)
    for question in range(1, criterion.most + 1):
        window = np.roll(window, -1, axis=1)
        window[:, -1] = learned | (rng.random(n) < 0.5)
        met = (window.sum(axis=1) >= criterion.right) & (found > criterion.most)
        found[met] = question
        learned |= rng.random(n) < teaches
    return found


def held(
    criterion: Criterion, chances: Sequence[float], n: int, replications: int, seed: int
) -> tuple[float, float]:
    """How often the interval of the median holds it, and how often, at the question where this is
    rarest, that of the curve holds the curve.
    """
    rng = np.random.default_rng(seed)
    every = np.sort(taken(criterion, chances, ALL, rng))
    median = every[(ALL + 1) // 2 - 1]
    questions = range(criterion.right, criterion.most + 1)
    truth = {one: 1 - np.searchsorted(every, one, side="right") / ALL for one in questions}
    samples = taken(criterion, chances, replications * n, rng).reshape(replications, n)
    in_median, in_curve = 0, dict.fromkeys(questions, 0)
    beyond = criterion.most + 1
    for sample in samples:
        found = survival([None if one == beyond else int(one) for one in sample], criterion.most)
        assert found.median_ci95 is not None
        low, high = (beyond if end is None else end for end in found.median_ci95)
        in_median += low <= median <= high
        steps = iter(found.steps)
        step, bounds = next(steps), survival([None] * n, criterion.most).steps[0][2:]
        for one in questions:
            while step is not None and step[0] <= one:
                bounds, step = step[2:], next(steps, None)
            in_curve[one] += bounds[0] <= truth[one] <= bounds[1]
    return in_median / replications, min(in_curve.values()) / replications


def main() -> None:
    """Print the coverage of every setting, as docs/statistics.md has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replications", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| learners | draws | median, lowest coverage | curve, lowest coverage |")
    print("|---|---|---|---|")
    for (name, chances), n in product(CHANCES.items(), DRAWS):
        found = [held(one, chances, n, options.replications, options.seed) for one in CRITERIA]
        print(f"| {name} | {n} | {min(a for a, _ in found):.3f} | {min(b for _, b in found):.3f} |")


if __name__ == "__main__":
    main()
