"""The coding desk: what is asked next, and what may be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.log import Log, read_log
from coders.desk.steps import Refused, StepKind
from coders.packets.shape import ContentWord, Line, LineKind, QuestionOrder, View
from dsl.record import replace
from tests.coders.desk.rooms import ALWAYS, judge, opened, packet, reply, ticking, trial

THREE = packet([trial("one"), trial("two"), trial("three")])
ALL_RIGHT = ("right",) * 5 + ("ok",)
"""The control, four tests, and the LRS."""


def at(desk: Desk) -> tuple[StepKind, int, int]:
    """The step, the item's position and the question's number."""
    step = desk.step
    return step.kind, step.position, step.question.number if step.question else 0


def refused(act: object, *arguments: object) -> str:
    assert callable(act)
    with pytest.raises(Refused) as caught:
        act(*arguments)
    return str(caught.value)


def test_a_new_desk_shows_the_welcome_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    with Log(path, THREE, clock=ticking(), tool_version="0.0") as log:
        desk = Desk(THREE, log)
        assert desk.step.kind is StepKind.WELCOME
        assert refused(desk.mark, "right") == "coding has not begun yet"
        assert path.read_text(encoding="utf-8") == ""
        desk.begin()
        assert at(desk) == (StepKind.JUDGE, 1, 5)
        assert refused(desk.begin) == "coding has begun already"


def test_controls_come_first_then_the_tests_then_the_lrs_then_the_next_item(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, THREE) as desk:
        asked = []
        for _ in range(5):
            asked.append(at(desk))
            desk.mark("right")
        assert asked == [(StepKind.JUDGE, 1, number) for number in (5, 1, 2, 3, 4)]
        step = desk.step
        assert (step.kind, step.proposed, step.why) == (StepKind.LRS, 5, "4 right of 4")
        desk.lrs(5)
        assert at(desk) == (StepKind.JUDGE, 2, 5)


def test_the_lrs_proposed_says_what_it_rests_on(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, "wrong", "right", "right", "right", "right")
        assert (desk.step.proposed, desk.step.why) == (
            0,
            "the control question number 5 was answered wrongly",
        )
        judge(desk, "ok", "wrong+refusal", "right", "right", "right", "right")
        assert (desk.step.proposed, desk.step.why) == (
            0,
            "the control question number 5 got no answer",
        )
        judge(desk, "ok", "right", "right", "right+unclear", "right", "right")
        assert (desk.step.proposed, desk.step.why) == (4, "4 right of 4, a right one unclear")


def test_another_lrs_needs_a_reason_and_nothing_lifts_a_zero(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, "right", "right", "right", "right", "half")
        assert desk.step.proposed == 4
        assert refused(desk.lrs, 5) == "the rule gives 4: another LRS needs a reason"
        assert refused(desk.lrs, 6) == "an LRS is a whole number from 0 to 5"
        desk.lrs(5, "the hedge is a manner of speaking")
        given = desk.state.codes("one").lrs
        assert given is not None
        assert (given.lrs, given.proposed, given.first, given.reason) == (
            5, 4, False, "the hedge is a manner of speaking",
        )  # fmt: skip
        judge(desk, "wrong", "right", "right", "right", "right")
        assert refused(desk.lrs, 3, "it was a slip") == (
            "the LRS is 0 because the control question number 5 was answered wrongly: to change "
            "it, go back and change that mark or its flag"
        )


def test_the_lrs_comes_first_where_the_lot_falls_and_is_asked_again_after_the_marks(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, packet([trial("one"), trial("two")], lrs_first=ALWAYS)) as desk:
        assert at(desk) == (StepKind.LRS_FIRST, 1, 0)
        assert (desk.step.proposed, desk.step.why) == (None, "")
        desk.lrs(3)
        judge(desk, *ALL_RIGHT)
        codes = desk.state.codes("one")
        assert codes.first_lrs is not None
        assert codes.lrs is not None
        assert (codes.first_lrs.lrs, codes.first_lrs.proposed) == (3, None)
        assert (codes.lrs.lrs, codes.lrs.proposed) == (5, 5)
        assert at(desk) == (StepKind.LRS_FIRST, 2, 0)


def test_a_lost_reply_is_passed_over_and_its_item_has_no_lrs(tmp_path: Path) -> None:
    of = packet([trial("one", lost=[2]), trial("two")])
    with opened(tmp_path, of) as desk:
        judge(desk, "right", "right", "right", "right")
        assert at(desk) == (StepKind.JUDGE, 2, 5)
        assert desk.progress.done == 1


def test_what_the_table_of_marks_does_not_know_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        assert refused(desk.mark, "half") == ("a control question is passed or failed, never half")
        assert refused(desk.mark, "right", ["refusal"]) == (
            "`refusal` goes with wrong only: remove the flag, or mark it wrong"
        )
        desk.mark("right", ["hedged"])  # a control is passed by a hedge that names the right thing
        assert refused(desk.mark, "right", ["hedged"]) == (
            "`hedged` makes it half right at most: remove the flag, or mark it half"
        )
        assert refused(desk.mark, "good") == "`good` is not a mark: use right, half or wrong"
        assert refused(desk.mark, "right", ["vague"]) == (
            "`vague` is not a flag: use hedged, incomplete, false detail, unclear, "
            "hallucination, irrelevant, refusal, recognised"
        )
        assert refused(desk.said, ["the box"]) == (
            "this question has no list of answers: mark it right, half or wrong"
        )
        assert refused(desk.lrs, 3) == "no LRS is needed here"
        assert refused(desk.seen) == "there is nothing to continue here"
        assert refused(desk.keep) == "there is nothing to keep here yet"
        assert refused(desk.reveal, "story") == "the whole transcript is already shown"
        assert at(desk) == (StepKind.JUDGE, 1, 1)


def test_undo_takes_back_to_any_depth_and_says_what(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, *ALL_RIGHT, "right")
        desk.note("odd", 1)
        desk.mark("half", ["hedged"])
        desk.skip("cannot read it")
        assert at(desk) == (StepKind.JUDGE, 3, 5)
        told = [desk.undo() for _ in range(10)]
        assert told == [
            "undid the skipping of item 2",
            "undid `half right, hedged` for question 1 of item 2",
            "undid the note on item 2",
            "undid `passed` for question 5 of item 2",
            "undid LRS 5 for item 1",
            *(f"undid `right` for question {n} of item 1" for n in (4, 3, 2, 1)),
            "undid `passed` for question 5 of item 1",
        ]
        assert refused(desk.undo) == "there is nothing to undo"
        assert at(desk) == (StepKind.JUDGE, 1, 5)
        assert desk.state.codes("one").judgements == {}


def test_an_item_is_gone_to_again_and_kept_or_changed_question_by_question(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, *ALL_RIGHT)
        desk.go_to(1)
        assert (at(desk), desk.step.judged_before) == ((StepKind.JUDGE, 1, 5), True)
        desk.keep()
        desk.keep()
        assert at(desk) == (StepKind.JUDGE, 1, 2)
        desk.mark("wrong")
        assert at(desk) == (StepKind.JUDGE, 1, 3)
        desk.keep()
        desk.keep()
        assert (at(desk), desk.step.proposed, desk.step.standing) == (
            (StepKind.LRS, 1, 0), 4, None,
        )  # fmt: skip
        desk.lrs(4)
        assert at(desk) == (StepKind.JUDGE, 2, 5)


def test_an_item_kept_as_it_is_keeps_its_lrs(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, *ALL_RIGHT)
        desk.go_to(1, 4)
        assert at(desk) == (StepKind.JUDGE, 1, 4)
        desk.mark("right")
        assert (at(desk), desk.step.standing) == ((StepKind.LRS, 1, 0), 5)
        desk.keep()
        assert at(desk) == (StepKind.JUDGE, 2, 5)
        assert desk.progress.done == 1


def test_all_the_rest_of_an_item_is_kept_at_once(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        with pytest.raises(Refused, match="there is nothing to keep here yet"):
            desk.keep_rest()
        judge(desk, *ALL_RIGHT)
        desk.go_to(1)
        desk.keep()
        desk.keep_rest()
        assert at(desk) == (StepKind.JUDGE, 2, 5)
        assert desk.progress.done == 1
        desk.go_to(1)
        desk.mark("wrong")
        desk.keep_rest()
        assert (at(desk), desk.step.standing) == ((StepKind.LRS, 1, 0), None)


def test_taking_a_change_back_brings_the_older_judgement_and_its_lrs_back(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        judge(desk, *ALL_RIGHT)
        desk.go_to(1, 4)
        desk.mark("wrong")
        assert desk.state.codes("one").lrs is None
        assert desk.undo() == "undid `wrong` for question 4 of item 1"
        codes = desk.state.codes("one")
        assert (codes.judgements[4].mark, codes.lrs and codes.lrs.lrs) == ("right", 5)
        assert (at(desk), desk.step.judged_before) == ((StepKind.JUDGE, 1, 4), True)


def test_going_ahead_leaves_the_items_between_for_later(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        desk.mark("right")
        desk.go_to(3)
        judge(desk, *ALL_RIGHT)
        assert at(desk) == (StepKind.JUDGE, 1, 1)
        assert refused(desk.go_to, 4) == "the items are 1 to 3"
        assert refused(desk.go_to, 2, 9) == (
            "item 2 has no question 9 to judge: its questions are 5, 1, 2, 3, 4"
        )


def test_in_a_fixed_order_only_what_was_seen_can_be_gone_to_and_searched(tmp_path: Path) -> None:
    with opened(tmp_path, replace(THREE, header=replace(THREE.header, fixed_order=True))) as desk:
        judge(desk, *ALL_RIGHT)
        assert refused(desk.go_to, 3) == (
            "item 3 has not come yet: you can go to items that you have seen, and the order of the "
            "others is fixed"
        )
        assert desk.find("into the basket") == (1, 2)
        desk.go_to(1)
        desk.keep_rest()
        desk.skip("garbled")
        assert at(desk) == (StepKind.JUDGE, 3, 5)
        desk.go_to(2)
        assert at(desk) == (StepKind.JUDGE, 2, 5)
        desk.go_to(3)
        assert at(desk) == (StepKind.JUDGE, 3, 5)
        text = desk.log_path.read_text(encoding="utf-8")
        assert "jump" not in text


def test_where_the_owner_leaves_the_order_a_jump_is_logged(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        for position in (3, 1, 3):
            desk.go_to(position)
        jumps = [line for line in desk.log_path.read_text().splitlines() if '"jump": true' in line]
        assert len(jumps) == 1
        assert '"item": "three"' in jumps[0]


def test_notes_and_skipped_items_are_listed(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        assert desk.notes == ()
        desk.note("ask about turtles")
        desk.note("half or wrong?", 2)
        judge(desk, *ALL_RIGHT)
        desk.skip("garbled")
        assert desk.notes == (
            (1, "ask about turtles"),
            (1, "question 2: half or wrong?"),
            (2, "skipped: garbled"),
        )


def test_questions_come_in_the_order_that_the_owner_chose(tmp_path: Path) -> None:
    """Two stories of a test and a control; older packets ask the controls of all stories first."""
    item = trial("one", tests=5)
    kinds = ("test", "test", "control") * 2
    texts = ("What now?", "What next?", "Who?") * 2
    asked = tuple(
        replace(one, story=1 + (one.number > 3), kind=kind, text=text)
        for one, kind, text in zip(item.questions, kinds, texts, strict=True)
    )
    expected = {
        QuestionOrder.CONTROLS: [3, 6, 1, 2, 4, 5],
        QuestionOrder.STORY: [3, 1, 2, 6, 4, 5],
        QuestionOrder.QUESTION: [3, 6, 1, 4, 2, 5],
    }
    for order, numbers in expected.items():
        of = packet([replace(item, questions=asked)], question_order=order)
        (tmp_path / order).mkdir()
        with opened(tmp_path / order, of) as desk:
            found = []
            for _ in numbers:
                found.append(desk.step.question and desk.step.question.number)
                desk.mark("right")
            assert found == numbers


def test_skipped_items_come_back_once_and_are_listed_at_the_end(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        assert refused(desk.skip, " ") == ("skipping needs a reason: give it in a few words")
        desk.skip("garbled")
        judge(desk, *ALL_RIGHT)
        desk.skip("a language I cannot read")
        assert at(desk) == (StepKind.JUDGE, 1, 5)
        judge(desk, *ALL_RIGHT)
        assert at(desk) == (StepKind.JUDGE, 3, 5)
        desk.skip("still cannot")
        desk.hypothesis("what others believe")
        assert (desk.step.kind, desk.step.skipped) == (StepKind.READY, (3,))
        desk.go_to(3)
        judge(desk, *ALL_RIGHT)
        assert (desk.step.kind, desk.step.skipped) == (StepKind.READY, ())
        desk.lock()
        assert desk.step.kind is StepKind.LOCKED


def test_only_what_is_done_can_be_handed_in_and_then_nothing_can_be_changed(
    tmp_path: Path,
) -> None:
    of = packet([trial("one", tests=1), trial("two", tests=1)])
    with opened(tmp_path, of) as desk:
        judge(desk, "right", "right", "ok")
        assert refused(desk.lock) == "you cannot hand in yet: 1 item is not coded"
        judge(desk, "right", "right", "ok")
        assert desk.step.kind is StepKind.HYPOTHESIS
        assert refused(desk.hypothesis, " ") == "write what you think the purpose is, or `no idea`"
        desk.hypothesis("no idea")
        desk.go_to(2, 1)
        desk.mark("wrong")
        desk.lrs(1)
        assert desk.step.kind is StepKind.READY
        desk.lock()
        acts = (
            (desk.mark, "right"), (desk.undo,), (desk.go_to, 1), (desk.note, "x"), (desk.lock,),
            (desk.skip, "x"), (desk.keep,), (desk.hypothesis, "x"), (desk.masking, "a", "b"),
        )  # fmt: skip
        said = {refused(*act) for act in acts}
        assert said == {"this packet was handed in and can no longer be changed"}
        before = desk.log_path.read_text(encoding="utf-8")
        desk.reopen()
        desk.close()
        assert desk.log_path.read_text(encoding="utf-8") == before


def test_the_masking_question_comes_when_all_is_coded(tmp_path: Path) -> None:
    of = packet([trial("one", tests=1), trial("two", tests=1)], masking=ALWAYS, masking_last=True)
    with opened(tmp_path, of) as desk:
        judge(desk, *("right", "right", "ok") * 2)
        assert desk.step.kind is StepKind.HYPOTHESIS
        desk.hypothesis("memory")
        step = desk.step
        assert (step.kind, step.item and step.item.id) == (StepKind.MASKING, "one")
        desk.masking("beta/two", "no idea")
        assert (desk.step.kind, desk.step.item and desk.step.item.id) == (StepKind.MASKING, "two")
        desk.masking("no idea", "original")
        assert desk.step.kind is StepKind.READY
        desk.lock()
        assert desk.state.codes("one").masking == ("beta/two", "no idea")


def test_an_older_packet_asks_it_after_its_item_and_never_of_gold(
    tmp_path: Path,
) -> None:
    silent = trial("silent", tests=1)
    of = packet([trial("one", tests=1), silent, trial("two", tests=1)], masking=ALWAYS)
    gold = packet([], gate_a=[silent]).gold
    with opened(tmp_path, replace(of, gold=gold)) as desk:
        judge(desk, "right", "right", "ok")
        step = desk.step
        assert (step.kind, step.item and step.item.id) == (StepKind.MASKING, "one")
        assert sorted(step.models) == ["alpha/one", "beta/two", "no idea"]
        assert step.models[-1] == "no idea"
        assert refused(desk.go_to, 2) == ("answer this question first; then you can go to an item")
        assert refused(desk.masking, "gamma/three", "original") == (
            f"`gamma/three` is not one of the answers: {', '.join(step.models)}"
        )
        desk.masking("beta/two", "no idea")
        assert desk.state.codes("one").masking == ("beta/two", "no idea")
        judge(desk, "right", "right", "ok")
        assert at(desk) == (StepKind.JUDGE, 3, 2)


def test_the_lots_fall_on_their_share_and_are_the_same_every_time() -> None:
    from fractions import Fraction

    from coders.desk.next_step import LRS_FIRST, MASKING, drawn, shuffled

    ids = [f"{number:x}" for number in range(4000)]
    first = [drawn(one, Fraction(1, 5), LRS_FIRST) for one in ids]
    masked = [drawn(one, Fraction(1, 10), MASKING) for one in ids]
    both = sum(a and b for a, b in zip(first, masked, strict=True))
    assert 720 < sum(first) < 880
    assert 340 < sum(masked) < 460
    # Independent of each other: about a fiftieth of the items has both.
    assert 50 < both < 110
    assert [drawn(one, Fraction(1, 5), LRS_FIRST) for one in ids] == first
    assert len({shuffled(("a", "b", "c"), one) for one in ids}) == 6


def test_content_view_asks_what_was_said(tmp_path: Path) -> None:
    story = (Line(LineKind.TOLD, "Sally puts the marble away."),)
    of = packet(
        [reply("one"), reply("two"), reply("free", candidates=[])],
        view=View.CONTENT,
        stories={"one": story},
    )
    with opened(tmp_path, of) as desk:
        assert refused(desk.mark, "right") == (
            "choose the answer it gives; right and wrong follow from the key"
        )
        assert refused(desk.said, ["the cellar"]) == "`the cellar` is not one of the answers shown"
        assert refused(desk.said, []) == (
            "choose at least one of the answers, or one of the words below them"
        )
        desk.reveal("card")
        desk.reveal("story")
        desk.said(["the box"], flags=["hedged", "unclear"])
        first = desk.state.codes("one")
        given = first.judgements[1]
        assert (given.said, given.plain, given.flags) == (("the box",), False, ("unclear",))
        assert first.revealed == ("card", "story")
        assert refused(desk.reveal, "story") == "this item has no story"
        desk.said(["the basket", "the box"])
        assert desk.state.codes("two").judgements[1].said == ("the basket", "the box")
        assert refused(desk.said, [ContentWord.OTHER]) == (
            "this question has no list of answers: mark it right, half or wrong"
        )
        desk.mark("half")
        assert desk.step.kind is StepKind.HYPOTHESIS


def test_items_are_found_by_their_words_and_by_notes(tmp_path: Path) -> None:
    with opened(tmp_path, THREE) as desk:
        desk.note("ask about  TURTLES")
        assert desk.find("turtles") == (1,)
        assert desk.find("Into the  basket. (two)") == (2,)
        assert desk.find("zebra") == ()
        assert refused(desk.find, " ") == "write what to search for"


def test_pace_is_the_median_of_what_items_took(tmp_path: Path) -> None:
    """The clock ticks once an event, five seconds each: two marks after the item was shown."""
    of = packet([trial(str(n), tests=1) for n in range(6)])
    with opened(tmp_path, of) as desk:
        assert (desk.progress.seconds_per_item, desk.progress.minutes_left) == (None, None)
        for _ in range(3):
            judge(desk, "right", "right", "ok")
        desk.skip("x")
        told = desk.progress
        assert (told.done, told.total, told.skipped) == (3, 6, 1)
        assert (told.seconds_per_item, told.minutes_left) == (10, 1)


def test_a_full_disk_changes_nothing_but_the_message(tmp_path: Path) -> None:
    from coders.packets.shape import PacketUnusable

    with opened(tmp_path, THREE) as desk:
        desk.mark("right")
        before = desk.step
        text = desk.log_path.read_text(encoding="utf-8")
    # The log is closed: nothing can be written, as on a disk that fails.
    with pytest.raises(PacketUnusable):
        desk.mark("right")
    assert desk.step is before
    assert desk.log_path.read_text(encoding="utf-8") == text
    assert len(read_log(text, "the log")) == 3
