"""How often a question is right that was put to children, too, and scored in the same way.

An LRS of children was never measured, and their percentages are of single questions. So a figure of
theirs has its place beside the share right on that question, and on no scale of LRS. Which question
it is of is for the script to say (`reference children 85% in QUESTION`): a figure that names none
is in the list of published figures alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from coders.guessing import expected
from coders.statistics.intervals import wilson
from dsl import exact
from dsl.expanding.guards import holds
from dsl.experiment import Experiment, Guard, Reference
from dsl.scoring import ACCURACY
from dsl.tree import FactorKind, QuestionKind
from dsl.trial import Trial
from dsl.words import and_list
from renderers.rows.cell_row import place_of
from renderers.rows.questions import PublishedShare, QuestionShare
from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means, figure
from runners.analysis.questions.by_cell import ByCell
from runners.analysis.trial_scores import Coding, mark_of_all
from runners.studies.study import StudyExperiment


@dataclass(slots=True)
class _Marks:
    """What one cell said to one question so far: a mark for each draw, and a guesser's."""

    marks: list[tuple[int, Fraction]] = field(default_factory=list)
    chances: set[Fraction | None] = field(default_factory=set)
    undecided: int = 0


class QuestionShares:
    """Gathers the marks of questions that have a figure of somebody else's, trial by trial."""

    def __init__(self, chapters: Sequence[StudyExperiment]) -> None:
        self._experiments = {one.experiment.title: one.experiment for one in chapters}
        self._wanted = {
            title: groups
            for title, experiment in self._experiments.items()
            if (groups := _asked_of_others(experiment))
        }
        self._marks: ByCell[tuple[str, Guard], _Marks] = ByCell(_Marks)

    def add(self, trial: Trial, row: TrialRow, codings: Sequence[Coding]) -> None:
        """Takes in one trial: the mean mark of all who count, if each of them has marked it."""
        counted = [one for one in codings if one.counted]
        for name, guard in self._wanted.get(row.experiment, ()):
            for place, session, asked in trial.asked(QuestionKind.TEST):
                if not counted or asked.name != name:
                    continue
                if not holds(guard, dict((*row.levels, *session.levels))):
                    continue
                cell = self._marks.at(row, (name, guard))
                value = mark_of_all(counted, place)
                if value is None:
                    cell.undecided += 1
                    continue
                cell.marks.append((row.draw, value))
                cell.chances.add(expected(asked))

    def rows(self, order: Iterable[TrialRow]) -> tuple[QuestionShare, ...]:
        """A row for each such question of each cell, in the order of these trials."""
        return tuple(self._row(*one) for one in self._marks.rows(order))

    def _row(self, row: TrialRow, wanted: tuple[str, Guard], found: _Marks) -> QuestionShare:
        experiment = self._experiments[row.experiment]
        question, guard = wanted
        return QuestionShare(
            **place_of(row),
            question=question,
            within=_versions(experiment, guard),
            right=figure(draw_means(found.marks), kind=ACCURACY),
            undecided=found.undecided,
            chance=next(iter(found.chances)) if len(found.chances) == 1 else None,
            published=tuple(
                _published(one)
                for one in experiment.references
                if (one.question, one.guard) == wanted
            ),
        )


def _asked_of_others(experiment: Experiment) -> Mapping[tuple[str, Guard], None]:
    """The questions with a figure of somebody's, each with the levels that it is of."""
    return dict.fromkeys((one.question, one.guard) for one in experiment.references if one.question)


def _versions(experiment: Experiment, guard: Guard) -> str:
    versions = {one.name for one in experiment.of_kind(FactorKind.VERSIONS)}
    return ", ".join(
        and_list(list(levels), "or") for factor, levels in guard.needs if factor in versions
    )


def _published(one: Reference) -> PublishedShare:
    percent = exact.number(one.value or "")
    assert percent is not None, "a share that is of a question has a value"
    share = percent / 100
    # Per cent are printed rounded; of so many, only a whole number can have been right.
    right = None if one.n is None else round(share * one.n)
    ends = None if right is None or one.n is None else wilson(right, one.n)
    if ends is None:
        return PublishedShare(one.who, share, one.n, None, one.source)
    return PublishedShare(
        one.who, share, one.n, (ends.low, ends.high), one.source, ci_method=ends.method
    )
