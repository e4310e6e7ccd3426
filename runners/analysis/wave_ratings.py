"""The ratings of a study whose scripts have waves, beside people's: a row a question and wave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coders.reply_outcomes import rated
from coders.tables.wave_ratings import WaveTable
from dsl.errors import DevrunError, Exit
from dsl.files.people import Majority
from dsl.trial import turns
from dsl.words import and_list, folded
from renderers.rows.waves import WaveRating
from runners.analysis.trials import finished_trials, trials_with_text
from runners.participants.base import LOST, Finish
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from dsl.trial import Question
    from runners.analysis.trials import TrialWithText
    from runners.engine.transcripts import GivenAnswer
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
    chapters = {one.procedure for one in opened.chapters if one.experiment.waves is not None}
    if not chapters:
        raise NoWaves(
            f"no script of study {opened.study.id} has waves",
            "name a study of a script with a line `waves NAME from FILE`, or a table: --table FILE",
        )
    table = finished_trials(store, opened)
    scales: dict[tuple[int, int], None] = {}
    labels = labels_of(opened.participants)
    rows: list[WaveRating] = []
    for told in trials_with_text(store, table, table.chosen(chapters)):
        rows += _of_trial(told, labels[told.participant.key], scales, named=len(chapters) > 1)
    if len(scales) > 1:
        every = and_list([f"{low} to {high}" for low, high in scales])
        raise NoWaves(
            f"the ratings of study {opened.study.id} are on several scales: {every}",
            "choose the scripts with one scale: PATH, or --only",
        )
    peoples = {
        each.questionnaire: each.ratings
        for one in opened.chapters
        if one.procedure in chapters
        for each in one.experiment.people
    }
    scale = next(iter(scales), (1, 5))
    return WaveTable(f"study {opened.study.id}", scale, tuple(rows), peoples)


def _of_trial(
    told: TrialWithText, label: str, scales: dict[tuple[int, int], None], *, named: bool
) -> Iterator[WaveRating]:
    """The ratings of one trial; `named`: the experiment is one of several."""
    trial, experiment = told.trial, told.chapter.experiment
    title = (("experiment", experiment.title),) if named else ()
    levels = (*title, *trial.cell.levels, ("wording", trial.cell.wording))
    people = {folded(one.questionnaire): one for one in experiment.people}
    several = len({one.name for one in experiment.questionnaires}) > 1
    for number, session in enumerate(trial.sessions):
        for turn in turns(session.nodes) if session.wave is not None else ():
            asked = turn.question
            if asked is None or asked.rating is None or session.wave is None:
                continue
            scales[asked.rating] = None
            answer = told.answers.get((number, turn.place))
            rating, missing = _rating(answer, asked)
            whole = people.get(folded(asked.name))
            most = _NONE
            if whole is not None:
                at = dict(levels), session.wave, asked.form
                most = whole.ratings.majority(*at, ties=whole.ties)
            yield WaveRating(
                levels, trial.draw, trial.sample, label, session.wave,
                asked.title if several or not asked.form else asked.form,
                rating, missing, "" if answer is None else answer.text,
                most.rating, most.tied, most.raters, told.participant.simulated,
                sees_feedback=False,
            )  # fmt: skip


def _rating(answer: GivenAnswer | None, asked: Question) -> tuple[int | None, str]:
    """What a reply rates, or why it rates nothing."""
    if answer is None or answer.finish in LOST:
        return None, "lost"
    if answer.finish is not Finish.STOP:
        return None, "refused" if answer.finish is Finish.REFUSAL else answer.finish.value
    found = rated(answer.text, asked)
    return found, "" if found is not None else "no rating in the reply"
