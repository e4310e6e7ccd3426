"""How often the interval of a cell holds the truth, and what agreement is worth without reading.

    python benchmarks/coverage.py [--replications 4000] [--seed 1] [--all]

Simulated participants of known ability answer four scored questions and one control in each trial;
two simulated coders mark them: without any error, each with an error of 5%, or one of these severe
as well (takes one right answer in seven for wrong). Marks become an LRS by devrun's own rule, a
control that the two dispute leaves its trial out, coders are averaged in a trial, samples in a
draw, and the draws go into the interval that `devrun score` prints. The truth is the mean over
200,000 draws of the same kind. The textbook t interval on the same draws stands beside it.

The second part shows where the interval does not hold, and the third gives two coders nothing to
read but the name of the cell.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from coders.statistics.agreement import agreement
from coders.statistics.intervals import FEWEST, pseudo_draw_limits
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
    without: float
    """The share of cells with too few draws for an interval."""


def draw_means(
    setting: Setting, shape: tuple[int, int], chance: np.random.Generator, *, repeats: int = 1
) -> Floats:
    """Coded draw means, shape (cells, draws); NaN where every sample of a draw is in dispute.

    With `repeats` so many draws have one text, which is what makes them no draws.
    """
    logit = np.log(setting.accuracy / (1 - setting.accuracy))
    texts = chance.standard_normal((shape[0], shape[1] // repeats))
    ease = logit + setting.spread * np.repeat(texts, repeats, axis=1)[..., None, None]
    trials = (*shape, setting.samples)
    right = chance.random((*trials, QUESTIONS)) < 1 / (1 + np.exp(-ease))
    passed = chance.random(trials) >= setting.gate_failure
    total, gates = np.zeros(trials), []
    error = 0.0 if setting.coders == "exact" else ERROR
    for coder in range(2):
        marks = right ^ (chance.random(right.shape) < error)
        if setting.coders.endswith("severe") and coder == 1:
            marks &= chance.random(right.shape) >= SEVERE
        gate = passed ^ (chance.random(trials) < error)
        gates.append(gate)
        total += np.where(gate, LRS[marks.sum(axis=-1)], 0.0)
    agreed = gates[0] == gates[1]
    count = agreed.sum(axis=-1)
    summed = np.where(agreed, total / 2, 0.0).sum(axis=-1)
    return np.divide(summed, count, out=np.full(shape, np.nan), where=count > 0)


def covered(
    setting: Setting, n: int, truth: float, replications: int, chance: np.random.Generator
) -> Covered:
    """Coverage over so many cells of `n` draws."""
    return judged(setting, n, truth, draw_means(setting, (replications, n), chance))


def judged(setting: Setting, n: int, truth: float, draws: Floats) -> Covered:
    """Coverage of the truth by intervals from these draws, shape (cells, n)."""
    there = np.isfinite(draws)
    counts = there.sum(axis=1)
    ours = t = cells = 0
    width = 0.0
    for count in np.unique(counts[counts >= FEWEST]):
        some = draws[counts == count][there[counts == count]].reshape(-1, count)
        lower, upper = pseudo_draw_limits(some)
        ours += int(((lower <= truth) & (truth <= upper)).sum())
        width += float((upper - lower).sum())
        half = stdtrit(count - 1, 0.975) * some.std(axis=1, ddof=1) / np.sqrt(count)
        t += int((np.abs(some.mean(axis=1) - truth) <= half + 1e-12).sum())
        cells += len(some)
    return Covered(
        setting, n, truth, ours / cells, t / cells, width / cells, 1 - cells / len(draws)
    )


def expected(setting: Setting, chance: np.random.Generator) -> float:
    """The coded LRS to be expected, from many draws."""
    parts = [draw_means(setting, (10, TRUTH_DRAWS // 100), chance) for _ in range(10)]
    return float(np.nanmean(np.concatenate(parts)))


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
    worst = max(one.without for one in found)
    lines.append(f"cells left with under {FEWEST} draws, at most: {worst:.1%}")
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
