"""Measures that scripts declare, as rows: the value in each version of a run, and means over draws.

Passes and totals are measures, and so is every other named number of a version of a run.

The internal consistency of questionnaires, as rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dsl.experiment import Measure
from dsl.trial import Levels
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Figure


@dataclass(frozen=True, slots=True)
class MeasureValue:
    """A measure of one version of a run. `version` are the levels of the version, `value` is the
    mean over the coders that count; None where something is missing.
    """

    measure: str
    version: Levels
    value: Fraction | None


CurveStep = tuple[int, float, float, float]
"""A number of questions, or tries, the share of draws that is short of the criterion after it, and
the ends of its 95% interval."""


@dataclass(frozen=True, slots=True)
class CriterionCurve:
    """How many of `n` draws met a criterion, and after how many questions or tries; see
    `coders.statistics.survival`, whose result it is.
    """

    n: int
    met: int
    bound: int
    median: int | None
    median_ci95: tuple[int | None, int | None] | None
    steps: tuple[CurveStep, ...]


@dataclass(frozen=True, slots=True)
class MeasureScore(CellRow):
    """A measure in one cell, version, wording and participant.

    `within` is the version, empty without versions. The mean is over draws that have a value;
    `missing` runs have none. `chance` is what a guesser is expected to get, None where that is not
    known. `survival` is that of the questions of a training, or of the tries of a machine; None of
    every other measure.
    """

    within: str
    measure: Measure
    figure: Figure
    missing: int
    chance: Fraction | None
    survival: CriterionCurve | None = None

    @property
    def of_subscale(self) -> bool:
        """Whether it is of a subscale of a questionnaire."""
        mean = self.measure.mean
        return mean is not None and mean.scale.name != mean.questionnaire.name


MOST_CONDITIONS = 12
"""So many conditions of a questionnaire are listed one by one on a screen."""


def over_many_conditions(rows: Sequence[MeasureScore]) -> tuple[MeasureScore, ...]:
    """The rows; where a questionnaire is given in many conditions, such as those of a file, one row
    for all of them, with the mean of their means and all of their draws.
    """
    groups: dict[tuple[str, str, str, str, str], list[MeasureScore]] = {}
    for row in rows:
        at = (row.experiment, row.wording, row.model, row.measure.name, row.within)
        groups.setdefault(at, []).append(row)
    return tuple(one for group in groups.values() for one in _together(group))


def _together(rows: list[MeasureScore]) -> list[MeasureScore]:
    conditions = len({row.condition for row in rows})
    if conditions <= MOST_CONDITIONS or rows[0].measure.mean is None:
        return rows
    means = [row.figure.mean for row in rows if row.figure.mean is not None]
    mean = sum(means, Fraction(0)) / len(means) if means else None
    n, missing = sum(row.figure.n for row in rows), sum(row.missing for row in rows)
    condition = f"mean of {conditions} conditions"
    return [
        replace(
            rows[0], condition=condition, levels=(), figure=Figure(mean, n), missing=missing,
            chance=None,
        )
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TotalScale(CellRow):
    """A total of passes in one cell, version, wording and participant.

    `distribution` are (total, runs) pairs from 0 on, over runs of `n` draws in which every pass has
    one value; `left_out` runs have none, or the coders differ. The rest is as in
    `coders.scalogram`, None (and `order` empty) under 20 draws.
    """

    total: str
    within: str
    n: int
    left_out: int
    distribution: tuple[tuple[int, int], ...]
    order: tuple[str, ...]
    reproducibility: float | None
    least: float | None
    reversed_runs: float | None


@dataclass(frozen=True, slots=True)
class ReliabilityCoefficient:
    """A coefficient over draws, with its interval; without a value there is a `reason`."""

    value: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    reason: str


@dataclass(frozen=True, slots=True)
class ScaleReliability(CellRow):
    """A scale (a questionnaire, or a subscale of one) in one wave, cell, version and participant.

    Coefficients are over `n` draws that answered all `items`; `missing` is the proportion of its
    answers, over all runs, that name no point.
    """

    within: str
    scale: str
    subscale: bool
    wave: str
    items: int
    n: int
    missing: Fraction
    alpha: ReliabilityCoefficient
    omega: ReliabilityCoefficient
