"""Two conditions compared on a measure of the script, or on the proportion correct in the paper's
own stories, where that is declared (`compare ... on`).

Pairs, intervals and tests are those of a comparison on the LRS, on the scale of the measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from coders.statistics.differences import (
    MOVER_DIFFERENCE,
    MOVER_PAIRED,
    Estimate,
    mover_difference,
    paired_correlation,
)
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.tree import FactorKind
from dsl.trial import Levels
from dsl.words import folded
from renderers.rows.comparisons import ComparisonKind, Side
from renderers.rows.measures import Figure, own_stories
from renderers.rows.scores import CellScore, StudyScores
from runners.comparison.cells import pairs_of_levels
from runners.comparison.differences import (
    NOT_PAIRED,
    CellDifference,
    Estimated,
    UntestedComparison,
    comparison,
    difference_of,
    paired_differences,
    untested,
)
from runners.comparison.families import DeclaredComparison
from runners.studies.study import StudyExperiment

NO_VALUES = "too few draws have a value on both sides for pairing"


@dataclass(frozen=True, slots=True)
class _Measured:
    """The mean of a measure, which lies between `low` and `high`, in one cell and version."""

    cell: CellScore
    within: str
    figure: Figure
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)

    @property
    def place(self) -> tuple[Levels, tuple[str, str, str]]:
        """The levels of its cell, and where it is besides."""
        return self.cell.levels, (self.cell.wording, self.cell.model, self.within)


def on_measures(
    chapters: Sequence[StudyExperiment],
    declared: Sequence[DeclaredComparison],
    scores: StudyScores,
) -> Iterator[UntestedComparison]:
    """The levels whose comparison on a measure is `declared`, the others held equal, by version,
    wording and participant.
    """
    experiments = {folded(one.experiment.title): one.experiment for one in chapters}
    for one in declared:
        experiment = experiments.get(folded(one.experiment))
        if one.on and experiment is not None:
            factor = _factor(experiment, one.first)
            found = list(_measured(experiment, one.on, scores))
            at = attrgetter("place")
            for pair in pairs_of_levels(found, at, factor, one.first, one.second):
                yield _compared(one, factor, *pair)


def _factor(experiment: Experiment, level: str) -> str:
    """The condition that has this level; empty where none has."""
    factors = experiment.of_kind(FactorKind.CONDITIONS)
    names = (one.name for one in factors if level in {each.name for each in one.levels})
    return next(names, "")


def _measured(experiment: Experiment, on: str, scores: StudyScores) -> Iterator[_Measured]:
    """A measure of the script, or the proportion correct in own stories, wherever it has a mean."""
    cells = {
        (one.levels, one.wording, one.model): one
        for one in scores.cells
        if one.experiment == experiment.title
    }
    if any(one.name == on for one in experiment.measures):
        for one in scores.measure_scores:
            if (one.experiment, one.measure.name) == (experiment.title, on):
                cell = cells[one.levels, one.wording, one.model]
                yield _Measured(cell, one.within, one.figure, one.measure.low, one.measure.high)
    else:
        for cell in cells.values():
            # Its difference has the interval of any two proportions correct, made of the draws.
            yield _Measured(cell, "", replace(own_stories(cell), ci95=None))


def _compared(
    declared: DeclaredComparison, factor: str, first: _Measured, second: _Measured, rest: Levels
) -> UntestedComparison:
    cell = first.cell
    draws = paired_differences(first.figure, second.figure, same_words=cell.draws_vary)
    found, method = _difference(first, second, draws)
    row = comparison(
        ComparisonKind.CONDITIONS,
        cell,
        _side(declared.first, first.figure),
        _side(declared.second, second.figure),
        CellDifference(len(draws), found, (None, None), method, draws),
    )
    within = [*(level for _, level in rest), *([first.within] if first.within else [])]
    row = replace(
        row,
        levels=rest,
        condition=", ".join(within),
        factor=factor,
        measure=declared.on,
    )
    made = untested(row, draws, vary=cell.draws_vary)
    if made.row.untested == NOT_PAIRED:
        return replace(made, row=replace(row, untested=NO_VALUES))
    return made


def _difference(
    first: _Measured, second: _Measured, draws: tuple[float, ...]
) -> tuple[Estimated, str]:
    """First minus second. Where it is over all draws of both, its interval is made of those of the
    two means: that of a change knows both waves, and that of a proportion its ends.
    """
    one, other = first.figure, second.figure
    every = not draws or len(draws) == one.n == other.n
    if every and one.mean is not None and other.mean is not None and one.ci95 and other.ci95:
        common = tuple(one.draws) if draws else ()
        values = [[float(figure.draws[draw]) for draw in common] for figure in (one, other)]
        found = mover_difference(
            Estimate(float(one.mean), *one.ci95),
            Estimate(float(other.mean), *other.ci95),
            correlation=paired_correlation(*values),
            method=MOVER_PAIRED if draws else MOVER_DIFFERENCE,
        )
        return (one.mean - other.mean, (found.low, found.high)), found.method
    low, high = float(first.low), float(first.high)
    return difference_of(one, other, paired=bool(draws), low=low, high=high)


def _side(label: str, figure: Figure) -> Side:
    return Side(label, figure.n, figure.mean, None)
