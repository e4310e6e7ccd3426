"""How often the intervals of the kappas of ratings cover the truth: the table in docs/agreement.md.

    python -m benchmarks.rating_kappas [--studies 1000] [--runs 10] [--before]

Two or three simulated coders rate independent runs from 0 to 5: every score as often, mostly 5, or
5 or 0 and little else. A coder gives the score of the run in 70, 90 or 97% of ratings, else one
that is a step away, or any, drawn as the scores of the runs are. The truth is the coefficient of
100,000 runs. `--before` has the intervals by formulas and the bootstrap.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from typing import NamedTuple

import numpy as np

from coders.statistics.agreement import agreement
from coders.statistics.ratings import Ratings, ratings_of
from runners.agreement.measures import RANGE_DEMANDS

RUNS = (10, 20, 40)
CODERS = (2, 3)
SCORES = {
    "every score": (1 / 6,) * 6,
    "mostly 5": (0.05, 0.02, 0.03, 0.1, 0.2, 0.6),
    "5 or 0": (0.3, 0.0, 0.0, 0.0, 0.1, 0.6),
}
AGREED = (0.7, 0.9, 0.97)
OTHERWISE = ("a step away", "any")
NAMES = ("cohen_kappa", "fleiss_kappa", "cohen_kappa_quadratic")


class Setting(NamedTuple):
    """How many coders there are, what the scores are, how often coders give the score of a run, and
    what they give otherwise.
    """

    coders: int
    scores: str
    agreed: float
    otherwise: str


def study(runs: int, setting: Setting, rng: np.random.Generator) -> Ratings:
    """The ratings of so many runs."""
    coders, scores, agreed, otherwise = setting
    often = SCORES[scores]
    truth = rng.choice(6, (runs, 1), p=often)
    if otherwise == "any":
        other = rng.choice(6, (runs, coders), p=often)
    else:
        other = (truth + rng.choice([-1, 1], (runs, coders))).clip(0, 5)
    return ratings_of(
        np.where(rng.random((runs, coders)) < agreed, truth, other),
        coders="ABC"[:coders],
        labels="012345",
        clusters=list(range(runs)),
    )


def main() -> None:
    """Print the lowest and mean coverage, and the mean width, by number of runs and coefficient."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, nargs="*", default=RUNS)
    parser.add_argument("--otherwise", nargs="*", choices=OTHERWISE, default=OTHERWISE)
    parser.add_argument("--before", action="store_true")
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    out = sys.stdout.write
    out("| ratings | kappa | otherwise | settings | lowest coverage | mean | width | none |\n")
    out("|---|---|---|---|---|---|---|---|\n")
    for runs, otherwise in product(chosen.runs, chosen.otherwise):
        found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in NAMES}
        for coders, scores, agreed in product(CODERS, SCORES, AGREED):
            setting = Setting(coders, scores, agreed, otherwise)
            whole = agreement(study(100_000, setting, rng), replicates=0)
            truth = {name: whole.coefficient(name).value or 0.0 for name in NAMES}
            hits, widths, given = (dict.fromkeys(NAMES, 0.0) for _ in range(3))
            for number in range(chosen.studies):
                made = agreement(
                    study(runs, setting, rng),
                    replicates=500,
                    seed=number,
                    demands=RANGE_DEMANDS,
                    by_jackknife=not chosen.before,
                )
                for name in NAMES:
                    if (limits := made.coefficient(name).ci95) is not None:
                        given[name] += 1
                        hits[name] += limits[0] <= truth[name] <= limits[1]
                        widths[name] += limits[1] - limits[0]
            for name in NAMES:
                found[name].append(
                    (
                        hits[name] / given[name],
                        widths[name] / given[name],
                        1 - given[name] / chosen.studies,
                    )
                )
        for name, every in found.items():
            covered, widths_, without = zip(*every, strict=True)
            out(
                f"| {runs} | {name} | {otherwise} | {len(every)} | {min(covered):.3f} | "
                f"{np.mean(covered):.3f} | {np.mean(widths_):.2f} | {max(without):.2f} |\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
