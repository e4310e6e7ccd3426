"""A key that is an earlier reply, where there is something to choose from."""

from __future__ import annotations

from fractions import Fraction

from coders.guessing import chance, odds
from coders.matcher import match
from dsl.expand import Expander
from dsl.guessing import probability
from dsl.loading import check_text
from dsl.trial import Cell, Question, Trial, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Kept

design
    runs 2
    wording original

procedure
    say: There is a shelf, a table and a box.
    record first
        ask: Where will Otto look?
        choices fixed:
            the shelf
            the table
            the box
        answer any of:
            the shelf
            the table
        keep reply as guess
    test again
        ask: Where did you say that he would look?
        choices fixed:
            the table
            the shelf
            the box
        answer: {guess}
"""


def trial(text: str) -> Trial:
    experiment = experiment_in(check_text(text, "kept.dev"))
    return Expander(experiment).trial(Cell((), "original"), draw=1)


def again(text: str = SCRIPT) -> Question:
    _, turn = turns(trial(text).sessions[0].nodes)
    assert turn.question is not None
    return turn.question


def test_what_was_kept_is_no_fault_and_is_right_where_it_is_chosen_again() -> None:
    question = again()
    marks = [
        match(f"{option}.", question, kept={"guess": "the shelf"}).mark
        for option in question.options
    ]
    assert marks == [0, 1, 0]
    assert probability(question) == Fraction(1, 3)


def test_what_is_typed_beside_it_must_still_be_one_of_the_choices() -> None:
    typed = SCRIPT + "        answer: the cellar\n        wrong: the attic\n"
    faults = check_text(typed, "kept.dev").faults
    assert [(one.code, one.span.line) for one in faults if one.code == "E546"] == [
        ("E546", 26),
        ("E546", 27),
    ]


def test_chance_is_unknown_where_half_may_be_what_was_kept_and_then_is_right() -> None:
    half = SCRIPT + "        half: the shelf\n"
    question = again(half)
    assert match("the shelf.", question, kept={"guess": "the table"}).mark == Fraction(1, 2)
    assert match("the shelf.", question, kept={"guess": "the shelf"}).mark == 1
    assert odds(question) is None
    assert chance(trial(half)) is None
    assert chance(trial(SCRIPT)) is not None
