"""What a measure of a script is in one version of a run, and what it is for a guesser.

`right` is the mark of the coder at hand, so that people's marks count; a question that no coder
judges is read by the rules of the script. Half marks are no passes. While one of its replies is
lost or has no mark a measure is missing, even where another reply has settled it: such a run could
only ever fail, and the share passed would be the lower the more replies were lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from coders.exploring import of_exploration, right_by_truth
from coders.marks import RIGHT, WRONG, Verdict
from coders.reply_outcomes import chosen_outcome, marked_outcome, rated
from dsl.experiment import (
    Measure,
    MeasureKind,
    Outcome,
    ScaleMean,
    Term,
)
from dsl.record import record
from dsl.tree import JUDGED
from dsl.trial import Levels, Place, Question, Session, Trial, turns
from dsl.words import folded

_AGAIN = re.compile(r", again(?: [0-9]+)?$")
BY_MARK = {RIGHT: Outcome.RIGHT.value, WRONG: Outcome.WRONG.value}
Values = Mapping[str, Fraction | None]
"""The measures of one version of a run, by name."""


@record
class ReadReply:
    """What the rules of the script read in a reply: an outcome, and the point of its scale."""

    outcome: str = ""
    rating: int | None = None
    true: bool | None = None
    """Whether an answer about a machine is right by how it works; None where that is not plain, or
    nothing of the kind was asked."""


class AskedQuestions:
    """The questions of one version of a run by name; of one that was asked again the last reply
    counts.
    """

    def __init__(self, number: int, session: Session) -> None:
        self.trainings = {one.name: one for one in session.trainings}
        self.explorations = {one.machine: one for one in session.explorations}
        self._by_name: dict[str, list[tuple[Place, Question]]] = {}
        self._by_wave: dict[tuple[str, str], list[tuple[Place, Question]]] = {}
        for place, question, scene in _last_asked(number, session):
            name = folded(question.name)
            self._by_name.setdefault(name, []).append((place, question))
            self._by_wave.setdefault((name, scene), []).append((place, question))

    def of(self, name: str) -> Sequence[tuple[Place, Question]]:
        """Where a question of this name was asked; empty if it was not."""
        return self._by_name.get(folded(name), ())

    def about(self, machine: str) -> Sequence[tuple[Place, Question]]:
        """The questions that coders judge whose answer follows from a machine."""
        return [
            (place, question)
            for places in self._by_name.values()
            for place, question in places
            if question.kind in JUDGED and question.machine is not None
            if question.machine.machine == machine
        ]

    def in_wave(self, name: str, wave: str) -> Sequence[tuple[Place, Question]]:
        """Where the items of a questionnaire were asked in one wave; empty if it was not given."""
        return self._by_wave.get((folded(name), wave), ())

    def has(self, measure: Measure, measures: Mapping[str, Measure]) -> bool:
        """Whether all that a measure needs is asked."""
        if measure.training is not None:
            return measure.training.name in self.trainings
        if measure.exploration is not None:
            machine = measure.exploration.machine
            if measure.kind is MeasureKind.TRUTH:
                return bool(self.about(machine))
            return machine in self.explorations
        if (mean := measure.mean) is not None:
            return all(self.in_wave(mean.questionnaire.name, wave) for wave in mean.waves)
        return all(self.of(name) for name in questions_of(measure, measures))


class AskedInWaves(AskedQuestions):
    """The items of questionnaires in all waves of a run, for what is measured over several."""

    def __init__(self, trial: Trial) -> None:
        self.trainings, self.explorations, self._by_name = {}, {}, {}
        self._by_wave = {}
        for number, session in enumerate(trial.sessions):
            for place, question, _ in _last_asked(number, session):
                at = folded(question.name), session.version
                self._by_wave.setdefault(at, []).append((place, question))


def asked_in(trial: Trial) -> Iterator[tuple[Levels, AskedQuestions]]:
    """What each version of a run asks, by the levels of the version; then, without levels, what all
    waves ask, if there are waves.
    """
    for number, session in enumerate(trial.sessions):
        yield session.levels, AskedQuestions(number, session)
    if any(session.wave is not None for session in trial.sessions):
        yield (), AskedInWaves(trial)


def _last_asked(number: int, session: Session) -> Iterable[tuple[Place, Question, str]]:
    """Each question of a session with its place and scene; of one that was asked again the last."""
    last: dict[str, tuple[Place, Question, str]] = {}
    for turn in turns(session.nodes):
        if turn.question is not None:
            first = _AGAIN.sub("", turn.place) if turn.again else turn.place
            last[first] = ((number, turn.place), turn.question, turn.scene)
    return last.values()


def questions_of(measure: Measure, measures: Mapping[str, Measure]) -> Iterator[str]:
    """The questions that a measure needs; `measures` are those of the script by name."""
    for term in measure.terms:
        yield from term.questions
    if measure.mean is not None:
        yield measure.mean.questionnaire.name
    for part in measure.parts:
        if part in measures:
            yield from questions_of(measures[part], measures)
        else:
            yield part


def places_read(
    asked: AskedQuestions, measures: Iterable[Measure]
) -> Iterator[tuple[Place, Question]]:
    """Where replies are read by the rules of the script alone."""
    for measure in measures:
        if measure.mean is not None:
            yield from asked.of(measure.mean.questionnaire.name)
        if measure.kind is MeasureKind.TRUTH and measure.exploration is not None:
            yield from asked.about(measure.exploration.machine)
        for term in measure.terms:
            for name in term.questions:
                for place, question in asked.of(name):
                    if not term.outcome or question.kind not in JUDGED:
                        yield place, question


def read_reply(reply: str, question: Question, verdict: Verdict | None) -> ReadReply:
    """What the rules of the script read in a reply; `verdict` is the matcher's."""
    outcome = ""
    if Outcome.RIGHT in dict(question.readings):
        outcome = "" if verdict is None else marked_outcome(verdict, question.readings)
    elif question.readings:
        outcome = chosen_outcome(reply, question, question.readings)
    return ReadReply(outcome, rated(reply, question), right_by_truth(reply, question))


def values(
    measures: Sequence[Measure],
    asked: AskedQuestions,
    verdicts: Mapping[Place, Verdict],
    read: Mapping[Place, ReadReply],
    *,
    lost: Collection[Place] = (),
) -> Values:
    """The measures of a version of a run in which all that they need is asked, by one coder's
    verdicts; None where something is missing. `lost`: where a reply was lost or cut off.
    """
    known = {one.name: one for one in measures}

    def outcome(place: Place, question: Question) -> str | None:
        if place in lost:
            return None
        if question.kind not in JUDGED:
            return read[place].outcome if place in read else None
        verdict = verdicts.get(place)
        if verdict is None or verdict.mark is None:
            return None
        return BY_MARK.get(verdict.mark, Outcome.HALF.value)

    rating = partial(rating_at, read, lost)
    found: dict[str, Fraction | None] = {}
    for one in measures:
        if one.kind is MeasureKind.PASS and asked.has(one, known):
            found[one.name] = _passed(one, asked, outcome, rating)
        elif one.training is not None and asked.has(one, known):
            training = asked.trainings[one.training.name]
            met = one.kind is MeasureKind.TRAINED
            found[one.name] = Fraction(training.met if met else training.asked)
        elif one.exploration is not None and asked.has(one, known):
            found[one.name] = of_exploration(one, one.exploration, asked, read, lost)
        elif one.mean is not None and asked.has(one, known):
            found[one.name] = _mean(one.mean, asked, rating)
    for one in measures:
        if one.kind is MeasureKind.TOTAL and asked.has(one, known):
            parts = [
                found[part] if part in known else _count_right(asked.of(part), outcome)
                for part in one.parts
            ]
            whole = [part for part in parts if part is not None]
            found[one.name] = sum(whole, Fraction(0)) if len(whole) == len(parts) else None
    return {one.name: found[one.name] for one in measures if one.name in found}


def rating_at(read: Mapping[Place, ReadReply], lost: Collection[Place], place: Place) -> int | None:
    """The point of its scale that a reply names, if it was not lost."""
    return read[place].rating if place in read and place not in lost else None


def said_in_wave(
    asked: AskedQuestions, name: str, wave: str, rating: Callable[[Place], int | None]
) -> dict[str, int]:
    """The point named for each item of a questionnaire that was answered in a wave."""
    points = {question.form: rating(place) for place, question in asked.in_wave(name, wave)}
    return {item: point for item, point in points.items() if point is not None}


def _mean(
    mean: ScaleMean, asked: AskedQuestions, rating: Callable[[Place], int | None]
) -> Fraction | None:
    """The mean in a wave, or the change between two."""
    whole = mean.questionnaire
    each = [
        whole.mean(mean.scale, said_in_wave(asked, whole.name, wave, rating)) for wave in mean.waves
    ]
    first, last = each[0], each[-1]
    if first is None or last is None:
        return None
    return last - first if len(each) > 1 else last


OutcomeAt = Callable[[Place, Question], str | None]


def _passed(
    measure: Measure,
    asked: AskedQuestions,
    outcome: OutcomeAt,
    rating: Callable[[Place], int | None],
) -> Fraction | None:
    results = [_holds(term, asked, outcome, rating) for term in measure.terms]
    if None in results:
        return None
    return Fraction(any(results) if measure.either else all(results))


def _holds(
    term: Term,
    asked: AskedQuestions,
    outcome: OutcomeAt,
    rating: Callable[[Place], int | None],
) -> bool | None:
    places = [one for name in term.questions for one in asked.of(name)]
    if not term.outcome:
        first, second = (rating(place) for place, _ in places)
        return None if first is None or second is None else (first > second) != term.negated
    replies = [outcome(place, question) for place, question in places]
    if None in replies:
        return None
    return (replies.count(term.outcome) >= term.least) != term.negated


def _count_right(places: Sequence[tuple[Place, Question]], outcome: OutcomeAt) -> Fraction | None:
    replies = [outcome(place, question) for place, question in places]
    return None if None in replies else Fraction(replies.count(Outcome.RIGHT.value))
