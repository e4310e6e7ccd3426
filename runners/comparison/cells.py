"""Conditions of one experiment, and participants on one cell, compared with each other.

Every pair of levels of a condition is compared with the levels of the other conditions held equal,
and every pair of participants cell by cell. Means over the other conditions were the alternative:
they hide the very cell in which two levels differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dsl.experiment import Factor
from dsl.record import replace
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.rows.comparisons import ComparisonKind
from renderers.rows.scores import CellScore
from runners.comparison.differences import (
    UntestedComparison,
    compare_cells,
    comparison,
    side,
    untested,
)
from runners.comparison.different_questions import DifferentQuestions
from runners.studies.study import StudyExperiment

_Place = tuple[str, Levels, str, str]


def conditions(
    chapters: Sequence[StudyExperiment],
    cells: Sequence[CellScore],
    questions: DifferentQuestions,
) -> Iterator[UntestedComparison]:
    """Every two levels of one condition, the others held equal, by wording and participant."""
    by_place = {(cell.experiment, cell.levels, cell.wording, cell.model): cell for cell in cells}
    for chapter in chapters:
        mine = [cell for cell in cells if cell.experiment == chapter.experiment.title]
        for factor in chapter.experiment.of_kind(FactorKind.CONDITIONS):
            yield from _levels(factor, mine, by_place, questions)


def _levels(
    factor: Factor,
    cells: Sequence[CellScore],
    by_place: dict[_Place, CellScore],
    questions: DifferentQuestions,
) -> Iterator[UntestedComparison]:
    for one, other in combinations([level.name for level in factor.levels], 2):
        for cell in cells:
            if (factor.name, one) not in cell.levels:
                continue
            levels = tuple(
                (name, other if name == factor.name else level) for name, level in cell.levels
            )
            second = by_place.get((cell.experiment, levels, cell.wording, cell.model))
            if second is None:
                continue
            rest = tuple(pair for pair in cell.levels if pair[0] != factor.name)
            found = compare_cells(cell, second, same_words=cell.draws_vary)
            changed, draws = questions.compared(factor, one, other, cell, second) or (None, None)
            sides = side(one, cell), side(other, second)
            row = replace(
                comparison(ComparisonKind.CONDITIONS, cell, *sides, found),
                levels=rest,
                condition=", ".join(level for _, level in rest),
                factor=factor.name,
                changed=changed,
            )
            paired = found.draws if draws is None else draws
            yield untested(row, paired, vary=cell.draws_vary)


def models(cells: Sequence[CellScore]) -> Iterator[UntestedComparison]:
    """Every two participants on one cell and wording."""
    groups: dict[tuple[str, Levels, str], list[CellScore]] = {}
    for cell in cells:
        groups.setdefault((cell.experiment, cell.levels, cell.wording), []).append(cell)
    for group in groups.values():
        for first, second in combinations(group, 2):
            found = compare_cells(first, second, same_words=first.draws_vary)
            sides = side(first.model, first), side(second.model, second)
            row = replace(
                comparison(ComparisonKind.MODELS, first, *sides, found),
                model="",
                simulated=first.simulated or second.simulated,
            )
            yield untested(row, found.draws, vary=first.draws_vary)
