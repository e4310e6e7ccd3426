"""Players are marked without the matcher where that comes to the same."""

from __future__ import annotations

import pytest

from coders.matcher import match
from dsl.loading import check_text
from dsl.tree import QuestionKind
from runners.check.marking import Marking
from runners.check.players import READERS, RULES, constant
from runners.check.units import played
from tests.expanded import trials

HEAD = """experiment Demo

people
    Otto (he): Karim

things
    cup: scarf
    ball: torch

design
    runs 1

procedure
    say: {Otto} puts {a cup} and {a ball} on the shelf, and takes the {cup} away.
    test there
        ask: What is there now?
"""
CHOICES = (
    "        choices:\n            The {cup}\n            The {ball}\n            I cannot tell\n"
)
QUESTIONS = {
    "one choice": f"{CHOICES}        answer: The {{ball}}\n",
    "nothing can be told": f"{CHOICES}        answer: I cannot tell\n",
    "words": "        answer: the {ball}\n        wrong: the {cup}\n",
    "yes": "        choices:\n            yes\n            no\n        answer: no\n",
    "half": f"{CHOICES}        answer: The {{ball}}\n        half: The {{cup}}\n",
    "both": "        answer all of:\n            the {cup}\n            the {ball}\n",
}
SAYINGS = ("A", "(b)", "Both.", "Both: The ball, and The cup.", "the ball and the cup", "Nothing.")


@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_player_earns_what_the_matcher_gives_for_its_words(asked: str) -> None:
    """Where the matcher leaves a reply to a human, a player earns nothing."""
    loaded = check_text(HEAD + QUESTIONS[asked], "demo.dev")
    assert loaded.experiment is not None, [one.message() for one in loaded.faults]
    (trial, *_) = trials(loaded.experiment)
    (unit,) = played(trial, QuestionKind.TEST).units
    rules = {**RULES, **READERS, **{words: constant(words) for words in SAYINGS}}
    for name, rule in rules.items():
        reply = rule(unit)
        by_matcher = match(reply, unit.question).mark if reply else 0
        assert Marking().mark(rule, unit) == (by_matcher or 0), (name, reply)
