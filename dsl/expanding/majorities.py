"""What most people said to the items of a questionnaire, up to a wave."""

from __future__ import annotations

from dsl.expanding.guards import LevelOf
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.trial import Question
from dsl.words import folded


class Majorities:
    """The majorities of one experiment, each worked out once."""

    def __init__(self, experiment: Experiment) -> None:
        self._people = {folded(one.questionnaire): one for one in experiment.people}
        waves = experiment.waves.numbers if experiment.waves is not None else ()
        self._last = max((number for _, number in waves), default=0)
        self._known: dict[tuple[str | None, ...], tuple[int | None, ...]] = {}

    def told(self, question: Question, levels: LevelOf, wave: int | None) -> Question:
        """The question with the majority in waves 0 to the one at hand, if people rated it."""
        people = self._people.get(folded(question.name)) if self._people else None
        if people is None:
            return question
        ratings = people.ratings
        at = question.name, question.form, *map(levels.get, ratings.conditions)
        if at not in self._known:
            each = (
                ratings.majority(levels, number, question.form, ties=people.ties).rating
                for number in range(self._last + 1)
            )
            self._known[at] = tuple(each)
        return replace(question, people=self._known[at][: (wave or 0) + 1])
