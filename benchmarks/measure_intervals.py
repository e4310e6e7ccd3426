"""How often the intervals of measures hold the truth: totals, means of scales, tries, bits.

    python -m benchmarks.measure_intervals [--replications 10000] [--seed 1]

Totals of five passes, alike and of different difficulty, that hang together by a trait of the draw
(standard deviation 0, 1 or 2 on the logit scale) or not; means of four items of a scale from 1 to
5, near an end and in the middle; and what comes of exploring machines of three and four things, by
participants that try what settles most with probability 0, .5, .9 or 1 and anything otherwise. The
interval is that of `devrun score`, and the truth the mean over all simulated draws of a kind.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from coders.exploring import learnt
from coders.statistics.intervals import pseudo_draw_limits
from dsl.expanding.exploration import SETTLED, rule_space
from dsl.experiment import MachineRule

Floats = NDArray[np.float64]
DRAWS = (10, 20, 50)
POPULATION = 20_000


@dataclass(frozen=True)
class Kind:
    """Values of a measure over many draws, and the ends of its scale."""

    group: str
    words: str
    values: Floats
    low: float
    high: float


def totals(chance: np.random.Generator) -> Iterator[Kind]:
    """The number of five passes."""
    for share in (0.03, 0.2, 0.5, 0.9, 0.98):
        for apart in (0.0, 1.0):
            for spread in (0.0, 1.0, 2.0):
                hard = np.log(share / (1 - share)) + apart * np.linspace(-1, 1, 5)
                trait = spread * chance.standard_normal((POPULATION, 1))
                passed = chance.random((POPULATION, 5)) < 1 / (1 + np.exp(-hard - trait))
                words = f"share {share}, difficulty +-{apart:g}, trait {spread:g}"
                yield Kind("total of passes", words, passed.sum(axis=1).astype(float), 0, 5)


def scales(chance: np.random.Generator) -> Iterator[Kind]:
    """Means of four items from 1 to 5."""
    for middle in (1.0, 1.5, 3.0, 4.8):
        for trait in (0.2, 0.7):
            for noise in (0.0, 0.5, 1.0):
                person = middle + trait * chance.standard_normal((POPULATION, 1))
                points = np.round(person + noise * chance.standard_normal((POPULATION, 4)))
                values = np.clip(points, 1, 5).mean(axis=1)
                words = f"middle {middle}, trait {trait}, noise {noise:g}"
                yield Kind("mean of a scale", words, values, 1, 5)


def explorations(chance: np.random.Generator) -> Iterator[Kind]:
    """Tries until one rule is left, tries that settle nothing, and bits per try."""
    for things in (("a", "b", "c"), ("a", "b", "c", "d")):
        space = rule_space((MachineRule.ANY, MachineRule.TWO), things)
        every = [
            tuple(one for at, one in enumerate(things) if put >> at & 1)
            for put in range(1, 2 ** len(things))
        ]
        for wise in (0.0, 0.5, 0.9, 1.0):
            for most in (4, 8):
                tries, idle, bits = [], [], []
                for _ in range(POPULATION // 20):
                    truth = space.hypotheses[chance.integers(len(space.hypotheses))]
                    left = [space.all]
                    for _ in range(most):
                        best = space.best(left[-1])
                        if not best:
                            break
                        put = best if chance.random() < wise else every[chance.integers(len(every))]
                        left.append(space.after(left[-1], put, worked=truth.works(put)))
                    counts = [one.bit_count() for one in left]
                    tries.append(counts.index(SETTLED) if SETTLED in counts else most)
                    idle.append(sum(one == other for one, other in pairwise(counts)))
                    bits.append(float(learnt(counts) / max(1, len(counts) - 1)))
                words = f"{len(things)} things, best {wise:g}, at most {most}"
                yield Kind("tries until one rule is left", words, np.array(tries, float), 0, most)
                yield Kind("tries that settle nothing", words, np.array(idle, float), 0, most)
                yield Kind("bits per try", words, np.array(bits), 0, space.most_bits)


def covered(kind: Kind, draws: int, replications: int, chance: np.random.Generator) -> float:
    """The share of samples whose interval holds the mean of all."""
    samples = chance.choice(kind.values, (replications, draws))
    lower, upper = pseudo_draw_limits(samples, low=kind.low, high=kind.high)
    truth = kind.values.mean()
    return float(((lower <= truth + 1e-9) & (truth - 1e-9 <= upper)).mean())


def main() -> None:
    """Prints the lowest and the mean coverage of each kind of measure, as a table of the docs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--replications", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = np.random.default_rng(asked.seed)
    kinds = [*totals(chance), *scales(chance), *explorations(chance)]
    print("| measure | draws | settings | lowest coverage | mean |\n|---|---|---|---|---|")
    for group in dict.fromkeys(kind.group for kind in kinds):
        ours = [kind for kind in kinds if kind.group == group]
        for draws in DRAWS:
            found = [covered(kind, draws, asked.replications, chance) for kind in ours]
            lowest, mean = min(found), sum(found) / len(found)
            print(f"| {group} | {draws} | {len(ours)} | {lowest:.3f} | {mean:.3f} |")


if __name__ == "__main__":
    main()
