"""What trials ask and where, each design once: many trials differ in their words alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coders.lrs import ScoringDesign, asked_in
from dsl.tree import QuestionKind
from dsl.trial import Place, Trial
from runners.engine.transcripts import GivenAnswer
from runners.participants.base import Finish

_FINE = GivenAnswer("", Finish.STOP)


@dataclass(frozen=True, slots=True, eq=False)
class TrialDesign:
    """What is asked where in some trials of one cell. `trial` is one of them, with the words of its
    own draw; `places` are those of all its turns. `skeleton` is a number: designs of one experiment
    that have the same are scored alike if they were marked alike (see `asked`).
    """

    trial: Trial
    places: tuple[Place, ...]
    skeleton: int
    asked: ScoringDesign
    fine: Mapping[Place, GivenAnswer]
    """An answer at every place that ended as it should, without its words."""
    voted: tuple[Place, ...] = ()
    """The places of the items of a bank, of which samples vote."""

    def of_places(self, answers: Mapping[str, GivenAnswer]) -> dict[Place, GivenAnswer]:
        """Answers by the names of places, at these places."""
        return {one: answers[one[1]] for one in self.places if one[1] in answers}


class Designs:
    """The designs of a study's trials, each once."""

    def __init__(self) -> None:
        self.listed: list[TrialDesign] = []
        self._numbers: dict[object, int] = {}
        self._skeletons: dict[object, int] = {}

    def number(self, key: object, made: Callable[[], Trial]) -> int:
        """The number of the design that this key identifies; `made` gives a trial that has it."""
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.listed)
            self.listed.append(self._design(made()))
        return found

    def _design(self, trial: Trial) -> TrialDesign:
        places = tuple(trial.turns)
        asked = asked_in(trial)
        judged = tuple(
            (*place, question.kind, question.keep) for place, _, question in trial.asked()
        )
        key = (trial.experiment, asked, judged)
        skeleton = self._skeletons.setdefault(key, len(self._skeletons))
        fine = dict.fromkeys(places, _FINE)
        voted = tuple(place for place, _, _ in trial.asked(QuestionKind.ITEM))
        return TrialDesign(trial, places, skeleton, asked, fine, voted)
