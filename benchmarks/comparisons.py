"""How often intervals of paired differences hold the truth, and how often tests of familiar words
find what is not there.

    python benchmarks/comparisons.py [--pairs 10000] [--seed 1]

A draw is four scored questions; its LRS is 1 + the number right. The ease of its words is normal on
the logit and the same in both cells of a pair. First the intervals of `devrun compare` (MOVER with
the correlation over common draws) and the paired t interval. Then original and permuted wording
with nothing between them: the original is one set of words with ten replies to it. A Welch test and
a test paired by draw take each cell for itself; the t test over twelve experiments takes from each
one difference.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from coders.statistics.intervals import pseudo_draw_limits

Floats = NDArray[np.float64]

QUESTIONS = 4
EXPERIMENTS = 12
REPLIES = 10
ACCURACIES = (0.03, 0.5, 0.8, 0.98, 0.995)


def lrs(logits: Floats, chance: np.random.Generator) -> Floats:
    """LRS of draws whose questions are right with these log-odds."""
    return 1.0 + chance.binomial(QUESTIONS, 1 / (1 + np.exp(-logits)))


def expected(logit: float, spread: float) -> float:
    """The mean LRS over words of this spread."""
    points, weights = np.polynomial.hermite_e.hermegauss(80)
    share = 1 / (1 + np.exp(-(logit + spread * points)))
    return float(1 + QUESTIONS * (share * weights).sum() / weights.sum())


def covered(
    accuracies: tuple[float, float], spread: float, shape: tuple[int, int], seed: int
) -> tuple[float, float]:
    """How often MOVER, and the paired t interval, hold the true difference."""
    chance = np.random.default_rng(seed)
    levels = [float(np.log(p / (1 - p))) for p in accuracies]
    words = spread * chance.standard_normal(shape)
    one, other = (lrs(level + words, chance) for level in levels)
    truth = expected(levels[0], spread) - expected(levels[1], spread)
    n = shape[1]
    (l1, u1), (l2, u2) = pseudo_draw_limits(one), pseudo_draw_limits(other)
    m1, m2 = one.mean(axis=1), other.mean(axis=1)
    a, b = one - m1[:, None], other - m2[:, None]
    spreads = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        r = np.where(spreads > 1e-9, (a * b).sum(axis=1) / spreads, 0.0)
    r = np.maximum(0.0, r) * (n - 1) / (n + 1)
    below = np.sqrt((m1 - l1) ** 2 + (u2 - m2) ** 2 - 2 * r * (m1 - l1) * (u2 - m2))
    above = np.sqrt((u1 - m1) ** 2 + (m2 - l2) ** 2 - 2 * r * (u1 - m1) * (m2 - l2))
    middle = m1 - m2
    mover = (middle - below <= truth) & (truth <= middle + above)
    differences = one - other
    half = stats.t.ppf(0.975, n - 1) * differences.std(axis=1, ddof=1) / np.sqrt(n)
    paired = np.abs(middle - truth) <= half + 1e-9
    return float(mover.mean()), float(paired.mean())


def found(spread: float, studies: int, seed: int) -> tuple[float, float, float]:
    """How often an effect is found that is not there: Welch and paired by draw in a cell, and t
    over experiments.
    """
    chance = np.random.default_rng(seed)
    cells = (studies, EXPERIMENTS)
    ease = chance.normal(0.5, 1.0, (*cells, 1))
    original = lrs(
        np.repeat(ease + spread * chance.standard_normal((*cells, 1)), REPLIES, axis=2), chance
    )
    permuted = lrs(ease + spread * chance.standard_normal((*cells, REPLIES)), chance)
    with warnings.catch_warnings():
        # Cells of which every draw is alike have no variance, and no p value.
        warnings.simplefilter("ignore", RuntimeWarning)
        welch = stats.ttest_ind(original, permuted, axis=2, equal_var=False).pvalue
        paired = stats.ttest_rel(original, permuted, axis=2).pvalue
    differences = original.mean(axis=2) - permuted.mean(axis=2)
    over = stats.ttest_1samp(differences, 0, axis=1).pvalue
    return tuple(float((p < 0.05).mean()) for p in (welch, paired, over))  # type: ignore[return-value]


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write = sys.stdout.write
    write("| draws | settings | MOVER: lowest | mean | paired t: lowest | mean |\n")
    write("|---|---|---|---|---|---|\n")
    pairs = [(p, q) for p, q in product(ACCURACIES, repeat=2) if p <= q]
    for n in (10, 20, 50):
        rates = [
            covered(pair, spread, (given.pairs, n), given.seed)
            for pair in pairs
            for spread in (0.0, 1.0, 2.0)
        ]
        told = [
            f"{low:.3f} | {mean:.3f}"
            for low, mean in (
                (min(side), sum(side) / len(side)) for side in zip(*rates, strict=True)
            )
        ]
        write(f"| {n} | {len(rates)} | {told[0]} | {told[1]} |\n")
    write("\n| word spread | Welch in a cell | paired by draw | t over 12 experiments |\n")
    write("|---|---|---|---|\n")
    for spread in (0.5, 1.0, 2.0):
        rates_found = found(spread, max(1, given.pairs // 5), given.seed)
        write(f"| {spread} | {' | '.join(f'{rate:.3f}' for rate in rates_found)} |\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
