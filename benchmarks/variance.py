"""How often the interval of a variance component holds the true variance.

    python -m benchmarks.variance [--studies 300] [--seed 1] [--words 10] [--measure lrs]

Studies of two participants in two conditions, or of one in one, whose four questions are right with
a probability that words change by a normal deviation on the logit scale: as much in all cells
(words), and in each by itself (half as much). Several samples, and coders who mark one reply in
twenty wrong. The true variances are estimated from 5,000 sets of words. LRS and marks; each
component by itself, and its mean over four experiments.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from coders.statistics.variance import Component, mean_component, variance_components

Whole = NDArray[np.int64]

WORDS = (10, 30)
MEASURES = ("lrs", "mark")
QUESTIONS = 4
TOGETHER = 4
"""Experiments in a mean."""

MANY = 5000


@dataclass(frozen=True)
class Setting:
    """`cells` is the number of participants, and of conditions; a coder errs in one of twenty."""

    words: int
    accuracy: float
    deviation: float
    cells: int
    samples: int
    coders: int


def settings(words: Sequence[int] = WORDS) -> Iterator[Setting]:
    """The grid."""
    designs = ((1, 3, 1), (2, 1, 1), (2, 2, 2))
    for n, accuracy, deviation in product(words, (0.5, 0.8, 0.95), (0.0, 1.0, 2.0)):
        for cells, samples, coders in designs:
            yield Setting(n, accuracy, deviation, cells, samples, coders)


def marks(setting: Setting, words: int, rng: np.random.Generator) -> Whole:
    """Marks of shape (words, participants, conditions, samples, coders, questions)."""
    cells = setting.cells
    shape = (words, cells, cells, setting.samples, setting.coders, QUESTIONS)
    middle = np.full(shape, float(logit(setting.accuracy)))
    if cells > 1:
        middle += np.array([-0.5, 0.5]).reshape(1, 2, 1, 1, 1, 1)
        middle += np.array([-0.3, 0.3]).reshape(1, 1, 2, 1, 1, 1)
    middle += np.linspace(-0.5, 0.5, QUESTIONS)
    middle += setting.deviation * rng.standard_normal((words, 1, 1, 1, 1, 1))
    middle += setting.deviation / 2 * rng.standard_normal((words, cells, cells, 1, 1, 1))
    replies = rng.random((*shape[:4], 1, QUESTIONS)) < expit(middle[:, :, :, :, :1])
    slips = rng.random(shape) < 0.05 * (setting.coders > 1)
    return (replies != slips).astype(np.int64)


def components(found: Whole, measure: str, *, limits: bool = True) -> Mapping[str, Component]:
    """The components of one study, with or without limits."""
    if measure == "mark":
        values = found.mean(axis=4)
        word, who, condition, sample, item = np.indices(values.shape)
    else:
        values = 1.0 + found.sum(axis=5)
        word, who, condition, sample, coder = np.indices(values.shape)
    cells = found.shape[1]
    cell = who * cells + condition
    text = word * cells * cells + cell
    trial = text * found.shape[3] + sample
    sources: list[tuple[str, Sequence[int]]] = [
        ("participant", who.ravel()),
        ("condition", condition.ravel()),
        ("participant x condition", cell.ravel()),
    ]
    if measure == "mark":
        sources += [("item", item.ravel()), ("item x cell", (cell * QUESTIONS + item).ravel())]
    sources += [("words", word.ravel()), ("text x cell", text.ravel()), ("sample", trial.ravel())]
    if measure == "lrs":
        sources += [("coder", coder.ravel())]
    sources += [("rest", range(values.size))]
    width = 5.0 if measure == "lrs" else 1.0
    units = word.ravel() if limits else np.zeros(values.size, dtype=np.int64)
    result = variance_components(values.ravel(), sources, units, width=width)
    assert result is not None
    return result.found


def main() -> None:
    """Print a line for each measure, number of sets of words, and source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", type=int, choices=WORDS, nargs="+", default=WORDS)
    parser.add_argument("--measure", choices=MEASURES, nargs="+", default=MEASURES)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    alone: dict[tuple[str, int, str], list[float]] = {}
    means: dict[tuple[str, int, str], list[float]] = {}
    for setting in settings(given.words):
        for measure in given.measure:
            truth = components(marks(setting, MANY, rng), measure, limits=False)
            studies = [
                components(marks(setting, setting.words, rng), measure)
                for _ in range(given.studies)
            ]
            for source, true in truth.items():
                key = measure, setting.words, source
                some = [one[source] for one in studies]
                joined = [
                    mean_component(some[at : at + TOGETHER])
                    for at in range(0, len(some) - TOGETHER + 1, TOGETHER)
                ]
                for table, rows in ((alone, some), (means, joined)):
                    hits = [
                        one.interval is not None
                        and one.interval[0] - 1e-9 <= true.variance <= one.interval[1] + 1e-9
                        for one in rows
                    ]
                    table.setdefault(key, []).append(float(np.mean(hits)))
    print("| measure | sets of words | source | settings | lowest | mean | means: lowest | mean |")
    print("|---|---|---|---|---|---|---|---|")
    for key, shares in alone.items():
        joined_shares = means[key]
        measure, words, source = key
        figures = (min(shares), np.mean(shares), min(joined_shares), np.mean(joined_shares))
        line = " | ".join(f"{one:.3f}" for one in figures)
        print(f"| {measure} | {words} | {source} | {len(shares)} | {line} |")


if __name__ == "__main__":
    main()
