"""Coding what was said, one reply at a time, up to handing in."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from coders.desk.state import replay
from coders.packets.shape import ContentWord, Line, LineKind, Packet, View
from tests.coders.screen.packets import packet_of, said
from tests.coders.screen.sitting import Sat, sit

STORY = (Line(LineKind.TOLD, "Sally puts the marble into the basket."),)


def packet(count: int = 2, *, candidates: int = 3, masking: int = 0) -> Packet:
    return packet_of(
        tuple(said(number, candidates=candidates) for number in range(1, count + 1)),
        view=View.CONTENT,
        masking=Fraction(masking),
        stories={"reply-1": STORY},
    )


def codes(sat: Sat, number: int = 1) -> tuple[tuple[str, ...], bool, tuple[str, ...], str]:
    judgement = replay(sat.events).codes(f"reply-{number}").judgements[1]
    return (judgement.said, judgement.plain, judgement.flags, judgement.mark)


def test_one_key_says_what_the_reply_says(tmp_path: Path) -> None:
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", "2", "d")
    assert codes(sat, 1) == (("the box",), True, (), "")
    assert codes(sat, 2) == ((ContentWord.CANNOT_TELL,), True, (), "")


def test_hedged_before_an_answer_says_that_it_is_not_said_plainly(tmp_path: Path) -> None:
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", "h", "u", "1")
    assert codes(sat) == (("the basket",), False, ("unclear",), "")


def test_a_plus_before_an_answer_takes_one_more(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    half = sit(packet(), path, "enter", "+", "1")
    assert "it says: the basket; what else?" in half.text
    assert half.kinds() == ["opened"]
    assert codes(sit(packet(), path, "+", "1", "+", "3", "2")) == (
        ("the basket", "the garden", "the box"), True, (), ""
    )  # fmt: skip


def test_the_tenth_candidate_has_a_letter(tmp_path: Path) -> None:
    sat = sit(packet(candidates=12), tmp_path / "a.log.jsonl", "enter", "w")
    assert codes(sat)[0] == ("place number 10",)


def test_a_question_without_candidates_is_marked(tmp_path: Path) -> None:
    sat = sit(packet(candidates=0), tmp_path / "a.log.jsonl", "enter", "i", "2")
    assert codes(sat) == ((), True, ("incomplete",), "half")


def test_the_card_and_the_story_are_shown_and_that_is_logged(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    card = sit(packet(), path, "enter", "c")
    assert [row.strip() for row in card.rows[1:7]] == [
        "Names and things of the story", "", "Anne", "Sally", "the basket", "the box",
    ]  # fmt: skip
    story = sit(packet(), path, "t")
    assert "told      Sally puts the marble into the basket." in story.text
    assert replay(story.events).codes("reply-1").revealed == ("card", "story")
    back = sit(packet(), path, "t", "escape")
    assert "> reply     It is in the basket." in back.text


def test_a_story_that_the_packet_does_not_hold_is_said_to_be_missing(tmp_path: Path) -> None:
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", "1", "t")
    assert "this item has no story" in sat.text


def test_a_story_is_not_shown_where_its_showing_cannot_be_logged(tmp_path: Path) -> None:
    locked = ("1", "1", "0", "enter", "y", "y")
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", *locked, "t")
    assert "Sally puts" not in sat.text
    assert sat.kinds()[-1] == "lock"


def test_the_masking_question_comes_after_the_item_and_takes_two_keys(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    asked = sit(packet(masking=1), path, "enter", "1")
    assert "Which model do you think wrote the replies?" in asked.text
    assert "alpha/one" in asked.text
    wording = sit(packet(masking=1), path, "0")
    assert "model: no idea" in wording.text
    answered = sit(packet(masking=1), path, "0", "2")
    assert replay(answered.events).codes("reply-1").masking == ("no idea", "permuted")
    assert "coding 2 of 2" in answered.text


def test_any_number_of_models_can_be_guessed_by_one_key(tmp_path: Path) -> None:
    many = packet_of(
        (said(1),),
        view=View.CONTENT,
        masking=Fraction(1),
        models=tuple(f"maker/m{number:02}" for number in range(1, 13)),
    )
    sat = sit(many, tmp_path / "a.log.jsonl", "enter", "1")
    keys = re.findall(r"(\S) (?=maker/|no idea)", sat.text)
    assert keys == list("123456789abd0")
    assert len(set(re.findall(r"maker/m\d+", sat.text))) == 12


def test_the_supposed_hypothesis_is_asked_once_at_the_end_then_it_is_handed_in(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.log.jsonl"
    end = sit(packet(), path, "enter", "1", "1")
    assert "What do you think this study wants to find out" in end.text
    ready = sit(packet(), path, "enter", '"false belief', "enter")
    assert replay(ready.events).hypothesis == "false belief"
    assert "No item was skipped." in ready.text
    not_yet = sit(packet(), path, "enter", "y", "n")
    assert "not handed in" in not_yet.text
    assert "lock" not in not_yet.kinds()
    locked = sit(packet(), path, "enter", "y", "y")
    assert locked.kinds()[-1] == "lock"
    assert "Nothing can be changed any more" in locked.text
    after = sit(packet(), path, "z", "1")
    assert after.events == locked.events


def test_no_idea_is_an_answer_to_the_hypothesis(tmp_path: Path) -> None:
    sat = sit(packet(), tmp_path / "a.log.jsonl", "enter", "1", "1", "0")
    assert replay(sat.events).hypothesis == "no idea"


def test_items_skipped_twice_are_listed_before_handing_in(tmp_path: Path) -> None:
    path = tmp_path / "a.log.jsonl"
    sat = sit(packet(), path, "enter", "s", '"x', "enter", "1", "s", '"y', "enter", "0")
    assert "One item was skipped and not coded: 1" in sat.text
    assert "hands in" in sat.text
