"""How often test questions are answered rightly, for scripts that are scored by accuracy.

Questions that stand for themselves make no trial that an LRS could be of: what counts is the share
of replies that are right, beside what a guesser gets. Controls are no part of it. Calibrated
accuracy takes guessing off question by question, so that questions with two and with five choices
can be put together. For a script that is scored by LRS neither is shown: a rubric over a whole
trial is more than the share of its marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.guessing import expected
from dsl.tree import QuestionKind
from dsl.trial import Trial, turns
from renderers.score_rows import AccuracyScore
from runners.analysis.means import mean

if TYPE_CHECKING:
    from coders.lrs import Place
    from renderers.score_rows import TrialRow
    from runners.analysis.trial_scores import Coding

METHODS = ("accuracy", "calibrated accuracy")
"""What `scoring` says in the design of such a script."""


@dataclass(slots=True)
class _Cell:
    """The replies of one cell so far: their marks and a guesser's mean marks, None if unknown."""

    first: TrialRow
    condition: str
    calibrated: bool
    marks: list[tuple[Fraction, Fraction | None]] = field(default_factory=list)
    undecided: int = 0


class Accuracies:
    """Gathers the marks of test questions, trial by trial."""

    def __init__(self) -> None:
        self._cells: dict[tuple[object, ...], _Cell] = {}

    def met(self, trial: Trial, row: TrialRow, codings: Sequence[Coding], scoring: str) -> None:
        """Takes in one trial. A reply counts once, with the mean of the marks of all who count, and
        only if each of them has marked it.
        """
        counted = [one for one in codings if one.counted]
        if scoring not in METHODS or not counted:
            return
        at = (row.experiment, row.model, row.levels, row.wording)
        cell = self._cells.setdefault(
            at, _Cell(row, trial.cell.condition, scoring == "calibrated accuracy")
        )
        for index, session in enumerate(trial.sessions):
            for turn in turns(session.nodes):
                question = turn.question
                if question is None or question.kind is not QuestionKind.TEST:
                    continue
                value = mark_of_all(counted, (index, turn.place))
                if value is None:
                    cell.undecided += 1
                    continue
                cell.marks.append((value, expected(question)))

    def rows(self, order: Iterable[TrialRow]) -> tuple[AccuracyScore, ...]:
        """A row for each cell, in the order of these trials."""
        keys = dict.fromkeys((row.experiment, row.model, row.levels, row.wording) for row in order)
        return tuple(_row(self._cells[key]) for key in keys if key in self._cells)


def mark_of_all(counted: Sequence[Coding], place: Place) -> Fraction | None:
    """The mean of the marks of all who count; None while one of them has not marked it."""
    found = [one.verdicts.get(place) for one in counted]
    marks = [one.mark for one in found if one is not None and one.mark is not None]
    return mean(marks) if len(marks) == len(counted) else None


def _row(cell: _Cell) -> AccuracyScore:
    chances = [chance for _, chance in cell.marks]
    known = [chance for chance in chances if chance is not None]
    # A guesser who is always right, or never, has nothing to be taken off.
    parts = [
        (mark - chance) / (1 - chance)
        for mark, chance in cell.marks
        if chance is not None and 0 < chance < 1
    ]
    return AccuracyScore(
        experiment=cell.first.experiment,
        condition=cell.condition,
        levels=cell.first.levels,
        wording=cell.first.wording,
        model=cell.first.model,
        simulated=cell.first.simulated,
        n=len(cell.marks),
        undecided=cell.undecided,
        accuracy=mean(mark for mark, _ in cell.marks),
        chance=mean(known) if len(known) == len(chances) else None,
        calibrated=mean(parts) if len(parts) == len(cell.marks) else None,
        asked_calibrated=cell.calibrated,
    )
