"""A-not-B search: where the thing is follows from which hand goes where."""

from __future__ import annotations

import re
from collections import Counter

from dsl.trial import Session, turns
from tests.experiments.told import keys, trials
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "a_not_b.dev"
HIDINGS = 3


def hidings(session: Session) -> list[str]:
    """What is told before each search, the last one at the end."""
    told = [
        " ".join(map(str, turn.says))
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.name in ("search", "look")
    ]
    assert len(told) == HIDINGS + 1
    return told


def under(hiding: str) -> tuple[str, str]:
    """The cup under which the hand with the thing went, and that of the empty hand."""
    (full,) = re.findall(r"hand with the \w+ goes under the (\w+ \w+),", hiding)
    (empty,) = re.findall(r"hand with nothing goes under the (\w+ \w+),", hiding)
    assert full != empty
    return full, empty


def test_the_thing_is_where_its_hand_went_and_not_where_the_empty_one_did() -> None:
    for trial in trials(SCRIPT):
        for session in trial.sessions:
            *before, last = map(under, hidings(session))
            right = keys(session)
            assert right["look"] == f"The {last[0]}"
            assert right["empty hand"] == f"The {last[1]}"
            # It was found in the same place each time, and the empty hand went to B.
            ((found, other),) = set(before)
            assert right["search"] == f"The {found}"
            assert right["empty hand before"] == f"The {other}"
            assert other in last


def test_neither_the_first_nor_the_last_place_is_right_in_more_than_half() -> None:
    """The old place is right in two stories of four, or in none where it is the third place; so is
    the place named last, and the one named first.
    """
    for trial in trials(SCRIPT):
        old, first, last = Counter[str](), Counter[str](), Counter[str]()
        for session in trial.sessions:
            right, told = keys(session)["look"], hidings(session)
            old[right] += right == f"The {under(told[0])[0]}"
            first_named, last_named = re.findall(r"under the (\w+ \w+), and comes out", told[-1])
            first[right] += right == f"The {first_named}"
            last[right] += right == f"The {last_named}"
        assert old.total() == (2 if trial.cell.condition == "at A before" else 0)
        assert first.total() == last.total() == 2


def test_the_last_hiding_has_the_same_words_in_all_four_stories() -> None:
    for trial in trials(SCRIPT):
        words = [Counter(re.findall(r"\w+", hidings(session)[-1])) for session in trial.sessions]
        assert words == words[:1] * 4


def test_each_colour_is_each_place_equally_often_in_original_wording() -> None:
    for condition in ("at A before", "elsewhere before"):
        found = Counter(
            keys(trial.sessions[0])["look"]
            for trial in trials(SCRIPT)
            if trial.cell.condition == condition and trial.cell.wording == "original"
            if trial.draw <= 9
        )
        assert sorted(found.values()) == [3, 3, 3]
