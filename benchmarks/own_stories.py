"""How often a difference in own stories is detected, and how often its interval is right.

    python -m benchmarks.own_stories [--pairs 20000] [--seed 1]

Two conditions with one or two own questions in each draw. The words of a draw are as difficult in
both, by a normal deviation on the logit scale. Detected: the interval of the difference excludes 0.
Covered: it holds the difference of the two accuracies, averaged over words.
"""

from __future__ import annotations

import argparse

import numpy as np
from scipy.special import expit, logit

from coders.statistics.differences import difference

DRAWS = (10, 20)
QUESTIONS = (1, 2)
ACCURACIES = ((0.98, 0.02), (0.9, 0.1), (0.9, 0.3), (0.9, 0.5), (0.7, 0.3), (0.7, 0.5), (0.5, 0.5))
DEVIATIONS = (0.0, 1.0, 2.0)
_NODES = np.random.default_rng(0).standard_normal(200_000)


def simulated(
    accuracies: tuple[float, float],
    draws: int,
    questions: int,
    deviation: float,
    *,
    pairs: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """The shares of pairs that are detected, and whose interval covers the truth."""
    middles = logit(np.array(accuracies))
    truth = [float(expit(middle + deviation * _NODES).mean()) for middle in middles]
    words = deviation * rng.standard_normal((pairs, draws))
    shares = [rng.binomial(questions, expit(middle + words)) / questions for middle in middles]
    # Few different pairs of sides occur; each interval is computed once.
    known: dict[tuple[tuple[float, float], ...], tuple[bool, bool]] = {}
    detected = covered = 0
    for one, other in zip(*shares, strict=True):
        key = tuple(sorted(zip(one.tolist(), other.tolist(), strict=True)))
        if key not in known:
            mine, yours = zip(*key, strict=True)
            ends = difference(mine, yours, paired=True, high=1).interval
            assert ends is not None
            known[key] = (
                ends.low > 0 or ends.high < 0,
                ends.low - 1e-9 <= truth[0] - truth[1] <= ends.high + 1e-9,
            )
        found = known[key]
        detected += found[0]
        covered += found[1]
    return detected / pairs, covered / pairs


def main() -> None:
    """Print a line for each pair of accuracies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    print("| accuracies | own questions | detected, n = 10 | n = 20 | lowest coverage |")
    print("|---|---|---|---|---|")
    for accuracies in ACCURACIES:
        for questions in QUESTIONS:
            found = {
                draws: [
                    simulated(accuracies, draws, questions, deviation, pairs=given.pairs, rng=rng)
                    for deviation in DEVIATIONS
                ]
                for draws in DRAWS
            }
            powers = [[one for one, _ in found[draws]] for draws in DRAWS]
            power = (f"{min(one):.2f} to {max(one):.2f}" for one in powers)
            least = min(covered for each in found.values() for _, covered in each)
            first, second = accuracies
            print(f"| {first} and {second} | {questions} |", " | ".join(power), f"| {least:.3f} |")


if __name__ == "__main__":
    main()
