"""A word and a candidate that say the same are one judgement."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.offered_answers import as_offered, says_the_same
from coders.packets.shape import ContentWord, View
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
        first, second = (desk.state.codes(one).judgements[1] for one in ("one", "two"))
    assert first.said == second.said == ("I cannot tell",)


@pytest.mark.parametrize(
    ("said", "agreed", "same"),
    [
        (("hand it",), ("hand it",), True),
        (("Give It  back",), ("hand it",), True),
        (("hand it", "give it back"), ("hand it",), True),
        (("open the lid",), ("hand it",), False),
        (("hand it", "open the lid"), ("hand it",), False),
        ((), ("hand it",), False),
        (("hand it",), (), False),
        (("give it back", "keep on"), ("hand it", "keep building"), True),
        (("give it back", "hand it"), ("hand it", "keep building"), False),
    ],
)
def test_each_thing_may_be_said_by_a_candidate_that_says_the_same(
    said: tuple[str, ...], agreed: tuple[str, ...], same: bool
) -> None:
    """But not by another thing, nor together with another thing."""
    alike = (("give it back", "pass it over"), ("keep on",))
    assert says_the_same(said, agreed, alike) is same


def test_without_candidates_that_are_alike_the_very_words_count() -> None:
    """As in gold that knows of none; capitals and blanks do not count."""
    assert says_the_same(("Box", "basket"), ("basket", "box"))
    assert not says_the_same(("box",), ("basket", "box"))
