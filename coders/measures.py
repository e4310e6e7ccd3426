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

from coders.exploring import of_exploration, right_by_truth, truth_chance
from coders.guessing import odds
from coders.marks import HALF, RIGHT, WRONG, Verdict
from coders.reply_outcomes import chosen_outcome, marked_outcome, rated
from dsl.experiment import (
    Measure,
    MeasureKind,
    Outcome,
    ScaleMean,
    Term,
    TrainedQuestion,
)
from dsl.record import record
from dsl.tree import JUDGED
from dsl.trial import Levels, Place, Question, Session, Trial, turns
from dsl.words import folded

_AGAIN = re.compile(r", again(?: [0-9]+)?$")
_BY_MARK = {RIGHT: Outcome.RIGHT.value, WRONG: Outcome.WRONG.value}
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
        return _BY_MARK.get(verdict.mark, Outcome.HALF.value)

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


# --------------------------------------------------------------------------------------- guessing

_Odds = Sequence[tuple[str | int, Fraction]]
"""What a guess at a question comes to, and how often: an outcome, or a point of its scale."""


def chance(
    measure: Measure, measures: Mapping[str, Measure], asked: AskedQuestions
) -> Fraction | None:
    """The expected value for who guesses each reply independently, exact; None where the odds of a
    question are unknown. `measures` are those of the script by name.
    """
    if measure.kind is MeasureKind.PASS:
        return _pass_chance(measure, asked)
    if measure.mean is not None:
        return None  # nothing in it is right
    if measure.exploration is not None:
        return truth_chance(measure, measure.exploration, asked)
    if measure.training is not None:
        return _training_chance(measure, measure.training, asked)
    total = Fraction(0)
    for part in measure.parts:
        if part in measures:
            found = chance(measures[part], measures, asked)
        else:
            found = _mean_right([question for _, question in asked.of(part)])
        if found is None:
            return None
        total += found
    return total


def guessed(
    measures: Sequence[Measure], trials: Iterable[Trial]
) -> Iterator[tuple[Measure, list[Fraction | None]]]:
    """Each measure, with what guessing gives in each version of these trials that has it."""
    known = {one.name: one for one in measures}
    asked = [
        AskedQuestions(at, session) for one in trials for at, session in enumerate(one.sessions)
    ]
    for one in measures:
        yield one, [chance(one, known, here) for here in asked if here.has(one, known)]


def _training_chance(
    measure: Measure, training: TrainedQuestion, asked: AskedQuestions
) -> Fraction | None:
    """How likely a guesser meets the criterion, or how many questions it is asked on average; None
    where the rows of the training are not all guessed alike.
    """
    each = {_mean_right([question]) for _, question in asked.of(training.question)}
    right = each.pop() if len(each) == 1 else None
    if right is None:
        return None
    if measure.kind is MeasureKind.TRAINED:
        return training.criterion.by_guessing(right)
    return training.criterion.questions_by_guessing(right)


def _mean_right(questions: Sequence[Question]) -> Fraction | None:
    each = [_outcome_odds(question) for question in questions]
    if None in each:
        return None
    return sum((p for one in each for said, p in one or () if said == Outcome.RIGHT), Fraction(0))


def _pass_chance(measure: Measure, asked: AskedQuestions) -> Fraction | None:
    """How often a guesser passes: over every reply in turn, the probability of each combination of
    what the terms have counted so far.
    """
    guessed: dict[Place, _Odds] = {}
    counted: dict[Place, list[tuple[int, int, str]]] = {}
    for number, term in enumerate(measure.terms):
        places = [one for name in term.questions for one in asked.of(name)]
        for side, (place, question) in enumerate(places):
            rated = not term.outcome
            found = _rating_odds(question) if rated else _outcome_odds(question)
            # A rating and a mark of one reply hang together in a way that odds do not say.
            if found is None or guessed.setdefault(place, found) != found:
                return None
            counted.setdefault(place, []).append((number, side, term.outcome))
    states: dict[tuple[tuple[int, ...], ...], Fraction] = {
        tuple(() if not term.outcome else (0,) for term in measure.terms): Fraction(1)
    }
    for place, odds_here in guessed.items():
        after: dict[tuple[tuple[int, ...], ...], Fraction] = {}
        for state, p in states.items():
            for said, q in odds_here:
                new = _counted(state, said, counted[place], measure.terms)
                after[new] = after.get(new, Fraction(0)) + p * q
        states = after
    joined = any if measure.either else all
    return sum(
        (p for state, p in states.items() if joined(map(_reached, state, measure.terms))),
        Fraction(0),
    )


def _counted(
    state: tuple[tuple[int, ...], ...],
    said: str | int,
    counts: Sequence[tuple[int, int, str]],
    terms: Sequence[Term],
) -> tuple[tuple[int, ...], ...]:
    """What the terms have counted after one more reply: how many have the outcome, no more than
    matter, and of two ratings side and point.
    """
    new = list(state)
    for number, side, outcome in counts:
        if not outcome:
            new[number] = (*new[number], side, int(said))
        elif said == outcome:
            new[number] = (min(new[number][0] + 1, terms[number].least),)
    return tuple(new)


def _reached(state: tuple[int, ...], term: Term) -> bool:
    if term.outcome:
        return (state[0] >= term.least) != term.negated
    points = dict(zip(state[::2], state[1::2], strict=True))
    return (points[0] > points[1]) != term.negated


def _outcome_odds(question: Question) -> _Odds | None:
    """The outcomes of a guess at one answer; a guesser never refuses, hedges or says nothing."""
    options = [(name, option) for name, option in question.readings if option]
    if options and question.kind not in JUDGED:
        return [(name, Fraction(1, len(options))) for name, _ in options]
    marks = odds(question)
    if marks is None:
        return None
    known = {**_BY_MARK, HALF: Outcome.HALF.value}
    return [(known[mark], p) for mark, p in marks]


def _rating_odds(question: Question) -> _Odds | None:
    if question.rating is None:
        return None
    low, high = question.rating
    return [(point, Fraction(1, high - low + 1)) for point in range(low, high + 1)]
