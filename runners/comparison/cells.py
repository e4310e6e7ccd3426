"""Conditions of one experiment, and participants on one cell, compared with each other.

Every pair of levels of a condition is compared with the levels of the other conditions held equal,
and every pair of participants cell by cell. Means over the other conditions were the alternative:
they hide the very cell in which two levels differ.

A question with the same words in both conditions cannot tell them apart. In a mean it makes their
difference smaller and adds what differs by chance. So where conditions share questions, the
comparison of record is the proportion correct in the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from dsl.checking.warnings.shared_words import SharedWords
from dsl.experiment import Factor
from dsl.record import replace
from dsl.scoring import ACCURACY
from dsl.tree import FactorKind
from dsl.trial import Levels
from renderers.rows.comparisons import ChangedQuestions, ComparisonKind
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means, figure
from runners.analysis.score_table import ScoreTable, cell_key
from runners.comparison.differences import (
    UntestedComparison,
    compare_cells,
    comparison,
    difference_of,
    paired_differences,
    side,
    untested,
)
from runners.studies.study import OpenStudy, StudyExperiment

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


Compared = tuple[ChangedQuestions, tuple[float, ...]]
"""The comparison, and its differences by draw where draws are paired."""


class DifferentQuestions:
    """Compares conditions of a study on the questions that differ between them."""

    def __init__(self, opened: OpenStudy, trials: Sequence[TrialRow]) -> None:
        self._opened = opened
        self._chapters = {one.experiment.title: one for one in opened.chapters}
        self._seeds = {one.procedure: one.seed for one in opened.rows.used}
        self._shared: dict[str, SharedWords] = {}
        self._table = ScoreTable.of(trials)

    def compared(
        self, factor: Factor, one: str, other: str, first: CellScore, second: CellScore
    ) -> Compared | None:
        """Two cells that differ in the level of this factor: `one` and `other`. None where they
        share no question, and where whole runs were rated.
        """
        chapter = self._chapters[first.experiment]
        if chapter.experiment.design.protocol.rated:
            return None
        shared = self._shared.get(first.experiment)
        if shared is None:
            shared = self._shared[first.experiment] = SharedWords(chapter.experiment)
        same = shared.share(factor, one, other) if shared.few else Fraction(0)
        if not same:
            return None
        mine, yours = (
            self._figure(chapter, shared, cell, dict(across.levels))
            for cell, across in ((first, second), (second, first))
        )
        draws = paired_differences(mine, yours, same_words=first.draws_vary)
        (difference, ci95), method = difference_of(mine, yours, paired=bool(draws), high=1)
        n = len(draws) or min(mine.n, yours.n)
        changed = ChangedQuestions(same, n, mine.mean, yours.mean, difference, ci95, method)
        return changed, draws

    def _figure(
        self,
        chapter: StudyExperiment,
        shared: SharedWords,
        cell: CellScore,
        across: Mapping[str, str],
    ) -> Figure:
        """The proportion correct in the questions of a cell that read otherwise at the levels
        `across`; draws without such a question are left out.
        """
        expander = self._opened.expander(chapter, self._seeds[chapter.procedure])
        shares: list[tuple[int, Fraction]] = []
        table = self._table
        rows = table.cells.get(cell_key(cell))
        for at in rows.rows.tolist() if rows is not None else ():
            every, draw = table.patterns[table.pattern_of(at)].marks, int(table.draws[at])
            if not every:
                continue
            balance = dict(expander.assignment.levels.named(draw - 1))
            different = [
                mark
                for mark in every
                if not shared.same(
                    mark.question,
                    {**balance, **dict(mark.version), **dict(cell.levels)},
                    {**balance, **dict(mark.version), **across},
                )
            ]
            marks = [mark.weight * mark.mark for mark in different if mark.mark is not None]
            if different and len(marks) == len(different):
                weights = sum((mark.weight for mark in different), Fraction(0))
                shares.append((draw, sum(marks, Fraction(0)) / weights))
        return figure(draw_means(shares), kind=ACCURACY)
