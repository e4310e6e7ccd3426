"""Two conditions compared on the questions that do not read the same in both.

A question with the same words in both conditions cannot tell them apart. In a mean it makes their
difference smaller and adds what differs by chance. So where conditions share questions, the
comparison of record is the proportion correct in the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dsl.checking.warnings.shared_words import SharedWords
from dsl.experiment import Factor
from dsl.scoring import ACCURACY
from renderers.rows.comparisons import ChangedQuestions
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means, figure
from runners.analysis.score_table import ScoreTable, cell_key
from runners.comparison.differences import difference_of, paired_differences
from runners.studies.study import OpenStudy, StudyExperiment

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
