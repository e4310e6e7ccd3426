"""Replies with their answer taken out."""

from __future__ import annotations

import pytest

from coders.reasons_alone import answer_in, without_answer
from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.record import replace
from dsl.trial import Question, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Where
design
    scoring accuracy
procedure
    say: A ball is put into the basket, and then moved to the box.
    test where
        ask: Where is the ball?
        choices fixed:
            the basket
            the box
            the drawer
        answer: the box
"""


@pytest.fixture(scope="module")
def question() -> Question:
    experiment = experiment_in(check_text(SCRIPT, "where.dev"))
    trial = Expander(experiment).trial(cells(experiment)[0], draw=1)
    found = turns(trial.sessions[0].nodes)[0].question
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("reply", "answer", "reasons"),
    [
        ("B", "the box", ""),
        ("C) the drawer", "the drawer", ""),
        ("It was carried. Nobody took it out. So the answer is B.", "the box",
         "It was carried. Nobody took it out."),
        ("A) the basket. It was there at the start.", "the basket", "It was there at the start."),
        ("It was carried.\nThen it was left.\n\n**Answer: B**", "the box",
         "It was carried.\nThen it was left."),
        ("Let us see.\n1. It was carried.\n2. It was left.\nSo: B", "the box",
         "Let us see.\n1. It was carried.\n2. It was left."),
        ("I do not know what that means.", "", "I do not know what that means."),
        ("", "", ""),
    ],
)  # fmt: skip
def test_what_says_the_answer_goes_and_the_rest_stays(
    question: Question, reply: str, answer: str, reasons: str
) -> None:
    assert (answer_in(reply, question), without_answer(reply, question)) == (answer, reasons)


def test_the_line_that_a_framing_asks_for_goes(question: Question) -> None:
    asked = replace(question, answer_line="Answer")
    reply = "The basket was the first. Then it was carried.\n\n**Answer:** B) the box"
    assert answer_in(reply, asked) == "the box"
    assert without_answer(reply, asked) == "The basket was the first. Then it was carried."


def test_no_answer_can_be_read_in_what_is_left(question: Question) -> None:
    for reply in (
        "The box. The box. It must be the box!",
        "It is in B. Therefore B. And B is the box, which is the answer.",
        "The answer is the drawer.\nThe reason is that it is in the drawer.",
    ):
        assert answer_in(without_answer(reply, question), question) == ""
