"""What a measure of a script is for who guesses each reply independently, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from coders.exploring import truth_chance
from coders.guessing import odds
from coders.marks import HALF
from coders.measures import BY_MARK, AskedQuestions
from dsl.experiment import Measure, MeasureKind, Outcome, Term, TrainedQuestion
from dsl.tree import JUDGED
from dsl.trial import Place, Question, Trial

_Odds = Sequence[tuple[str | int, Fraction]]


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
    known = {**BY_MARK, HALF: Outcome.HALF.value}
    return [(known[mark], p) for mark, p in marks]


def _rating_odds(question: Question) -> _Odds | None:
    if question.rating is None:
        return None
    low, high = question.rating
    return [(point, Fraction(1, high - low + 1)) for point in range(low, high + 1)]
