"""Natural replies to "What do you do next?" in altruistic helping: read as what is done, or left to
a human, and never the other way round.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Question, turns
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS

HELPS = {
    "out of reach": (
        "Pick up the peg and pass it to Martin.",
        "I pick up the peg and hand it to him.",
        "Pass Martin the peg.",
        "I'd grab the peg and hand it back to him.",
        "I'd pick up the peg and bring it to Martin.",
        "I pick it up and give it to him.",
        "I bring him the peg.",
    ),
    "physical obstacle": (
        "Open the doors for Martin.",
        "I walk over and open the doors for him.",
        "I go over and hold the doors open.",
        "I pull the doors open so Martin can put the magazines in.",
        "I go over and open the cabinet.",
    ),
}
DOES_SOMETHING_ELSE = (
    "I keep stacking blocks.",
    "I continue stacking blocks.",
    "I go back to building my tower.",
    "I carry on building my tower.",
    "I go on stacking my blocks.",
    "I keep playing with the blocks.",
    "I return to building my tower.",
)
NEITHER = (
    "I pick up the peg.",
    "I offer to help.",
    "I ask Martin whether I should bring it to him.",
    "I wonder whether to pass Martin the peg.",
    "I do not bring it to Martin.",
    "I don't open the doors.",
    "I could walk over and open the doors, or carry on building.",
)
"""Half answers, intentions, refusals of the deed and two deeds at once: no mark of a helper's."""


@cache
def question(kind: str, story: str) -> Question:
    experiment = experiment_in(load(EXPERIMENTS / "altruistic_helping.dev"))
    expander = Expander(experiment)
    (cell,) = [one for one in cells(experiment, wordings=("original",)) if one.condition == kind]
    (session,) = [
        one for one in expander.trial(cell, draw=1).sessions if story in dict(one.levels).values()
    ]
    (asked,) = [
        turn.question
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.name == "deed"
    ]
    return asked


@pytest.mark.parametrize(
    ("kind", "reply"), [(kind, reply) for kind, replies in HELPS.items() for reply in replies]
)
def test_who_helps_is_right_where_there_is_need_and_only_there(kind: str, reply: str) -> None:
    assert match(reply, question(kind, "own need")).mark == 1
    assert match(reply, question(kind, "own no need")).mark == 0


@pytest.mark.parametrize("reply", DOES_SOMETHING_ELSE)
@pytest.mark.parametrize("kind", list(HELPS))
def test_who_does_something_else_is_right_where_there_is_no_need(kind: str, reply: str) -> None:
    assert match(reply, question(kind, "own need")).mark == 0
    assert match(reply, question(kind, "own no need")).mark == 1


@pytest.mark.parametrize("reply", NEITHER)
@pytest.mark.parametrize("kind", list(HELPS))
def test_what_is_not_done_is_not_read_as_help(kind: str, reply: str) -> None:
    assert match(reply, question(kind, "own need")).mark in {None, Fraction(0), Fraction(1, 2)}
    assert match(reply, question(kind, "own no need")).mark in {None, Fraction(1, 2), Fraction(1)}
