"""How often the bootstrap intervals of agreement cover the truth, and how wide they are.

    python benchmarks/agreement_intervals.py [STUDIES] [SEED]

Two simulated coders rate studies of four transcripts a draw on 0 to 5. Draws differ in how hard
they are: in three of ten a coder errs in 35% of the ratings, else in 5%, by one step or two. The
truth is the coefficient of a study of 50,000 draws.
"""

from __future__ import annotations

import sys

import numpy as np

from coders.statistics.agreement import agreement
from coders.statistics.ratings import Ratings, ratings_of

SIZE = 4
DRAWS = (10, 20, 40, 100)
NAMES = (
    "percent_agreement",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "krippendorff_alpha_ordinal",
    "gwet_ac1",
)


def study(draws: int, rng: np.random.Generator) -> Ratings:
    """Two coders' ratings of so many draws."""
    n = draws * SIZE
    truth = np.repeat(rng.integers(0, 6, draws), SIZE) + rng.integers(-1, 2, n)
    error = np.repeat(np.where(rng.random(draws) < 0.3, 0.35, 0.05), SIZE)
    steps = rng.choice([-2, -1, 1, 2], (n, 2)) * (rng.random((n, 2)) < error[:, None])
    return ratings_of(
        (truth.clip(0, 5)[:, None] + steps).clip(0, 5),
        coders="AB",
        labels="012345",
        clusters=np.repeat(np.arange(draws), SIZE).tolist(),
    )


def main() -> None:
    """Print coverage and mean width for each coefficient and number of draws."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = np.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    whole = agreement(study(50_000, rng), replicates=0)
    truth = {name: whole.coefficient(name).value or 0.0 for name in NAMES}
    out = sys.stdout.write
    out(f"{studies} studies each, 500 replicates; coverage (mean width) of the 95% interval\n")
    out(f"{'coefficient':28} truth " + "".join(f"{draws:>13} draws" for draws in DRAWS) + "\n")
    found = {}
    for draws in DRAWS:
        hits, widths, given = (dict.fromkeys(NAMES, 0.0) for _ in range(3))
        for number in range(studies):
            made = agreement(study(draws, rng), replicates=500, seed=number)
            for name in NAMES:
                limits = made.coefficient(name).ci95
                if limits is not None:
                    given[name] += 1
                    hits[name] += limits[0] <= truth[name] <= limits[1]
                    widths[name] += limits[1] - limits[0]
        found[draws] = {n: (hits[n] / given[n], widths[n] / given[n]) for n in NAMES}
    for name in NAMES:
        cells = (f"{found[draws][name][0]:.3f} ({found[draws][name][1]:.2f})" for draws in DRAWS)
        out(f"{name:28} {truth[name]:.3f} " + "".join(f"{cell:>19}" for cell in cells) + "\n")


if __name__ == "__main__":
    main()
