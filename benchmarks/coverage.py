"""How often the interval of a cell holds the truth, and what agreement is worth without reading.

    python benchmarks/coverage.py [--replications 4000] [--seed 1] [--all]

Simulated participants of known ability answer four scored questions and one control in each trial;
two simulated coders mark them: without any error, each with an error of 5%, or one of these severe
as well (takes one right answer in seven for wrong). Marks become an LRS by devrun's own rule,
coders are averaged in a trial, also where they dispute a control, samples in a draw, and the draws
go into the interval that `devrun score` prints. The truth is the mean over 200,000 draws of the
same kind. The textbook t interval on the same draws is compared with it.

The second part has the interval of the proportion correct in own stories, and those of domains and
of differences between them. The third shows where the interval does not hold, and the last gives
two coders nothing to read but the name of the cell.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from coders.statistics.agreement import agreement
from coders.statistics.differences import Estimate, mover_difference, mover_mean
from coders.statistics.intervals import pseudo_draw_limits
from coders.statistics.ratings import MeasurementLevel, ratings_of
from dsl.scoring import rule

Floats = NDArray[np.float64]

DRAWS = (10, 20, 50)
ACCURACY = (0.03, 0.5, 0.9, 0.98)
GATE_FAILURE = (0.0, 0.05, 0.3)
SAMPLES = (1, 5)
SPREAD = (0.0, 1.0)
CODERS = ("exact", "5% error", "5% error, one severe")
ERROR = 0.05
SEVERE = 1 / 7
QUESTIONS = 4
HELD = 0.93
TRUTH_DRAWS = 200_000

LRS = np.array([rule(Fraction(right, QUESTIONS)) for right in range(QUESTIONS + 1)], float)

CELL_MEANS = (
    3.92, 1.64, 4.2, 1.98, 3.74, 2.68, 2.78, 2.1, 2.4, 3.66, 5.0, 4.28, 3.62, 3.42, 2.02, 0.98,
    1.06, 0.76, 0.92, 1.12, 0.44,
)  # fmt: skip
"""The means of the paper's 21 cells (Kosoy et al., 2023, Tables 3 to 6)."""


@dataclass(frozen=True)
class Setting:
    """One kind of participant and of coders."""

    accuracy: float
    gate_failure: float
    samples: int
    spread: float
    coders: str

    def words(self) -> str:
        """The setting in a line."""
        return (
            f"accuracy {self.accuracy:4.2f}  gate failure {self.gate_failure:4.2f}  "
            f"samples {self.samples}  word spread {self.spread:.0f}  coders: {self.coders}"
        )


@dataclass(frozen=True)
class Covered:
    """How often intervals held the truth, for one setting and number of draws."""

    setting: Setting
    n: int
    truth: float
    ours: float
    t: float
    width: float


def draw_means(
    setting: Setting, shape: tuple[int, int], chance: np.random.Generator, *, repeats: int = 1
) -> Floats:
    """Coded draw means, shape (cells, draws).

    With `repeats` so many draws have one text, which is what makes them no draws.
    """
    logit = np.log(setting.accuracy / (1 - setting.accuracy))
    texts = chance.standard_normal((shape[0], shape[1] // repeats))
    ease = logit + setting.spread * np.repeat(texts, repeats, axis=1)[..., None, None]
    trials = (*shape, setting.samples)
    right = chance.random((*trials, QUESTIONS)) < 1 / (1 + np.exp(-ease))
    passed = chance.random(trials) >= setting.gate_failure
    total = np.zeros(trials)
    error = 0.0 if setting.coders == "exact" else ERROR
    for coder in range(2):
        marks = right ^ (chance.random(right.shape) < error)
        if setting.coders.endswith("severe") and coder == 1:
            marks &= chance.random(right.shape) >= SEVERE
        gate = passed ^ (chance.random(trials) < error)
        total += np.where(gate, LRS[marks.sum(axis=-1)], 0.0)
    return (total / 2).mean(axis=-1)


def covered(
    setting: Setting, n: int, truth: float, replications: int, chance: np.random.Generator
) -> Covered:
    """Coverage over so many cells of `n` draws."""
    return judged(setting, n, truth, draw_means(setting, (replications, n), chance))


def judged(setting: Setting, n: int, truth: float, draws: Floats) -> Covered:
    """Coverage of the truth by intervals from these draws, shape (cells, n)."""
    lower, upper = pseudo_draw_limits(draws)
    half = stdtrit(n - 1, 0.975) * draws.std(axis=1, ddof=1) / np.sqrt(n)
    return Covered(
        setting,
        n,
        truth,
        float(((lower <= truth) & (truth <= upper)).mean()),
        float((np.abs(draws.mean(axis=1) - truth) <= half + 1e-12).mean()),
        float((upper - lower).mean()),
    )


def expected(setting: Setting, chance: np.random.Generator) -> float:
    """The coded LRS to be expected, from many draws."""
    parts = [draw_means(setting, (10, TRUTH_DRAWS // 100), chance) for _ in range(10)]
    return float(np.mean(parts))


OWN_ACCURACY = (0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
OWN_SPREAD = (0.0, 1.0, 2.0)


def own_stories(replications: int, seed: int) -> list[str]:
    """The interval of the proportion correct in own stories, of which a draw has one or two."""
    chance = np.random.default_rng([seed, 2_000_000])
    lines = ["| draws | own questions | settings | lowest | mean |", "|---|---|---|---|---|"]
    for n, questions in itertools.product(DRAWS, (1, 2)):
        found = []
        for accuracy, spread in itertools.product(OWN_ACCURACY, OWN_SPREAD):
            logit = np.log(accuracy / (1 - accuracy))

            def right(shape: tuple[int, ...], at: float = logit, by: float = spread) -> Floats:
                return 1 / (1 + np.exp(-at - by * chance.standard_normal(shape)))

            truth = right((TRUTH_DRAWS,)).mean()
            shares = chance.binomial(questions, right((replications, n))) / questions
            lower, upper = pseudo_draw_limits(shares, low=0.0, high=1.0, pseudo=2)
            found.append(((lower - 1e-9 <= truth) & (truth <= upper + 1e-9)).mean())
        lines.append(
            f"| {n} | {questions} | {len(found)} | {min(found):.3f} | {np.mean(found):.3f} |"
        )
    return lines


DOMAINS = (
    ((0.98, 0.98, 0.98), (0.5, 0.5, 0.5, 0.5)),
    ((0.5, 0.9, 0.98), (0.03, 0.5, 0.9, 0.98)),
    ((0.98, 0.98, 0.98), (0.98, 0.98, 0.98, 0.98)),
    ((0.03, 0.03, 0.5), (0.5, 0.9, 0.9)),
)
"""The accuracies in the experiments of two domains."""


def domains(replications: int, seed: int) -> list[str]:
    """The intervals of the means of two domains, and of their difference."""
    chance = np.random.default_rng([seed, 3_000_000])
    lines = ["| draws | of | settings | lowest | mean |", "|---|---|---|---|---|"]
    for n in DRAWS:
        held: dict[str, list[float]] = {"a domain": [], "a difference": []}
        for two, spread, failure in itertools.product(DOMAINS, OWN_SPREAD, (0.0, 0.1)):
            sides, truths = [], []
            for accuracies in two:
                some = [Setting(one, failure, 1, spread, "exact") for one in accuracies]
                truths.append(float(np.mean([expected(one, chance) for one in some])))
                sides.append(
                    [_estimates(draw_means(one, (replications, n), chance)) for one in some]
                )
            hits = np.zeros(3)
            for parts in zip(*(zip(*side, strict=True) for side in sides), strict=True):
                means = [_mean_of(part) for part in parts]
                between = mover_difference(*means)
                ends = [(one.low, one.high) for one in (*means, between)]
                for at, truth in enumerate((*truths, truths[0] - truths[1])):
                    hits[at] += ends[at][0] <= truth <= ends[at][1]
            held["a domain"] += (hits[:2] / replications).tolist()
            held["a difference"].append(float(hits[2] / replications))
        for name, found in held.items():
            lines.append(
                f"| {n} | {name} | {len(found)} | {min(found):.3f} | {np.mean(found):.3f} |"
            )
    return lines


def _estimates(draws: Floats) -> list[Estimate]:
    lower, upper = pseudo_draw_limits(draws)
    ends = zip(draws.mean(axis=1).tolist(), lower.tolist(), upper.tolist(), strict=True)
    return [Estimate(*one) for one in ends]


def _mean_of(parts: Sequence[Estimate]) -> Estimate:
    """The mean over experiments of equal weight, cut to the scale as it is printed."""
    found = mover_mean(parts, [1.0] * len(parts))
    mean = float(np.mean([part.mean for part in parts]))
    return Estimate(mean, max(0.0, found.low), min(5.0, found.high))


def beyond(replications: int, seed: int) -> list[tuple[str, Covered]]:
    """Where the interval does not hold: rare zeros below a ceiling, and texts taken for draws."""
    chance = np.random.default_rng([seed, 1_000_000])
    found = []
    rare = Setting(0.99999, 0.05, 1, 0.0, "exact")
    for n in DRAWS:
        draws = draw_means(rare, (replications, n), chance)
        found.append(("always 5, and 0 in one trial of 20", judged(rare, n, 4.75, draws)))
    for spread in (1.0, 2.0):
        wordy = Setting(0.5, 0.0, 1, spread, "exact")
        truth = expected(wordy, chance)
        draws = draw_means(wordy, (replications, 50), chance, repeats=5)
        told = "10 draws of 5 samples taken for 50 draws"
        found.append((told, judged(wordy, 50, truth, draws)))
        twice = np.repeat(draw_means(wordy, (replications, 2), chance), 5, axis=1)
        told = "2 texts, each with 5 replies that are all the same, taken for 10 draws"
        found.append((told, judged(wordy, 10, truth, twice)))
    return found


def grid(replications: int, seed: int) -> list[Covered]:
    """Every setting with every number of draws."""
    found = []
    product = itertools.product(ACCURACY, GATE_FAILURE, SAMPLES, SPREAD, CODERS)
    for number, values in enumerate(product):
        setting = Setting(*values)
        chance = np.random.default_rng([seed, number])
        truth = expected(setting, chance)
        found += [covered(setting, n, truth, replications, chance) for n in DRAWS]
    return found


def without_reading(seed: int) -> list[tuple[str, dict[str, Floats]]]:
    """Agreement of coders who give each cell's usual score, and of coders who read (5% error).

    Every figure comes from 200 studies of the paper's 21 cells, 10 trials each.
    """
    chance = np.random.default_rng(seed)
    usual = np.repeat(CELL_MEANS, 10)
    ability = np.clip((usual - 1) / 4, 0.02, 0.98)[:, None]
    told: dict[str, list[tuple[float, ...]]] = {"read nothing": [], "read": []}
    for _ in range(STUDIES):
        jitter = usual[:, None] + 0.4 * chance.standard_normal((len(usual), 2))
        told["read nothing"].append(_agreement(np.clip(np.rint(jitter), 0, 5).astype(int)))
        right = chance.random((len(usual), QUESTIONS)) < ability
        marks = [right ^ (chance.random(right.shape) < ERROR) for _ in range(2)]
        codes = np.stack([LRS[one.sum(axis=1)] for one in marks], axis=1)
        told["read"].append(_agreement(codes.astype(int)))
    return [
        (name, dict(zip(FIGURES, np.array(values).T, strict=True))) for name, values in told.items()
    ]


FIGURES = ("pooled kappa", "its cell-only baseline", "pooled alpha", "within-cell alpha")
STUDIES = 200


def _agreement(codes: NDArray[np.int64]) -> tuple[float, ...]:
    cells = [f"cell {number}" for number in range(len(CELL_MEANS)) for _ in range(10)]
    made = ratings_of(
        codes,
        coders=("A", "B"),
        labels=tuple("012345"),
        level=MeasurementLevel.ORDINAL,
        cells=cells,
    )
    found = agreement(made, replicates=0)
    within = {one.name: one.value for one in found.within_cell}
    baseline = {one.name: one.value for one in found.baseline_cell_only}
    values = (
        found.coefficient("cohen_kappa_quadratic").value,
        baseline["cohen_kappa_quadratic"],
        found.coefficient("krippendorff_alpha_ordinal").value,
        within["krippendorff_alpha_ordinal"],
    )
    return tuple(np.nan if value is None else value for value in values)


def report(found: list[Covered], replications: int, *, everything: bool) -> list[str]:
    """The tables as lines."""
    lines = [f"coverage of the 95% interval of a cell, {replications} cells a setting", ""]
    lines.append("| draws | accuracy | lowest | mean | t lowest | t mean | mean width |")
    lines.append("|---|---|---|---|---|---|---|")
    for n, accuracy in itertools.product(DRAWS, ACCURACY):
        some = [one for one in found if one.n == n and one.setting.accuracy == accuracy]
        ours, t = [one.ours for one in some], [one.t for one in some]
        lines.append(
            f"| {n} | {accuracy} | {min(ours):.3f} | {np.mean(ours):.3f} | {min(t):.3f} "
            f"| {np.mean(t):.3f} | {np.mean([one.width for one in some]):.2f} |"
        )
    low = [one for one in found if one.ours < HELD]
    held = len(found) - len(low)
    lines += ["", f"at least {HELD:.0%} in {held} of {len(found)} settings; t in "
              f"{sum(one.t >= HELD for one in found)}"]  # fmt: skip
    for one in sorted(found if everything else low, key=lambda each: each.ours):
        lines.append(
            f"  {one.ours:.3f} (t {one.t:.3f})  truth {one.truth:.2f}  n {one.n:2d}  "
            f"{one.setting.words()}"
        )
    return lines


def main() -> None:
    """Run both parts and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replications", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="list every setting")
    asked = parser.parse_args()
    begun = time.perf_counter()
    lines = report(grid(asked.replications, asked.seed), asked.replications, everything=asked.all)
    lines += ["", "proportion correct in own stories:"]
    lines += own_stories(asked.replications, asked.seed)
    lines += ["", "means of domains, and their differences:"]
    lines += domains(min(asked.replications, 2000), asked.seed)
    lines += ["", "where it does not hold:"]
    for told, one in beyond(asked.replications, asked.seed):
        lines.append(
            f"  {one.ours:.3f} (t {one.t:.3f})  {told}: n {one.n}, word spread "
            f"{one.setting.spread:.0f}"
        )
    lines += ["", f"two coders on the paper's 21 cells, 10 trials each, {STUDIES} studies:"]
    for name, figures in without_reading(asked.seed):
        told = ", ".join(
            f"{label} {values.mean():.2f} ({np.quantile(values, 0.025):.2f} to "
            f"{np.quantile(values, 0.975):.2f})"
            for label, values in figures.items()
        )
        lines.append(f"  {name}: {told}")
    lines.append(f"{time.perf_counter() - begun:.0f} s")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
