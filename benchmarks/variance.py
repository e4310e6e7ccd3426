"""How often the intervals of the variance by source hold what is true.

    python -m benchmarks.variance [--studies 1000] [--seed 1] [--words 5 10 30 60] [--all]

Simulated participants answer four questions, which are right with a probability that sets of words
change by a normal deviation on the logit scale: as much in all cells (words), and half as much in
each by itself. A counterbalance moves the logit by half a unit either way; each set of words comes
at one of its two levels, or at both. In the original wording there is one set, and the draws are
the units: as many as there are sets elsewhere. Replies are sampled, and coders mark one in twenty
wrong.

The intervals are those of a standard deviation (of each source), of its share of the variance, and
of the standard deviation of a cell's draws in a D-study, from which its other figures follow: of
one experiment, of the mean over several such experiments, and of the mean over one of each accuracy
and deviation.

True variances are the mean estimates, which have no bias, of 50,000 sets of words. Each study is
in several of the means. The table has the lowest coverage over settings and sources; --all adds a
line for each of these.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from coders.statistics.variance.components import (
    Components,
    WeightedSum,
    mean_over,
    variance_components,
)

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

WORDS = (5, 10, 30, 60)
ACCURACIES = (0.5, 0.8, 0.95, 0.98)
DEVIATIONS = (0.0, 0.5, 1.0, 2.0, 3.0)
MEASURES = ("lrs", "mark")
QUESTIONS = 4
EXPERIMENTS = (1, 2, 4, 12)
"""Experiments in a mean."""

TOGETHER = 50
"""Studies in which the same replies are lost."""

BY_DRAW = ("counterbalance", "words", "text x cell")
D_STUDIES = ((1, 1), (5, 3))
"""Samples and coders."""


BALANCE = 0.5
"""How far either level of a counterbalance moves the logit."""


@dataclass(frozen=True)
class Design:
    """`cells` is the number of participants, and of conditions; `lost` the share of replies;
    `balance` the number of levels of a counterbalance that each set of words has, of two, or 0
    without one. `original`: all draws have the same words.
    """

    name: str
    cells: int
    samples: int
    coders: int
    lost: float = 0.0
    balance: int = 0
    original: bool = False

    def sets(self, units: int) -> Whole:
        """The set of words of each draw; in the original wording a unit is a draw, else a set."""
        draws = np.arange(units * max(1, self.balance))
        return draws * 0 if self.original else draws // max(1, self.balance)

    def levels(self, units: int) -> Whole:
        """The level of the counterbalance of each draw."""
        draws = np.arange(len(self.sets(units)))
        return draws % 2 if self.balance else draws * 0


DESIGNS = (
    Design("one cell, three samples", 1, 3, 1),
    Design("2 x 2 cells", 2, 1, 1),
    Design("2 x 2 cells, two samples, two coders", 2, 2, 2),
    Design("the same, a fifth of replies lost", 2, 2, 2, 0.2),
    Design("2 x 2 cells, each set in one level of a counterbalance", 2, 1, 1, balance=1),
    Design("2 x 2 cells, each set in both levels, two coders", 2, 1, 2, balance=2),
    Design("original wording, 2 x 2 cells", 2, 1, 1, original=True),
    Design("original wording, counterbalanced, two coders", 2, 1, 2, balance=1, original=True),
)


@dataclass(frozen=True)
class Setting:
    """A design, and how accurate participants are: in the middle, and by the deviation of words."""

    design: Design
    accuracy: float
    deviation: float

    @property
    def title(self) -> str:
        """The setting in a line."""
        return f"{self.design.name}, accuracy {self.accuracy}, deviation {self.deviation:g}"


@dataclass(frozen=True, eq=False)
class Simulated:
    """Many studies of one setting, and the true variances of their sources."""

    studies: Components
    true: Floats

    @property
    def shares(self) -> Floats:
        """The true shares."""
        return self.true / self.true.sum()


def marks(setting: Setting, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Marks of studies, draws, participants, conditions, samples, coders and questions; `shape` is
    the number of studies, and of their units.
    """
    design, deviation = setting.design, setting.deviation
    cells = design.cells
    middle = np.full((*shape, cells, cells, 1, 1, QUESTIONS), float(logit(setting.accuracy)))
    if cells > 1:
        middle += np.array([-0.5, 0.5]).reshape(2, 1, 1, 1, 1)
        middle += np.array([-0.3, 0.3]).reshape(2, 1, 1, 1)
    middle += np.linspace(-0.5, 0.5, QUESTIONS)
    studies, units = shape
    sets, levels = design.sets(units), design.levels(units)
    by_set = deviation * rng.standard_normal((studies, units, 1, 1, 1, 1, 1))
    by_set = by_set + deviation / 2 * rng.standard_normal((*shape, cells, cells, 1, 1, 1))
    middle = middle[:, sets] + by_set[:, sets]
    if design.balance:
        middle += (BALANCE * (2 * levels - 1)).reshape(-1, 1, 1, 1, 1, 1)
    replies = (studies, len(sets), cells, cells, design.samples, 1, QUESTIONS)
    right = rng.random(replies) < expit(middle)
    slips = rng.random((*right.shape[:5], design.coders, QUESTIONS)) < 0.05 * (design.coders > 1)
    return (right != slips).astype(float)


def components(
    found: Floats,
    design: Design,
    measure: str,
    *,
    limits: bool = True,
    kept: NDArray[np.bool_] | None = None,
) -> Components:
    """The components of studies, with or without limits; `kept` are the replies that are there,
    shape (draws, participants, conditions, samples).
    """
    units = found.shape[1] // max(1, design.balance)
    if measure == "mark":
        values = found.mean(axis=5)
        draw, who, condition, sample, item = np.indices(values.shape[1:])
    else:
        values = 1.0 + found.sum(axis=6)
        draw, who, condition, sample, coder = np.indices(values.shape[1:])
    cells = found.shape[2]
    cell = who * cells + condition
    words, level = design.sets(units)[draw], design.levels(units)[draw]
    text = (words * 2 + level) * cells * cells + cell
    trial = (draw * cells * cells + cell) * found.shape[4] + sample
    sources = {"participant": who, "condition": condition, "participant x condition": cell}
    if measure == "mark":
        sources |= {"item": item, "item x cell": cell * QUESTIONS + item}
    if design.balance:
        sources |= {"counterbalance": level}
    sources |= {"words": words, "text x cell": text, "sample": trial}
    if measure == "lrs":
        sources |= {"coder": coder}
    every = np.ones(draw.shape, bool)
    there = (every if kept is None else every & kept[..., None]).ravel()
    codes = [(name, one.ravel()[there]) for name, one in sources.items()]
    unit = (draw if design.original else words).ravel()[there]
    result = variance_components(
        values.reshape(len(values), -1)[:, there],
        [*codes, ("rest", np.arange(there.sum()))],
        unit if limits else np.zeros_like(unit),
        width=5.0 if measure == "lrs" else 1.0,
    )
    assert result is not None
    return result


def simulated(setting: Setting, words: int, measure: str, studies: int, seed: int) -> Simulated:
    """Studies of one setting."""
    rng = np.random.default_rng([seed, words])
    parts: list[Components] = []
    together = TOGETHER if setting.design.lost else studies
    while len(parts) * together < studies:
        found = marks(setting, (together, words), rng)
        kept = rng.random(found.shape[1:5]) >= setting.design.lost
        parts.append(components(found, setting.design, measure, kept=kept))
    (names,) = {one.names for one in parts}
    pseudo = [one.pseudo for one in parts if one.pseudo is not None]
    assert len(pseudo) == len(parts)
    every = Components(
        names,
        np.concatenate([one.estimates for one in parts]),
        np.concatenate(pseudo),
        parts[0].highest,
        parts[0].confounded,
    )
    return Simulated(every, np.maximum(0.0, expected(setting, measure, seed)))


@cache
def expected(setting: Setting, measure: str, seed: int) -> Floats:
    """The mean estimates of the components."""
    rng = np.random.default_rng([seed, 0])
    found = [
        components(marks(setting, (100, 100), rng), setting.design, measure, limits=False).estimates
        for _ in range(5)
    ]
    return np.concatenate(found).mean(axis=0)


def weights(names: Sequence[str], measure: str) -> Iterator[tuple[str, str, Floats]]:
    """The figure, of what it is, and the weights of its components: those whose sum has to be
    found, but for a share. There is no D-study without several sets of words.
    """
    for name in names:
        only = np.array([float(one == name) for one in names])
        yield "SD", name, only
        yield "share", name, only
    for samples, coders in D_STUDIES if measure == "lrs" and "words" in names else ():
        known = dict.fromkeys(BY_DRAW, 1.0)
        known |= {"sample": 1 / samples, "rest": 1 / (samples * coders)}
        what = f"{samples} samples, {coders} coders"
        yield "D-study", what, np.array([known.get(one, 0.0) for one in names])


def held(studies: Sequence[Simulated], figure: str, given: Floats, means: Sequence[Whole]) -> float:
    """In how many means over these studies the interval of a figure holds the truth; `means` has
    for each of `studies` the number of the one that is in each mean.
    """
    true = np.mean([one.true for one in studies], axis=0)
    if figure == "share":
        given = given - (given * true).sum() / true.sum()
    sums = {one: one.studies.weighted(given) for one in set(studies)}
    whole = mean_over([
        _some(sums[one], places) for one, places in zip(studies, means, strict=True)
    ])  # fmt: skip
    assert whole.low is not None
    assert whole.high is not None
    if figure == "share":
        return float(((whole.low <= 1e-9) & (whole.high >= -1e-9)).mean())
    wanted, estimate = (given * true).sum(), np.maximum(0.0, whole.estimate)
    low = np.maximum(0.0, np.minimum(whole.low, estimate))
    high = np.maximum(whole.high, estimate)
    return float(((low <= wanted + 1e-9) & (high >= wanted - 1e-9)).mean())


def _some(sums: WeightedSum, places: Whole) -> WeightedSum:
    assert sums.low is not None
    assert sums.high is not None
    return WeightedSum(sums.estimate[places], sums.low[places], sums.high[places])


def chosen(studies: int, experiments: int, rng: np.random.Generator) -> list[Whole]:
    """Which study is in each place of each mean: every study a few times, none twice in a mean."""
    times = 1 if experiments == 1 else 8
    orders = [rng.permutation(studies) for _ in range(times)]
    many = studies // experiments * experiments
    places = np.concatenate([order[:many].reshape(-1, experiments) for order in orders])
    return list(places.T)


Coverage = dict[tuple[str, int, str, str, str, str], float]
"""By measure, sets of words, figure, number of experiments, source, and setting."""


def coverage(measure: str, words: int, design: Design, studies: int, seed: int) -> Coverage:
    """The coverage of every figure in the settings of a design."""
    rng = np.random.default_rng(seed)
    found: Coverage = {}
    every = []
    for accuracy, deviation in product(ACCURACIES, (0.0,) if design.original else DEVIATIONS):
        setting = Setting(design, accuracy, deviation)
        one = simulated(setting, words, measure, studies, seed)
        every.append(one)
        for figure, what, given in weights(one.studies.names, measure):
            for many in EXPERIMENTS:
                means = chosen(len(one.studies.estimates), many, rng)
                key = (measure, words, figure, str(many), what, setting.title)
                found[key] = held([one] * many, figure, given, means)
    means = chosen(len(every[0].studies.estimates), len(every), rng)
    for figure, what, given in weights(every[0].studies.names, measure):
        key = (measure, words, figure, "mixed", what, design.name)
        found[key] = held(every, figure, given, means)
    return found


def table(found: Mapping[tuple[str, int, str, str, str, str], float]) -> Iterator[str]:
    """The lowest coverage of each figure."""
    columns = [*map(str, EXPERIMENTS), "mixed"]
    yield f"| of | figure | sets of words | settings | mean | {' | '.join(columns)} |"
    yield f"|{'---|' * (5 + len(columns))}"
    for measure, words, figure in dict.fromkeys(key[:3] for key in found):
        rows = {
            many: [one for key, one in found.items() if key[:4] == (measure, words, figure, many)]
            for many in columns
        }
        lowest = " | ".join(f"{min(rows[many]):.3f}" for many in columns)
        of = "LRS" if measure == "lrs" else "marks"
        alone = rows[columns[0]]
        yield f"| {of} | {figure} | {words} | {len(alone)} | {np.mean(alone):.3f} | {lowest} |"


def main() -> None:
    """Print the table of docs/statistics.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", type=int, nargs="+", default=WORDS)
    parser.add_argument("--measure", choices=MEASURES, nargs="+", default=MEASURES)
    parser.add_argument("--all", action="store_true", help="print every setting as well")
    given = parser.parse_args()
    found: Coverage = {}
    for measure, words, design in product(given.measure, given.words, DESIGNS):
        found |= coverage(measure, words, design, given.studies, given.seed)
    print("\n".join(table(found)))
    if given.all:
        for key, one in sorted(found.items(), key=lambda item: item[1]):
            print(f"{one:.3f}", *key, sep="\t")


if __name__ == "__main__":
    main()
