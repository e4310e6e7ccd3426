"""The ratings of a study whose scripts have waves, beside people's: a row a question and wave."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from coders.reply_outcomes import rated
from coders.tables.wave_ratings import WaveTable
from dsl.errors import DevrunError, Exit
from dsl.files.people import Majority
from dsl.record import replace
from dsl.trial import turns
from dsl.words import and_list, folded
from renderers.rows.waves import WaveRating
from runners.agents.identity import TOLD
from runners.analysis.trials import finished_trials, trials_with_text, with_text
from runners.participants.base import LOST, Finish
from runners.store.study_trials import StudyTrials
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from dsl.trial import Cell, Levels, Place, Question
    from runners.analysis.trials import TrialWithText
    from runners.engine.transcripts import GivenAnswer
    from runners.store.records import Sitting
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_NONE = Majority(None, False, 0)


class NoWaves(DevrunError):
    """A study in which nothing was rated in waves, or on several scales."""

    code = "no-waves"
    exit_code = Exit.SCRIPT


def study_ratings(store: Store, opened: OpenStudy) -> WaveTable:
    """Every rating that was asked for in waves.

    Raises:
        NoWaves: no script has waves, or their ratings are on several scales.
    """
    waves = _Waves(opened)
    table = finished_trials(store, opened)
    rows = [
        rating
        for told in trials_with_text(store, table, table.chosen(waves.procedures))
        for _, rating in waves.ratings(told)
    ]
    peoples = {
        ", ".join(
            [*(level for _, level in waves.title(procedure)), each.questionnaire]
        ): each.ratings
        for procedure, experiment in waves.chapters.items()
        for each in experiment.people
    }
    return WaveTable(f"study {opened.study.id}", waves.scale, tuple(rows), peoples)


def study_answers(store: Store, opened: OpenStudy, levels: Mapping[str, str]) -> WaveTable:
    """The ratings in all trials at some levels, each with the profile that the participant had by
    then, and the statements that it recalled.

    Raises:
        NoWaves: no script has waves, or no trial is at these levels.
    """
    waves = _Waves(opened)
    here = [
        row
        for row in opened.rows
        if row.procedure in waves.procedures
        and levels.items() <= dict(waves.levels(row.procedure, row.sitting)).items()
    ]
    if not here:
        known = dict.fromkeys(
            f"{name}={level}"
            for row in opened.rows
            for name, level in waves.levels(row.procedure, row.sitting)
        )
        asked = ", ".join(f"{name}={level}" for name, level in levels.items())
        raise NoWaves(f"nothing was asked at {asked}", f"levels are {', '.join(known)}")
    rows = []
    for finished in replace(opened, rows=StudyTrials.of(here)).finished(store):
        account = finished.transcript.account
        for (number, place), rating in waves.ratings(with_text(finished)):
            profile = "\n".join(finished.transcript.trial.sessions[number].system)
            recalled: tuple[str, ...] = ()
            if account is not None:
                profile = account.waves[number].profile if number in account.waves else profile
                question = account.answers.get((number, place))
                recalled = () if question is None else tuple(o.text for o in question.recalled)
            rows.append(replace(rating, profile=profile, recalled=recalled))
    return WaveTable(f"study {opened.study.id}", waves.scale, tuple(rows))


class _Waves:
    """What the scripts of a study ask in waves."""

    def __init__(self, opened: OpenStudy) -> None:
        self.study = opened.study.id
        self.chapters = {
            one.procedure: one.experiment
            for one in opened.chapters
            if one.experiment.waves is not None
        }
        if not self.chapters:
            raise NoWaves(
                f"no script of study {self.study} has waves",
                "name a study of a script with a line `waves NAME from FILE`, or a table: "
                "--table FILE",
            )
        self.procedures = set(self.chapters)
        self._labels = labels_of(opened.participants)
        self._scales: dict[tuple[int, int], None] = {}

    @property
    def scale(self) -> tuple[int, int]:
        """That of the ratings so far."""
        if len(self._scales) > 1:
            every = and_list([f"{low} to {high}" for low, high in self._scales])
            raise NoWaves(
                f"the ratings of study {self.study} are on several scales: {every}",
                "choose the scripts with one scale: PATH, or --only",
            )
        return next(iter(self._scales), (1, 5))

    def levels(self, procedure: str, at: Cell | Sitting) -> Levels:
        """The levels of a trial, with its wording, and its experiment where there are several."""
        return (*self.title(procedure), *at.levels, ("wording", at.wording))

    def title(self, procedure: str) -> Levels:
        """Which experiment it is, as a level, where there are several."""
        several = len(self.chapters) > 1
        return (("experiment", self.chapters[procedure].title),) if several else ()

    def ratings(self, told: TrialWithText) -> Iterator[tuple[Place, WaveRating]]:
        """The ratings of one trial, each with its place."""
        trial, experiment = told.trial, told.chapter.experiment
        label, who = self._labels[told.participant.key], told.participant
        sees = TOLD in json.loads(who.identity)
        levels = self.levels(told.chapter.procedure, trial.cell)
        people = {folded(one.questionnaire): one for one in experiment.people}
        several = len({one.name for one in experiment.questionnaires}) > 1
        for number, session in enumerate(trial.sessions):
            for turn in turns(session.nodes) if session.wave is not None else ():
                asked = turn.question
                if asked is None or asked.rating is None or session.wave is None:
                    continue
                self._scales[asked.rating] = None
                answer = told.answers.get((number, turn.place))
                rating, missing = _rating(answer, asked)
                whole = people.get(folded(asked.name))
                most = _NONE
                if whole is not None:
                    at = dict(levels), session.wave, asked.form
                    most = whole.ratings.majority(*at, ties=whole.ties)
                yield (number, turn.place), WaveRating(
                    levels, trial.draw, trial.sample, label, session.wave,
                    asked.title if several or not asked.form else asked.form,
                    rating, missing, "" if answer is None else answer.text,
                    most.rating, most.tied, most.raters, who.simulated, sees,
                    reversed=asked.reversed,
                )  # fmt: skip


def _rating(answer: GivenAnswer | None, asked: Question) -> tuple[int | None, str]:
    """What a reply rates, or why it rates nothing."""
    if answer is None or answer.finish in LOST:
        return None, "lost"
    if answer.finish is not Finish.STOP:
        return None, "refused" if answer.finish is Finish.REFUSAL else answer.finish.value
    found = rated(answer.text, asked)
    return found, "" if found is not None else "no rating in the reply"
