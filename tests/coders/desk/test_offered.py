"""A word and a candidate that say the same are one judgement."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.offered import as_offered
from coders.packets.content_words import ContentWord
from coders.packets.shape import View
from tests.coders.desk.rooms import opened, packet, reply

GEARS = ("The red gear", "I cannot tell", "Neither")


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        (ContentWord.CANNOT_TELL, "I cannot tell"),
        (ContentWord.NEITHER, "Neither"),
        (ContentWord.REFUSES, ContentWord.REFUSES),
        (ContentWord.BOTH, ContentWord.BOTH),
        ("The red gear", "The red gear"),
    ],
)
def test_a_word_is_the_candidate_that_says_it(said: str, taken: str) -> None:
    assert as_offered(said, GEARS) == taken
    assert as_offered(said, ("The red gear", "The blue gear")) == said


def test_the_log_has_the_candidate_whichever_key_was_pressed(tmp_path: Path) -> None:
    of = packet([reply("one", candidates=GEARS), reply("two", candidates=GEARS)], view=View.CONTENT)
    with opened(tmp_path, of) as desk:
        desk.said((ContentWord.CANNOT_TELL, "I cannot tell"))
        desk.said(("I cannot tell",))
        first, second = (desk.folded.codes(one).judgements[1] for one in ("one", "two"))
    assert first.said == second.said == ("I cannot tell",)
