"""Coding whole transcripts by keys alone: what is pressed is what the log holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from coders.desk.state import replay
from dsl.record import replace
from tests.coders.screen.packets import packet_of, trial
from tests.coders.screen.sitting import sit


def test_two_keys_at_most_judge_a_question_and_enter_confirms_the_lrs(tmp_path: Path) -> None:
    packet = packet_of((trial(1), trial(2)))
    sat = sit(packet, tmp_path / "a.log.jsonl", "enter", "1", "1", "h", "2", "enter")
    codes = replay(sat.events).codes("item-1")
    assert [
        (one.question, one.mark, one.flags) for one in codes.judgements.values()
    ] == [(1, "right", ()), (2, "right", ()), (3, "half", ("hedged",))]  # fmt: skip
    assert codes.lrs is not None
    assert (codes.lrs.lrs, codes.lrs.proposed, codes.lrs.reason) == (4, 4, "")
    assert sat.rows[0].strip().startswith("Ada | coding 2 of 2 | [#####-----] | 1 done")
    assert "> reply 1   In the basket." in sat.text


def test_a_flag_pressed_twice_is_off_again_and_flags_do_not_go_to_the_next_question(
    tmp_path: Path,
) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "u", "u", "u", "1", "1")
    marks = replay(sat.events).codes("item-1").judgements
    assert [one.flags for one in marks.values()] == [("unclear",), ()]


def test_another_lrs_than_the_rules_needs_a_reason(tmp_path: Path) -> None:
    keys = ("enter", "1", "1", "3", "5")
    asked = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", *keys)
    assert "why LRS 5? the rule gives 3" in asked.text
    given = sit(packet_of((trial(1),)), tmp_path / "b.log.jsonl", *keys, '"all fine', "enter")
    lrs = replay(given.events).codes("item-1").lrs
    assert lrs is not None
    assert (lrs.lrs, lrs.proposed, lrs.reason) == (5, 3, "all fine")
    left = sit(packet_of((trial(1),)), tmp_path / "c.log.jsonl", *keys, '"all fine', "escape")
    assert "lrs" not in left.kinds()
    empty = sit(packet_of((trial(1),)), tmp_path / "d.log.jsonl", *keys, "enter")
    assert "the rule gives 3: another LRS needs a reason" in empty.text


def test_a_failed_control_question_keeps_the_lrs_at_0_and_no_reason_is_asked(
    tmp_path: Path,
) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "3", "1", "1", "4")
    assert "lrs" not in sat.kinds()
    assert "the LRS is 0 because" in sat.text
    assert "why LRS" not in sat.text


def test_the_lrs_comes_first_where_the_lot_says_so(tmp_path: Path) -> None:
    packet = packet_of((trial(1),), lrs_first=Fraction(1))
    before = sit(packet, tmp_path / "a.log.jsonl", "enter")
    assert "Before you mark anything: which LRS, 0 to 5, does the whole deserve?" in before.text
    assert "The rule" not in before.text
    after = sit(packet, tmp_path / "a.log.jsonl", "2")
    given = replay(after.events).codes("item-1").first_lrs
    assert given is not None
    assert (given.lrs, given.proposed) == (2, None)
    assert "control question 1: Where was the marble" in after.text


def test_marks_that_the_table_does_not_hold_are_refused_in_words(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "r", "1")
    assert sat.kinds() == ["opened"]
    assert "`refusal` goes with wrong only" in sat.text
    assert "(with: refusal)" in sat.text


def test_a_key_without_meaning_is_said_to_have_none(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "y")
    assert "`y` does nothing here; ? shows all keys" in sat.text
    assert sat.kinds() == ["opened"]


def test_undo_goes_back_to_the_first_act_and_says_what_it_took_back(tmp_path: Path) -> None:
    packet = packet_of((trial(1), trial(2)))
    keys = ("enter", "1", "n", '"odd', "enter", "1", "1", "enter", "s", '"later', "enter")
    one = sit(packet, tmp_path / "a.log.jsonl", *keys, "z")
    assert "undid the skipping of item 2" in one.text
    back = sit(packet, tmp_path / "a.log.jsonl", "z", "z", "z", "z", "z")
    assert "undid `passed` for question 1 of item 1" in back.text
    assert "> reply 1   In the basket." in back.text
    assert replay(back.events).undoable == []
    none = sit(packet, tmp_path / "a.log.jsonl", "z")
    assert "there is nothing to undo" in none.text


def test_leaving_in_the_middle_and_coming_back_shows_the_same_place(tmp_path: Path) -> None:
    packet = packet_of((trial(1), trial(2)))
    left = sit(packet, tmp_path / "a.log.jsonl", "enter", "1", "u", "1")
    back = sit(packet, tmp_path / "a.log.jsonl")
    assert left.rows[1:] == back.rows[1:]
    assert back.kinds() == ["opened", "mark", "mark"]


def test_q_and_control_c_leave_and_nothing_is_lost(tmp_path: Path) -> None:
    for key in ("q", "ctrl+c", "ctrl+q"):
        path = tmp_path / f"{key}.log.jsonl"
        assert sit(packet_of((trial(1),)), path, "enter", "1", key).kinds() == ["opened", "mark"]


def test_go_to_an_item_again_keeps_or_changes_what_stands(tmp_path: Path) -> None:
    packet, path = packet_of((trial(1), trial(2))), tmp_path / "a.log.jsonl"
    sit(packet, path, "enter", "1", "1", "1", "enter")
    again = sit(packet, path, "g", '"1', "enter")
    assert "your code: passed   (Enter keeps it, Escape keeps it and the rest)" in again.text
    changed = sit(packet, path, "enter", "3", "enter")
    marks = replay(changed.events).codes("item-1").judgements
    assert [one.mark for one in marks.values()] == ["right", "wrong", "right"]
    assert "The rule's LRS is 3" in changed.text
    there = sit(packet, path, "g", '"1 3', "enter")
    assert "question 3: Where will Sally look, at try 3?" in there.text


def test_escape_leaves_all_the_rest_of_an_item_as_it_stands(tmp_path: Path) -> None:
    packet, path = packet_of((trial(1), trial(2))), tmp_path / "a.log.jsonl"
    sit(packet, path, "enter", "1", "1", "1", "enter")
    assert "coding 2 of 2" in sit(packet, path, "g", '"1', "enter", "escape").rows[0]
    changed = sit(packet, path, "g", '"1', "enter", "3", "escape")
    assert "The rule's LRS is" in changed.text


def test_what_is_half_pressed_is_taken_back_first(tmp_path: Path) -> None:
    for key in ("z", "escape"):
        sat = sit(packet_of((trial(1),)), tmp_path / f"{key}.log.jsonl", "enter", "1", "h", key)
        assert "the keys so far are cancelled" in sat.text
        assert "[h hedged]" not in sat.text
        assert sat.kinds() == ["opened", "mark"]


def test_a_control_question_has_no_half_and_the_screen_says_so(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "2")
    assert "a control question is passed or failed, never half" in sat.text
    assert sat.kinds() == ["opened"]


def test_the_accepted_answers_of_a_keyed_packet_are_next_to_the_question(tmp_path: Path) -> None:
    item = trial(1)
    keyed = replace(item.questions[0], accepted=("basket", "the basket"))
    item = replace(item, questions=(keyed, *item.questions[1:]))
    sat = sit(packet_of((item,)), tmp_path / "a.log.jsonl", "enter")
    assert "counts as right: basket / the basket" in sat.text


def test_what_is_no_item_cannot_be_gone_to(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "g", '"two', "enter")
    assert (
        "`two` is not an item: write its number, such as 12, or 12 3 for its question 3" in sat.text
    )
    far = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "g", '"7', "enter")
    assert "the items are 1 to 1" in far.text


def test_a_search_lists_the_items_and_goes_to_one(tmp_path: Path) -> None:
    packet, path = packet_of(tuple(trial(n) for n in (1, 2, 12))), tmp_path / "a.log.jsonl"
    found = sit(packet, path, "enter", "/", '"marble 1', "enter")
    assert [row.strip() for row in found.rows[1:4]] == [
        "found in 2: marble 1",
        "> item 1: Sally puts marble 1 into the basket and\u2026",
        "item 3: Sally puts marble 12 into the basket and\u2026",
    ]
    there = sit(packet, path, "/", '"marble 1', "enter", "n", "enter")
    assert "coding 3 of 3" in there.text


def test_going_to_what_was_found_shows_the_words(tmp_path: Path) -> None:
    """Also where they stand far from the question that is judged, and go on in the next row."""
    story = "It is a long story. " * 300 + "There the kite\n\nwas lost. " + "And so on. " * 300
    item = trial(1)
    told = replace(item.lines[2], text=story)
    long = replace(item, lines=(*item.lines[:2], told, *item.lines[3:]))
    for number, items in enumerate([(long,), (trial(2), long)]):
        packet, path = packet_of(items), tmp_path / f"{number}.log.jsonl"
        away = sit(packet, path, "enter")
        assert "kite" not in away.text
        there = sit(packet, path, "/", '"the KITE was', "enter", "enter")
        assert "There the kite" in there.text
        assert "control question 1" in there.text
        turned = sit(packet, path, "/", '"the KITE was', "enter", "enter", "end")
        assert "kite" not in turned.text
    none = sit(packet, path, "/", '"[/nowhere]', "enter")
    assert "`[/nowhere]` is in no item" in none.text


def test_a_skip_needs_a_reason_and_comes_back_after_the_others(tmp_path: Path) -> None:
    packet, path = packet_of((trial(1), trial(2))), tmp_path / "a.log.jsonl"
    empty = sit(packet, path, "enter", "s", "enter")
    assert "skipping needs a reason" in empty.text
    assert "why do you skip this item?" in empty.text
    skipped = sit(packet, path, "s", '"cut off?', "enter")
    assert "coding 2 of 2" in skipped.text
    back = sit(packet, path, "1", "1", "1", "enter")
    assert "coding 1 of 2" in back.text
    assert "skipped before: cut off?" in back.text


def test_the_time_to_the_first_key_is_kept(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "enter", "u", "1")
    (mark,) = (event for event in sat.events if event.kind == "mark")
    # The clock of these tests goes on by a second whenever it is read: once when the question is
    # shown, once at the first key.
    assert mark.number("ms") == 1000


def test_the_page_scrolls_by_rows_and_pages_and_the_question_comes_into_view(
    tmp_path: Path,
) -> None:
    packet = packet_of((trial(1, reply="\n".join(f"row {n}" for n in range(60))),))
    path = tmp_path / "a.log.jsonl"
    assert "> asked 2" in sit(packet, path, "enter", "1").text
    top = sit(packet, path).rows[1]
    assert sit(packet, path, "j", "j", "k").rows[1] == sit(packet, path, "down").rows[1] != top
    assert sit(packet, path, "home").rows[1].strip() == "story 1"
    assert "rows 1 to 15 of 143, PageDown for more" in sit(packet, path, "home").text
    assert "row 59" in sit(packet, path, "end").text
    assert sit(packet, path, "pagedown", "pageup").rows[1] == top
    assert "row 59" in sit(packet, path, "end", "u").text


def test_a_disk_that_takes_no_more_is_said_and_the_question_stays(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only POSIX limits the size of files")
    path = tmp_path / "a.log.jsonl"
    packet = packet_of((trial(1),))
    sit(packet, path, "enter")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, limits[1]))
    try:
        full = sit(packet, path, "1")
        note = sit(packet, path, "n", '"so odd', "enter")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "the judgement could not be saved: file too large" in full.text
    assert "control question 1" in full.text
    assert full.kinds() == ["opened"]
    assert "the judgement could not be saved" in note.text
    assert "so odd" in note.text
