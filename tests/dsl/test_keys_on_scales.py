"""A key on a scale names a point by its number or its label, and so does a reply."""

from __future__ import annotations

import pytest

from coders.content_marks import verdict as content_verdict
from coders.matcher import match
from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell, Question, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Slope

design
    runs 1
    wording original

procedure
    say: A block lies on a slope.
    test steep
        ask: How steep is the slope?
        rate 1 to 5
        labels:
            not at all
            a little
            somewhat
            rather
            very
{key}
"""
FAR = ("5", "very", "Very.", "5 = very", "I would say 5.", "**5**", "It is very steep.")
"""What a participant may say who means the last point; the last of it a person reads."""


def question(key: str) -> Question:
    lines = "\n".join(f"        {line}" for line in key.split("\n"))
    experiment = experiment_in(check_text(SCRIPT.replace("{key}", lines), "scale.dev"))
    trial = Expander(experiment).trial(Cell((), "original"), draw=1)
    asked = turns(trial.sessions[0].nodes)[0].question
    assert asked is not None
    return asked


@pytest.mark.parametrize(
    ("key", "right", "wrong"),
    [
        ("answer: 5", "5 very", "1 4 rather"),
        ("answer: very", "5 very", "1 4 rather"),
        ("answer: 5 = very", "5 very", "1 4 rather"),
        ("answer any of:\n    4\n    very", "4 rather 5 very", "3 somewhat"),
        ("answer none of:\n    1\n    a little", "3 somewhat 5 very", "1 2 not_at_all"),
        ("answer: 5\nwrong: rather", "5 very", "4 rather 1"),
        ("answer: very\nwrong:\n    5\n    4", "5 very", "4 rather"),
    ],
)
def test_number_and_label_are_one_point(key: str, right: str, wrong: str) -> None:
    asked = question(key)
    for words, says in (("right", right), ("wrong", wrong)):
        for reply in (said.replace("_", " ") for said in says.split()):
            assert match(f"{reply}.", asked).word.value == words, reply
            assert content_verdict((reply,), True, (), asked).word.value == words, reply


def test_half_a_mark_is_for_a_point_by_either_name() -> None:
    asked = question("answer: 5\nhalf: rather")
    assert [match(reply, asked).word.value for reply in ("4", "rather", "5", "3")] == [
        "half", "half", "right", "wrong",
    ]  # fmt: skip


@pytest.mark.parametrize("reply", FAR[:-1])
def test_a_reply_names_a_point_as_it_likes(reply: str) -> None:
    assert match(reply, question("answer: very")).word.value == "right"
    assert match(reply, question("answer: 4")).word.value == "wrong"


@pytest.mark.parametrize(
    "reply", [FAR[-1], "Very little.", "Very gentle.", "Not very.", "8", "7.5"]
)
def test_a_label_inside_other_words_is_never_marked_right(reply: str) -> None:
    assert match(reply, question("answer: very")).word.value in {"wrong", "needs a human"}


def test_a_guesser_has_one_point_in_five_however_the_key_is_written() -> None:
    keys = [question(key).key for key in ("answer: 5", "answer: very", "answer: 5 = very")]
    assert [(key.right, key.candidates) for key in keys] == [(1, 5)] * 3


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (("3", "2", "1"), "`3` is the label of point 1 and also names point 3"),
        (("low", "mid", "2.0"), "`2.0` is the label of point 3 and also names point 2"),
        (("two", "some", "many"), "`two` is the label of point 1 and also names point 2"),
        (("low", "mid", "Low."), "`low` is the label of point 1 and also names point 3"),
        (("3 = much", "mid", "much"), "`3 = much` is the label of point 1 and also names point 3"),
        (("1", "two", "3.0"), None),
        (("1 of 3", "2 of 3", "3 of 3"), None),
        (("low", "mid", "very low"), None),
    ],
)
def test_a_label_that_names_another_point_is_an_error(
    labels: tuple[str, str, str], told: str | None
) -> None:
    found = check_text(labelled(labels), "scale.dev")
    assert [one.message() for one in found.faults if one.code == "E599"] == [told] * bool(told)
    assert (found.experiment is None) == bool(told)


def test_where_it_ran_before_a_person_decides() -> None:
    """Errors that are newer than a study leave it readable, and no reply is scored by a guess."""
    experiment = experiment_in(check_text(labelled(("3", "2", "1")), "scale.dev", as_run=True))
    trial = Expander(experiment).trial(Cell((), "original"), draw=1)
    asked = turns(trial.sessions[0].nodes)[0].question
    assert asked is not None
    for reply in ("1", "3", "2", "1 = 3", "I would say 3."):
        assert match(reply, asked).word.value == "needs a human"
        assert content_verdict((reply,), True, (), asked).word.value == "needs a human"


def labelled(labels: tuple[str, str, str]) -> str:
    before, _ = SCRIPT.split("        labels:\n")
    lines = "".join(f"            {one}\n" for one in labels)
    return f"{before}        labels:\n{lines}        answer: 1\n".replace("1 to 5", "1 to 3")
