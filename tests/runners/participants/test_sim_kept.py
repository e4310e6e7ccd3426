"""Simulated participants that are handed a key which looks at their own earlier reply."""

from __future__ import annotations

import pytest
from voices import ask, call_for

from coders.matcher import match
from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell, Question, turns
from runners.participants.base import Hints
from runners.participants.sim import simulated

SCRIPT = """experiment Snacks

design
    runs 1
    wording original

procedure
    practice own
        ask: Which would you like?
        choices fixed:
            the carrot
            the cookie
            the bread
        answer any of:
            the carrot
            the cookie
            the bread
        keep reply as mine
    test other
        ask: Which will she want?
        choices fixed:
            the carrot
            the cookie
            the bread
        {key}
"""

KEYS = (
    "answer: {mine}",
    "answer none of: {mine}",
    "answer any of:\n            {mine}\n            the cookie",
    "answer all of:\n            {mine}\n            the cookie",
    "answer any of:\n            the carrot\n            the cookie\n"
    "        answer none of: {mine}",
    "answer: the cookie\n        wrong: {mine}",
    "answer none of: the bread\n        wrong: {mine}",
    "answer: the cookie\n        half: {mine}",
)


def asked(key: str) -> Question:
    found = check_text(SCRIPT.replace("{key}", key), "kept.dev")
    assert found.experiment is not None, [fault.message() for fault in found.faults]
    trial = Expander(found.experiment).trial(Cell((), "original"), draw=1)
    question = turns(trial.sessions[0].nodes)[1].question
    assert question is not None
    return question


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("player", "word"), [("oracle", "right"), ("lure", "wrong")])
def test_who_is_handed_the_key_knows_what_it_said_before(key: str, player: str, word: str) -> None:
    question = asked(key)
    hints = Hints(kept=(("mine", "The carrot."),))
    for number in range(25):
        reply = ask(simulated(player), call_for(question, key=str(number), hints=hints)).text
        found = match(reply, question, kept={"mine": "the carrot"})
        assert found.word.value == word, (reply, found)
