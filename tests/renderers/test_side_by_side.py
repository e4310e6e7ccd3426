"""Two transcripts side by side: whole, within the width, and without effect on a terminal."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.side_by_side import side_by_side
from renderers.terminal import columns, visible
from renderers.transcript_page import NARROWEST, Tone
from renderers.transcript_rows import Mark, ReadTrial
from tests.coders.building import question, session, trial
from tests.property import examples

PLACE = (0, "look")
LABELS = ("since May", "before May")


def read(reply: str, *, word: str = "right", lrs: int = 5) -> ReadTrial:
    mark = Mark("Bob", "blind", True, word)
    told = trial(session(question("look")))
    return ReadTrial(
        "abc", "lab/one", False, told, {PLACE: reply}, {PLACE: (mark,)}, "scored", "", "none",
        None, None,
    )  # fmt: skip


def lines(one: ReadTrial, other: ReadTrial, width: int = 60) -> list[str]:
    return [line.text for line in side_by_side(one, other, labels=LABELS, width=width)]


def test_replies_stand_beside_each_other_and_what_was_told_once() -> None:
    page = lines(read("In the box, where else."), read("The bag.", word="wrong"))
    assert page == [
        "== Made up / permuted / draw 1 / lab/one ==",
        "since May                    | before May",
        "no LRS: scored               | no LRS: scored",
        "look?",
        "In the box, where else.      | The bag.",
        "Bob: right                   | Bob: wrong",
    ]


def test_a_simulated_participant_is_marked() -> None:
    one = replace(read("Box."), simulated=True)
    tones = [line.tone for line in side_by_side(one, read("Bag."), labels=LABELS, width=60)]
    assert tones[1] is Tone.SIMULATED


ODD = ["\x1b[2J", "\x9b31m", "\u202e", "\0", "\ud800", "\u4e2d\u6587", "e\u0301", "\t", "\n\n"]


@examples(60)
@given(
    st.lists(st.sampled_from([*ODD, "a", "word ", "x" * 90]), max_size=12).map("".join),
    st.sampled_from([10, NARROWEST, 61, 120]),
)
def test_whatever_was_said_fits_is_whole_and_does_nothing(reply: str, width: int) -> None:
    page = lines(read(reply), read("Bag."), width)
    assert all(columns(line) <= max(width, NARROWEST) for line in page)
    assert not [
        character
        for line in page
        for character in line
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    ]
    half = (max(width, NARROWEST) - 3) // 2
    left = "".join(beginning(line, half) for line in page[4:-1])
    assert "".join(visible(reply).split()) in "".join(left.split())


def beginning(line: str, width: int) -> str:
    """What stands in the first columns of a line; some characters take two, some none."""
    at = 0
    while at < len(line) and columns(line[: at + 1]) <= width:
        at += 1
    return line[:at]


@pytest.mark.parametrize("width", [40, 80])
def test_a_word_wider_than_its_column_is_broken(width: int) -> None:
    page = lines(read("\u4e2d" * 50), read("Bag."), width)
    assert sum(line.count("\u4e2d") for line in page) == 50
    assert max(map(columns, page)) <= width
