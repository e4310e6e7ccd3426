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
from runners.agents.identity import TOLD, agent_in
from runners.analysis.trials import finished_trials, trials_with_text, with_text
from runners.participants.base import LOST, Finish
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from dsl.trial import Cell, Levels, Question
    from renderers.rows.agent_waves import AgentAccount, AnswerAccount, WaveAccount
    from runners.analysis.trials import TrialWithText
    from runners.engine.transcripts import GivenAnswer
    from runners.store.store import Store
    from runners.store.study_trials import StudyTrials, TrialGroup
    from runners.studies.study import OpenStudy

_NONE = Majority(None, False, 0)


class NoWaves(DevrunError):
    """A study in which nothing was rated in waves, or on several scales."""

    code = "no-waves"
    exit_code = Exit.SCRIPT


class StudyWaves:
    """What the scripts of a study ask in waves.

    Raises:
        NoWaves: no script has any.
    """

    def __init__(self, store: Store, opened: OpenStudy) -> None:
        self.store, self.opened = store, opened
        self.chapters = {
            one.procedure: one.experiment
            for one in opened.chapters
            if one.experiment.waves is not None
        }
        if not self.chapters:
            raise NoWaves(
                f"no script of study {opened.study.id} has waves",
                "name a study of a script with a line `waves NAME from FILE`, or a table: "
                "--table FILE",
            )
        self._identities = {one.key: json.loads(one.identity) for one in opened.participants}
        self._labels = labels_of(opened.participants)
        self._scales: dict[tuple[int, int], None] = {}

    def table(
        self, levels: Mapping[str, str] | None = None, *, accounts: bool = False
    ) -> WaveTable:
        """Every rating that was asked for, or those at some levels; `accounts`: with the profile of
        an agent and what it recalled, for which all that it was told is gone through again.

        Raises:
            NoWaves: nothing was asked at these levels, or ratings are on several scales.
        """
        groups = [one for one in self.opened.rows.groups if one.procedure in self.chapters]
        at = [self._levels(one.procedure, one) for one in groups]
        wanted = dict(levels or {}).items()
        here = [one for one, these in zip(groups, at, strict=True) if wanted <= dict(these).items()]
        if levels and not here:
            known = dict.fromkeys(f"{name}={level}" for these in at for name, level in these)
            asked = ", ".join(f"{name}={level}" for name, level in levels.items())
            raise NoWaves(f"nothing was asked at {asked}", f"levels are {', '.join(known)}")
        trials = self._trials(self.opened.rows.of_groups(here), accounts=accounts)
        rows = [one for told, account in trials for one in self._ratings(told, account)]
        peoples = {
            ", ".join(filter(None, (self._title(procedure), each.questionnaire))): each.ratings
            for procedure, experiment in self.chapters.items()
            for each in experiment.people
        }
        if len(self._scales) > 1:
            every = and_list([f"{low} to {high}" for low, high in self._scales])
            raise NoWaves(
                f"the ratings of study {self.opened.study.id} are on several scales: {every}",
                "choose the scripts with one scale: PATH, or --only",
            )
        scale = next(iter(self._scales), (1, 5))
        return WaveTable(f"study {self.opened.study.id}", scale, tuple(rows), peoples)

    def _trials(
        self, rows: StudyTrials, *, accounts: bool
    ) -> Iterator[tuple[TrialWithText, AgentAccount | None]]:
        """The finished trials; with what an agent made of them where a step of it may have been
        skipped, or if all `accounts` are wanted.
        """
        walked: set[str] = set()
        for who, identity in self._identities.items():
            agent = agent_in(identity)
            if agent is not None:
                own = rows.of_groups(one for one in rows.groups if one.participant == who)
                last = f", try {agent.declared.tries}" if agent.declared.tries > 1 else ""
                walked |= {
                    one.trial
                    for one in self.store.transcripts(own.keys)
                    if accounts or any(_is_last(place, last) for place, _ in one.calls)
                }
        others = rows.take([at for at, key in enumerate(rows.keys) if key not in walked])
        table = finished_trials(self.store, self.opened, others)
        for told in trials_with_text(self.store, table, range(len(table))):
            yield told, None
        chosen = replace(self.opened, rows=rows.with_keys(walked))
        for finished in chosen.finished(self.store) if walked else ():
            yield with_text(finished), finished.transcript.account

    def _levels(self, procedure: str, at: Cell | TrialGroup) -> Levels:
        """The levels of a trial, with its wording, and its experiment where there are several."""
        title = self._title(procedure)
        named = (("experiment", title),) if title else ()
        return (*named, *at.levels, ("wording", at.wording))

    def _title(self, procedure: str) -> str:
        """Which experiment it is where there are several."""
        return self.chapters[procedure].title if len(self.chapters) > 1 else ""

    def _ratings(self, told: TrialWithText, account: AgentAccount | None) -> Iterator[WaveRating]:
        """The ratings of one trial."""
        trial, experiment, who = told.trial, told.chapter.experiment, told.participant
        label, sees = self._labels[who.key], TOLD in self._identities[who.key]
        levels = self._levels(told.chapter.procedure, trial.cell)
        people = {folded(one.questionnaire): one for one in experiment.people}
        several = len({one.name for one in experiment.questionnaires}) > 1
        for number, session in enumerate(trial.sessions):
            if session.wave is None:
                continue
            wave = None if account is None else account.waves.get(number)
            profile = "\n".join(session.system) if wave is None else wave.profile
            for turn in turns(session.nodes):
                asked, place = turn.question, (number, turn.place)
                if asked is None or asked.rating is None:
                    continue
                self._scales[asked.rating] = None
                answer = told.answers.get(place)
                rating, missing = _rating(answer, asked)
                whole, most = people.get(folded(asked.name)), _NONE
                if whole is not None:
                    at = dict(levels), session.wave, asked.form
                    most = whole.ratings.majority(*at, ties=whole.ties)
                came = None if account is None else account.answers.get(place)
                yield WaveRating(
                    levels, trial.draw, trial.sample, label, session.wave,
                    asked.title if several or not asked.form else asked.form,
                    rating, missing, "" if answer is None else answer.text,
                    most.rating, most.tied, most.raters, who.simulated, sees, asked.reversed,
                    skipped=() if wave is None else _skipped(wave, came),
                    profile=profile,
                    recalled=() if came is None else tuple(one.text for one in came.recalled),
                )  # fmt: skip


def _is_last(place: str, last: str) -> bool:
    """Whether a call is the last try of a step, after which it is skipped."""
    return "/agent " in place and place.endswith(last)


def _skipped(wave: WaveAccount, answer: AnswerAccount | None) -> tuple[str, ...]:
    """The steps of a wave, and of an answer in it, of which no reply could be read."""
    tries = () if answer is None else answer.tries
    read = {one.step for one in tries if not one.unread}
    return (*wave.skipped, *dict.fromkeys(one.step for one in tries if one.step not in read))


def _rating(answer: GivenAnswer | None, asked: Question) -> tuple[int | None, str]:
    """What a reply rates, or why it rates nothing."""
    if answer is None or answer.finish in LOST:
        return None, "lost"
    if answer.finish is not Finish.STOP:
        return None, "refused" if answer.finish is Finish.REFUSAL else answer.finish.value
    found = rated(answer.text, asked)
    return found, "" if found is not None else "no rating in the reply"
