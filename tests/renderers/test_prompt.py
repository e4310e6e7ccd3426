"""The exact words of a turn, frozen.

If these fail and the change is meant, raise EXPANSION_VERSION in `dsl/expansion.py`: finished
trials are known by their procedure, which does not cover how messages are laid out.
"""

from __future__ import annotations

from fractions import Fraction

from dsl.experiment import IfFailed, Order, Scorer
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Key, Question, ScriptedTurn, Session, Turn
from renderers.prompt import Message, Role, opening, system_text, user_text

QUESTION = Question(
    kind=QuestionKind.TEST,
    name="place",
    form="",
    text="Where is it {now}?",
    options=("The <b>box</b>", "The {{ basket }}"),
    order=Order.FIXED,
    rating=None,
    labels=(),
    key=Key((), (), (), Scorer.MATCH, 2, 1),
    worth=Fraction(1),
    guards=(),
    if_failed=IfFailed.SCORE_ZERO,
    keep=None,
)


def test_says_are_paragraphs_and_choices_have_letters() -> None:
    """Words are sent as they are: nothing in them is a template, and nothing is escaped."""
    assert user_text(Turn("/test place", ("One.", "Two &\nthree."), QUESTION)) == (
        "One.\n\nTwo &\nthree.\n\nWhere is it {now}?\n\nA) The <b>box</b>\nB) The {{ basket }}"
    )


def test_a_question_alone_begins_the_message() -> None:
    assert user_text(Turn("/test place", (), replace(QUESTION, options=()))) == "Where is it {now}?"


def test_a_rating_lists_its_points() -> None:
    rated = replace(QUESTION, text="How sure?", options=(), rating=(1, 3))
    assert user_text(Turn("", (), rated)) == "How sure?\n\n1\n2\n3"
    labelled = replace(rated, labels=("not", "a little", "very"))
    assert user_text(Turn("", (), labelled)) == "How sure?\n\n1 = not\n2 = a little\n3 = very"


def test_a_listen_and_a_scripted_turn_send_what_was_said() -> None:
    assert user_text(Turn("/listen", ("One.", "Two."), None)) == "One.\n\nTwo."
    assert user_text(ScriptedTurn(("One.",), "Yes.")) == "One."


def test_a_system_prompt_is_there_only_if_the_script_gives_one() -> None:
    session = Session((), True, Fraction(1), (), ())
    assert (system_text(session), opening(session)) == ("", ())
    told = replace(session, system=("You are in a room.", "It is warm."))
    text = "You are in a room.\n\nIt is warm."
    assert opening(told) == (Message(Role.SYSTEM, text),)
