"""Training to a criterion: when it ends, what it gives, and what cannot be in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from coders.lrs import Gate
from coders.marks import marked
from coders.measure_chance import chance
from coders.measures import AskedQuestions, values
from coders.outcome import Status
from dsl.criterion import Criterion
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.trial import Path, Trial, Turn, turns
from dsl.ways.call_bounds import CallBounds, call_bounds
from renderers.prompt import user_text
from tests.coders.building import score
from tests.expanded import experiment_in

SCRIPT = """\
experiment Two words
words
    spoon: kelbim
    shell: tasp
table lesson (sight, name, other):
    a long handle | {{spoon}} | {{shell}}
    a curled edge | {{shell}} | {{spoon}}
design
    runs 1
    wording original
    scoring accuracy
procedure
    say: One is called {{a spoon}}, one {{a shell}}.
    in order
        train names until {until}, at most {most} questions
            say: Look at it.
            for each row of lesson
                practice name
                    ask: What is the thing with {{sight}} called?
                    answer: {{name}}
                    wrong: {{other}}
                    then
                        right: Yes.
                        unclear, ask again at most 1 time: Say one word.
                        otherwise: No, {{name}}.
            if failed {action}
        test reverse
            ask: What has a curled edge?
            answer: {{shell}}
            wrong: {{spoon}}
"""


def script(until: str = "3 right in a row", most: int = 5, action: str = "exclude") -> Experiment:
    return experiment_in(
        check_text(SCRIPT.format(until=until, most=most, action=action), "words.dev")
    )


def led(experiment: Experiment, replies: str) -> Trial:
    """The trial in which each reply is r(ight), w(rong), u(nclear) or l(ost), in this order."""
    expander = Expander(experiment)
    (cell,) = cells(experiment)
    words = {"r": "right", "w": "wrong", "u": "unclear", "l": ""}
    path: Path = ()
    for reply in replies:
        trial = expander.trial(cell, draw=1, path=path)
        known = {place for place, _ in path}
        place = next(
            (0, turn.place)
            for turn in turns(trial.sessions[0].nodes)
            if turn.question and turn.question.outcomes and (0, turn.place) not in known
        )
        path = (*path, (place, words[reply]))
    return expander.trial(cell, draw=1, path=path)


def asked(trial: Trial) -> list[Turn]:
    return [one for one in turns(trial.sessions[0].nodes) if one.question]


@pytest.mark.parametrize(
    ("replies", "number", "met"),
    [
        ("rrr", 3, True),
        ("wrrr", 4, True),
        ("rrwrr", 5, False),
        ("wwrrr", 5, True),
        ("rruurr", 5, False),
        ("rrur", 3, True),
        ("wwwww", 5, False),
    ],
)
def test_a_training_ends_with_its_criterion_or_its_bound(
    replies: str, number: int, met: bool
) -> None:
    """A question that is asked again counts once, with its last reply."""
    trial = led(script(), replies)
    (training,) = trial.sessions[0].trainings
    assert (training.asked, training.met) == (number, met)
    assert len(asked(trial)) == len(replies) + 1
    last = asked(trial)[-1].question
    assert last is not None
    assert last.name == "reverse"


def test_words_around_the_question_are_said_in_every_pass_and_the_last_feedback_is_heard() -> None:
    told = [user_text(one) for one in asked(led(script(), "wrrr"))]
    assert ["Look at it." in one for one in told] == [True, False, True, False, False]
    assert told[-1] == "Yes.\n\nWhat has a curled edge?"
    assert told[1].startswith("No, spoon.")


def test_nothing_follows_a_reply_that_was_lost() -> None:
    trial = led(script(), "rwl")
    assert len(asked(trial)) == 3
    assert trial.sessions[0].trainings == ()


def test_of_the_last_replies_some_may_be_wrong() -> None:
    trial = led(script("3 of the last 4 right", 8), "wrwrr")
    assert trial.sessions[0].trainings[0].met
    trial = led(script("3 of the last 4 right", 8), "rr" + "wwrr" + "ww")
    assert not trial.sessions[0].trainings[0].met


def test_the_bounds_of_calls() -> None:
    experiment = script()
    (cell,) = cells(experiment)
    assert call_bounds(Expander(experiment), cell) == CallBounds(4, 11)


@pytest.mark.parametrize(
    ("action", "status", "lrs"),
    [
        ("exclude", Status.NOT_TRAINED, None),
        ("score zero", Status.NOT_TRAINED, 0),
        ("count anyway", Status.SCORED, 5),
    ],
)
def test_what_failing_does(action: str, status: Status, lrs: int | None) -> None:
    trial = led(script(action=action), "wwwww")
    place = (0, asked(trial)[-1].place)
    told = score(trial, {place: marked("right", ())})
    assert (told.status, told.lrs, told.gates.ungated) == (status, lrs, 5)
    passed = score(led(script(action=action), "rrr"), {place: marked("right", ())})
    assert (passed.status, passed.lrs) == (Status.SCORED, 5)
    assert told.gate is passed.gate is Gate.NONE


def test_what_failing_does_is_not_part_of_the_procedure() -> None:
    one, two, other = script(), script(action="score zero"), script(most=6)
    assert procedure_hash(one) == procedure_hash(two) != procedure_hash(other)
    assert rubric_hash(one) != rubric_hash(two)


def test_the_measures_of_a_training() -> None:
    experiment = script()
    trained, questions = experiment.measures
    assert (trained.name, questions.name) == ("names trained", "names questions")
    assert (questions.low, questions.high) == (3, 5)
    here = AskedQuestions(0, led(experiment, "wrrr").sessions[0])
    assert values(experiment.measures, here, {}, {}) == {
        "names trained": Fraction(1), "names questions": Fraction(4)
    }  # fmt: skip
    known = {one.name: one for one in experiment.measures}
    half = Fraction(1, 2)
    assert chance(trained, known, here) == Criterion(3, 3, 5).by_guessing(half)
    assert chance(questions, known, here) == Criterion(3, 3, 5).questions_by_guessing(half)


@pytest.mark.parametrize("right", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize(
    "until", [Criterion(3, 3, 10), Criterion(5, 6, 11), Criterion(1, 1, 1), Criterion(2, 5, 9)]
)
def test_chance_is_that_of_every_series_of_guesses(until: Criterion, right: Fraction) -> None:
    """Against an enumeration of all series."""
    met = questions = Fraction(0)
    for series in product((False, True), repeat=until.most):
        p = right ** sum(series) * (1 - right) ** (until.most - sum(series))
        ends = [n for n in range(1, until.most + 1) if until.met(series[:n])]
        met += p * bool(ends)
        questions += p * (ends[0] if ends else until.most)
    assert until.by_guessing(right) == met
    assert until.questions_by_guessing(right) == questions


@pytest.mark.parametrize("length", [1, 2, 5, 30])
def test_a_long_row_is_met_by_guessing_as_the_recurrence_for_runs_has_it(length: int) -> None:
    """Feller (1968), chapter XIII.7: the first run of n questions ends with n right after a miss,
    and there is none before that miss.
    """
    right, most = Fraction(1, 3), 64
    ends = right**length
    none = [Fraction(1)] * length + [1 - ends]
    for asked in range(length + 1, most + 1):
        none.append(none[asked - 1] - none[asked - length - 1] * (1 - right) * ends)
    found = Criterion(length, length, most).guessing(right)
    assert found == tuple(1 - one for one in none[1:])
