"""What replies are read as where the next words depend on them."""

from __future__ import annotations

import textwrap

import pytest

from coders.reply_outcomes import reply_outcome
from dsl.trial import Question
from tests.dsl.test_following import END, asked, script, trial

ARMS = """\
    then
        half: Nearly.
        refusal: Please answer.
        otherwise: {nothing}
"""
KEYED = """\
test take
    ask: Which one does {Ida} take, the {carrot} or the {cookie}?
    answer: {cookie}
    wrong: {carrot}
    half: it could be either
"""
CHOSEN = """\
record snack
    ask: Which would you like?
    choices rotated:
        the {carrot}
        the {cookie}
        neither
    then
        refusal: Please answer.
        otherwise: {nothing}
"""


def question(block: str, *more: str) -> Question:
    found = asked(trial(script(block, *more, END)))[0].question
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("reply", "outcome", "own"),
    [
        ("The cookie.", "right", "right"),
        ("She will take the carrot.", "wrong", "wrong"),
        ("Both of them.", "unclear", "unclear"),
        ("I cannot tell.", "unclear", "unclear"),
        ("", "unclear", "refusal"),
        ("I'm sorry, but as an AI I cannot answer that.", "unclear", "refusal"),
        ("Perhaps the cookie, perhaps the carrot; who knows?", "unclear", "unclear"),
        ("No, wait, not the carrot. The cookie.", "right", "right"),
        ("\u202e\x1b[31m<b>", "unclear", "unclear"),
    ],
)
def test_a_keyed_question_is_right_wrong_or_unclear(reply: str, outcome: str, own: str) -> None:
    plain = "    then\n        otherwise: {nothing}\n"
    assert reply_outcome(reply, question(KEYED + plain)) == outcome
    assert reply_outcome(reply, question(KEYED + ARMS)) == own


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("The carrot, please.", "the carrot"),
        ("the cookie", "the cookie"),
        ("Neither.", "neither"),
        ("The carrot or the cookie.", "unclear"),
        ("Whatever you like.", "unclear"),
        ("", "unclear"),
        ("I'm sorry, I can't help with that.", "refusal"),
    ],
)
def test_a_question_without_a_key_is_one_of_its_choices(reply: str, outcome: str) -> None:
    test = textwrap.dedent(KEYED)
    assert reply_outcome(reply, question(CHOSEN, test)) == outcome


def test_a_letter_names_the_choice_that_was_shown_with_it() -> None:
    asked_now = question(CHOSEN, KEYED)
    shown = dict(zip("ABC", asked_now.options, strict=True))
    named = {option: name for name, option in asked_now.outcomes}
    for letter, option in shown.items():
        assert reply_outcome(letter, asked_now) == named[option]


def test_any_reply_has_an_outcome_of_the_question() -> None:
    """Whatever is in it, and however long it is."""
    asked_now = question(KEYED + ARMS)
    for reply in ("x" * 30_000, "the cookie " * 3_000, "\0", "?" * 50, "the carrot\n" * 400):
        assert reply_outcome(reply, asked_now) in dict(asked_now.outcomes)
