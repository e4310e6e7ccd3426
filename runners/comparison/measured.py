"""Two conditions compared on a measure of the script, where it declares that (`compare ... on`).

Pairs, intervals and tests are those of a comparison on the LRS, on the scale of the measure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coders.statistics.differences import (
    MOVER_DIFFERENCE,
    MOVER_PAIRED,
    Estimate,
    mover_difference,
    paired_correlation,
)
from dsl.experiment import Compared
from dsl.record import replace
from dsl.trial import Levels
from renderers.rows.comparisons import ComparisonKind, Side
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore, StudyScores
from renderers.rows.script_measures import MeasureScore
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
from runners.studies.study import StudyExperiment

NO_VALUES = "too few draws have a value on both sides for pairing"
_Place = tuple[str, Levels, str, str, str, str]


def on_measures(
    chapters: Sequence[StudyExperiment], scores: StudyScores
) -> Iterator[UntestedComparison]:
    """The levels that a script compares on a measure, the others held equal, by version, wording
    and participant.
    """
    by_place = {_place(one, one.levels): one for one in scores.measure_scores}
    cells = {(one.experiment, one.levels, one.wording, one.model): one for one in scores.cells}
    for chapter in chapters:
        for compared in chapter.declared:
            for one in scores.measure_scores if compared.on else ():
                here = one.experiment == chapter.experiment.title
                if not here or one.measure.name != compared.on:
                    continue
                if (compared.factor, compared.first) not in one.levels:
                    continue
                second = by_place.get(_place(one, _other(one.levels, compared)))
                if second is not None:
                    cell = cells[one.experiment, one.levels, one.wording, one.model]
                    yield _compared(compared, cell, one, second)


def _place(one: MeasureScore, levels: Levels) -> _Place:
    return one.experiment, levels, one.wording, one.model, one.within, one.measure.name


def _other(levels: Levels, compared: Compared) -> Levels:
    """The same levels with the one that the first is compared with."""
    return tuple(
        (name, compared.second if name == compared.factor else level) for name, level in levels
    )


def _compared(
    compared: Compared, cell: CellScore, first: MeasureScore, second: MeasureScore
) -> UntestedComparison:
    draws = paired_differences(first.figure, second.figure, same_words=cell.draws_vary)
    found, method = _difference(first, second, draws)
    rest = tuple(pair for pair in first.levels if pair[0] != compared.factor)
    row = comparison(
        ComparisonKind.CONDITIONS,
        cell,
        _side(compared.first, first.figure),
        _side(compared.second, second.figure),
        CellDifference(len(draws), found, (None, None), method, draws),
    )
    within = [*(level for _, level in rest), *([first.within] if first.within else [])]
    row = replace(
        row,
        levels=rest,
        condition=", ".join(within),
        factor=compared.factor,
        measure=first.measure.name,
    )
    made = untested(row, draws, vary=cell.draws_vary)
    if made.row.untested == NOT_PAIRED:
        return replace(made, row=replace(row, untested=NO_VALUES))
    return made


def _difference(
    first: MeasureScore, second: MeasureScore, draws: tuple[float, ...]
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
    low, high = float(first.measure.low), float(first.measure.high)
    return difference_of(one, other, paired=bool(draws), low=low, high=high)


def _side(label: str, figure: Figure) -> Side:
    return Side(label, figure.n, figure.mean, None)
