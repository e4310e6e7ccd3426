"""Conditions of one experiment, and participants on one cell, compared with each other.

Every pair of levels of a condition is compared with the levels of the other conditions held equal,
and every pair of participants cell by cell. Means over the other conditions were the alternative:
they hide the very cell in which two levels differ.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

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

T = TypeVar("T")


def conditions(
    chapters: Sequence[StudyExperiment],
    cells: Sequence[CellScore],
    questions: DifferentQuestions,
) -> Iterator[UntestedComparison]:
    """Every two levels of one condition, the others held equal, by wording and participant."""
    for chapter in chapters:
        mine = [cell for cell in cells if cell.experiment == chapter.experiment.title]
        for factor in chapter.experiment.of_kind(FactorKind.CONDITIONS):
            yield from _levels(factor, mine, questions)


def pairs_of_levels(
    rows: Sequence[T],
    at: Callable[[T], tuple[Levels, Hashable]],
    factor: str,
    one: str,
    other: str,
) -> Iterator[tuple[T, T, Levels]]:
    """Each row at one level of a factor, the row at the other that is alike in all else, and the
    levels that they share; `at` gives the levels of a row, and what else there is.
    """
    by_place = {at(row): row for row in rows}
    for row in rows:
        levels, rest = at(row)
        there = tuple((name, other if name == factor else level) for name, level in levels)
        second = by_place.get((there, rest))
        if (factor, one) in levels and second is not None:
            yield row, second, tuple(pair for pair in levels if pair[0] != factor)


def _levels(
    factor: Factor, cells: Sequence[CellScore], questions: DifferentQuestions
) -> Iterator[UntestedComparison]:
    def at(cell: CellScore) -> tuple[Levels, Hashable]:
        return cell.levels, (cell.wording, cell.model)

    for one, other in combinations([level.name for level in factor.levels], 2):
        for cell, second, rest in pairs_of_levels(cells, at, factor.name, one, other):
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
