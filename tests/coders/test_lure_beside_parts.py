"""Where an answer needs several parts, a reply with all of them and a lure is wrong."""

from __future__ import annotations

import pytest

from coders.marks import MarkWord
from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Question, turns
from tests.expanded import experiment_in

SCRIPT = """experiment Fruit

procedure
    say: Otto takes an apple and a pear, and not the plum.
    test what
        ask: What does he take?
        answer all of:
            apple
            pear
        wrong: plum
"""


def question() -> Question:
    experiment = experiment_in(check_text(SCRIPT, "fruit.dev"))
    (cell,) = cells(experiment)
    (session,) = Expander(experiment).trial(cell, draw=1).sessions
    (asked,) = (turn.question for turn in turns(session.nodes) if turn.question is not None)
    return asked


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("The apple and the pear.", MarkWord.RIGHT),
        ("The apple and the pear, not the plum.", MarkWord.RIGHT),
        ("Apple, pear and plum.", MarkWord.WRONG),
        ("The plum, the pear and the apple.", MarkWord.WRONG),
        ("The apple and the plum.", MarkWord.WRONG),
        ("The apple.", MarkWord.HALF),
        ("The plum.", MarkWord.WRONG),
    ],
)
def test_a_lure_next_to_every_part_is_wrong(reply: str, word: MarkWord) -> None:
    assert match(reply, question()).word is word
