"""Which difference of two cells so many draws can tell apart, and how often they do.

    python benchmarks/telling_apart.py [--pairs 20000] [--seed 1]

A draw is four scored questions, whose answers go together by a correlation of 0, .3 or 1 (a beta
mixture of binomials); its LRS is 1 + the number right. Two cells lie as far apart as
`coders.statistics.differences` says for the spread that such draws have half right, one above and
one below LRS 3, and the MOVER interval of their difference does or does not leave out 0.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from coders.statistics.differences import resolution
from coders.statistics.intervals import pseudo_draw_limits

DRAWS = (5, 10, 20, 50)
CORRELATIONS = (0.0, 0.3, 1.0)
QUESTIONS = 4
MIDDLE = 3.0


def draws(
    mean: float, correlation: float, shape: tuple[int, int], chance: np.random.Generator
) -> NDArray[np.float64]:
    """LRS of draws with this mean, shape (cells, draws)."""
    p = (mean - 1) / QUESTIONS
    if correlation == 0:
        each = np.full(shape, p)
    elif correlation == 1:
        each = (chance.random(shape) < p).astype(float)
    else:
        size = (1 - correlation) / correlation
        each = chance.beta(p * size, (1 - p) * size, shape)
    return 1.0 + chance.binomial(QUESTIONS, each)


def noticed(apart: float, correlation: float, shape: tuple[int, int], seed: int) -> float:
    """How often a difference of this size between two cells is detected."""
    chance = np.random.default_rng(seed)
    upper = draws(MIDDLE + apart / 2, correlation, shape, chance)
    lower = draws(MIDDLE - apart / 2, correlation, shape, chance)
    low, _ = pseudo_draw_limits(upper)
    _, high = pseudo_draw_limits(lower)
    above, below = upper.mean(axis=1), lower.mean(axis=1)
    reach = np.sqrt((above - low) ** 2 + (high - below) ** 2)
    return float((above - below > reach).mean())


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write = sys.stdout.write
    write("| draws | correlation | sd | interval, about | difference | noticed | half of it |\n")
    write("|---|---|---|---|---|---|---|\n")
    for n in DRAWS:
        for correlation in CORRELATIONS:
            sd = sqrt(1 + (QUESTIONS - 1) * correlation)
            found = resolution(n, sd)
            assert found is not None
            start = f"| {n} | {correlation} | {sd:.2f} | ±{found.half_width:.2f} |"
            if found.difference is None or found.difference > 4:
                write(f"{start} none from LRS 1 to 5 | | |\n")
                continue
            shape = (given.pairs, n)
            whole = noticed(found.difference, correlation, shape, given.seed)
            half = noticed(found.difference / 2, correlation, shape, given.seed)
            write(f"{start} {found.difference:.2f} | {whole:.2f} | {half:.2f} |\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
