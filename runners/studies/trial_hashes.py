"""The hashes of trials: those noted when they ended, and what draws come to where none was."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dsl import experiment as ex
from dsl.expanding.steps_within import questions_within, steers, steps_within
from dsl.experiment import Experiment, Order
from dsl.trial import Cell, Levels, Trial
from runners.store.keys import design_hash, prompt_hash
from runners.store.noted_trials import NotedTrials
from runners.store.records import StudyTrial
from runners.store.study_trials import StudyTrials
from runners.studies.study import OpenStudy, StudyExperiment

Draw = tuple[str, int, Levels, str, int]
"""What the words of a trial follow from: procedure, seed, levels, wording, draw."""


def noted_once(opened: OpenStudy, rows: StudyTrials, noted: NotedTrials) -> NDArray[np.bool_]:
    """Of which of these rows what is noted says all: there is one note, and no words hang on
    replies. An array of shape (rows,).
    """
    steered = {one.procedure for one in opened.chapters if steers(one.experiment)}
    plain = np.array([one.procedure not in steered for one in rows.groups], dtype=np.bool_)
    once: NDArray[np.bool_] = noted.counts == 1
    return once & plain[np.array(rows.group, dtype=np.int64)]


class HashesByDraw:
    """What the draws of a study come to where no hash was noted, and the keys of their designs."""

    def __init__(self, opened: OpenStudy) -> None:
        self._opened = opened
        self._chapters = {one.procedure: one for one in opened.chapters}
        self._ambiguous: dict[str, bool] = {}
        self._known: dict[Draw, tuple[str, str]] = {}

    def of(self, row: StudyTrial) -> tuple[str, str]:
        """The hashes of the words sent in a trial, and of its design."""
        draw = draw_of(row)
        if draw not in self._known:
            trial = self.trial(row)
            self._known[draw] = prompt_hash(trial), design_hash(trial)
        return self._known[draw]

    def key(self, row: StudyTrial, design: str) -> object:
        """What the design of a trial follows from, apart from what judges: its cell, counterbalance
        levels, and what is asked where.
        """
        sitting, chapter = row.sitting, self._chapters[row.procedure]
        levels = self._opened.expander(chapter, row.seed).assignment.levels
        cell = (row.procedure, row.seed, sitting.levels, sitting.wording)
        key = (*cell, levels.at(sitting.draw - 1), design)
        return (*key, sitting.draw) if self.ambiguous(chapter) else key

    def ambiguous(self, chapter: StudyExperiment) -> bool:
        """Whether a place does not say which question is there: two questions have one name,
        and come in an order that varies.
        """
        found = self._ambiguous.get(chapter.procedure)
        if found is None:
            found = self._ambiguous[chapter.procedure] = ambiguous_places(chapter.experiment)
        return found

    def trial(self, row: StudyTrial) -> Trial:
        """A trial in its own words."""
        return expanded(self._opened, self._chapters[row.procedure], row)


def draw_of(row: StudyTrial) -> Draw:
    """The draw of a trial."""
    sitting = row.sitting
    return row.procedure, row.seed, sitting.levels, sitting.wording, sitting.draw


def expanded(opened: OpenStudy, chapter: StudyExperiment, row: StudyTrial) -> Trial:
    """A trial in the words of its draw."""
    sitting = row.sitting
    cell = Cell(sitting.levels, sitting.wording, chapter.experiment.only_condition)
    expander = opened.expander(chapter, row.seed)
    return expander.trial(cell, draw=sitting.draw, sample=sitting.sample)


def ambiguous_places(experiment: Experiment) -> bool:
    """Whether a place does not say which question is there: two questions have one name, and
    come in an order that varies.
    """
    steps = steps_within(experiment.steps)
    ordered = (step.order for step in steps if isinstance(step, ex.InOrder | ex.ForEach))
    if all(order is Order.FIXED for order in ordered):
        return False
    asked = list(questions_within(experiment.steps))
    return len({(one.kind, one.name) for one in asked}) < len(asked)
