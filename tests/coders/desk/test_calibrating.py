"""Training with feedback, then a calibration form; a second failure ends the coding."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.calibrating import agreement_words, feedback_rows, same_in_words
from coders.desk.state import GateResult
from coders.desk.steps import Refused, StepKind
from coders.packets.shape import Gold, GoldMark, Packet, Phase, View
from tests.coders.desk.rooms import judge, opened, packet, reply, right, trial

TEN = [trial(f"a{number}", tests=5) for number in range(2)]
AGAIN = [trial(f"b{number}", tests=5) for number in range(2)]


def calibrated(*, second: bool = True) -> Packet:
    return packet([trial("one")], gate_a=TEN, gate_b=AGAIN if second else ())


def form(*wrong: int, gates: tuple[str, str] = ("right", "right")) -> list[str]:
    """A form of ten marks, those with these numbers (from 1) wrong."""
    marks = ["wrong" if number in wrong else "right" for number in range(1, 11)]
    return [gates[0], *marks[:5], "ok", gates[1], *marks[5:], "ok"]


def test_training_is_followed_by_the_experts_codes_and_reasons(tmp_path: Path) -> None:
    item = trial("t", tests=2)
    gold = Gold(
        "t",
        (
            GoldMark(1, "right", reason="It names the basket."),
            GoldMark(2, "half", ("hedged",), reason="It leaves the box open."),
            GoldMark(3, "right"),
        ),
        lrs=4,
        reason="One of two is half right.",
    )
    of = packet([trial("one")], training=[item], gold=[gold])
    with opened(tmp_path, of) as desk:
        judge(desk, "right", "right", "wrong", "ok")
        step = desk.step
        assert (step.kind, step.phase, step.gold) == (StepKind.FEEDBACK, Phase.TRAINING, gold)
        rows = feedback_rows(item, step.judged, gold, step.standing)
        told = [(r.question, r.yours, r.experts, r.agree, r.reason) for r in rows]
        assert told == [
            (2, "wrong", "half right, hedged", False, "It leaves the box open."),
            (0, "3", "4", False, "One of two is half right."),
            (1, "right", "right", True, "It names the basket."),
            (3, "passed", "passed", True, ""),
        ]
        assert agreement_words(rows) == "You differ on 2 of 4."
        assert same_in_words(rows) == "passed 3"
        assert desk.seen().item == of.main[0]


def test_other_flags_are_reported_and_are_no_other_mark(tmp_path: Path) -> None:
    item = trial("t", tests=2)
    gold = Gold("t", tuple(GoldMark(number, "right") for number in (1, 2, 3)), lrs=5)
    of = packet([trial("one")], training=[item], gold=[gold])
    with opened(tmp_path, of) as desk:
        desk.mark("right")
        desk.mark("right", ("recognised",))
        desk.mark("right")
        desk.lrs(5)
        rows = feedback_rows(item, desk.step.judged, gold, 5)
    assert [row.question for row in rows if row.told_apart] == [1]
    assert agreement_words(rows) == "You agree on every mark, but not on the flags of 1."
    assert same_in_words(rows) == "right 2; passed 3; LRS 5"


def test_nine_tenths_of_the_marks_pass(tmp_path: Path) -> None:
    with opened(tmp_path, calibrated()) as desk:
        judge(desk, *form(3))
        assert desk.step.kind is StepKind.GATE_RESULT
        assert desk.step.gate == GateResult("gate A", 9, 10, 0, True, gates=2, again=False)
        assert desk.seen().phase is Phase.MAIN
        assert desk.state.gates == [GateResult("gate A", 9, 10, 0, True)]


def test_one_control_question_may_be_judged_otherwise_but_not_two(tmp_path: Path) -> None:
    with opened(tmp_path, calibrated()) as desk:
        judge(desk, *form(gates=("wrong", "right")))
        assert desk.step.gate == GateResult("gate A", 10, 10, 1, True, gates=2, again=False)
    (tmp_path / "Ada.log.jsonl").unlink()
    with opened(tmp_path, calibrated()) as desk:
        judge(desk, *form(gates=("wrong", "wrong")))
        assert desk.step.gate == GateResult("gate A", 10, 10, 2, False, gates=2, again=True)


def test_a_half_mark_is_not_a_right_one_and_flags_fail_nobody(tmp_path: Path) -> None:
    with opened(tmp_path, calibrated()) as desk:
        judge(desk, "right", *["right+unclear"] * 5, "ok")
        judge(desk, "right+recognised", "half", *["right"] * 4, "ok")
        gate = desk.step.gate
        assert gate == GateResult("gate A", 9, 10, 0, True, gates=2, again=False)


def test_after_a_failure_the_second_form_decides(tmp_path: Path) -> None:
    with opened(tmp_path, calibrated()) as desk:
        judge(desk, *form(1, 2))
        assert desk.step.gate == GateResult("gate A", 8, 10, 0, False, gates=2, again=True)
        with pytest.raises(Refused, match="there is nothing to undo"):
            desk.undo()
        assert desk.seen().phase is Phase.GATE_B
        with pytest.raises(Refused, match="there is nothing to undo"):
            desk.undo()
        judge(desk, *form())
        assert desk.seen().phase is Phase.MAIN
        assert desk.state.gates == [
            GateResult("gate A", 8, 10, 0, False),
            GateResult("gate B", 10, 10, 0, True),
        ]


@pytest.mark.parametrize("second", [True, False])
def test_a_last_failure_ends_it_and_nothing_of_the_study_is_shown(
    second: bool, tmp_path: Path
) -> None:
    of = calibrated(second=second)
    with opened(tmp_path, of) as desk:
        judge(desk, *form(1, 2))
        desk.seen()
        if second:
            judge(desk, *form(1, 2, 3))
            desk.seen()
        step = desk.step
        assert (step.kind, step.item, step.gate and step.gate.passed) == (
            StepKind.ENDED, None, False,
        )  # fmt: skip
        for act in (lambda: desk.go_to(1), lambda: desk.find("basket"), desk.undo, desk.lock):
            with pytest.raises(
                Refused, match="the calibration was not passed, so coding ends here"
            ):
                act()
    shown = desk.log_path.read_text(encoding="utf-8")
    assert '"item": "one"' not in shown


def test_nothing_of_training_or_calibration_is_skipped_or_gone_around(tmp_path: Path) -> None:
    of = packet([trial("one")], training=[trial("t")], gate_a=TEN)
    with opened(tmp_path, of) as desk:
        with pytest.raises(Refused, match="training and calibration items cannot be skipped"):
            desk.skip("too hard")
        with pytest.raises(Refused, match="training and calibration items have a fixed order"):
            desk.go_to(1)
        with pytest.raises(Refused, match="only the items of the study can be searched"):
            desk.find("basket")


def test_in_content_view_what_was_said_is_compared(tmp_path: Path) -> None:
    """Said plainly or not is a part of it, since it makes a right answer half right; a control
    question is passed either way.
    """
    items = [reply(f"a{number}") for number in range(3)]
    items.append(reply("a3", kind="control"))
    of = packet([reply("one")], view=View.CONTENT, gate_a=items)
    with opened(tmp_path, of) as desk:
        desk.said(["the basket"])
        desk.said(["the basket"], plain=False)
        desk.said(["the box"])
        desk.said(["the basket"], plain=False)
        assert desk.step.gate == GateResult("gate A", 1, 3, 0, False, gates=1, again=False)


def test_another_accepted_wording_is_the_experts_answer(tmp_path: Path) -> None:
    """In training it is shown as theirs: with another wording it would seem another answer."""
    item = reply("t", candidates=("hand it", "give it back", "keep building"))
    mark = GoldMark(1, "right", said=("hand it",), alike=(("give it back",),))
    of = packet([reply("one")], view=View.CONTENT, training=[item], gold=[Gold("t", (mark,))])
    with opened(tmp_path, of) as desk:
        desk.said(["give it back"])
        rows = feedback_rows(item, desk.step.judged, of.gold["t"], None)
        assert [(r.yours, r.experts, r.agree) for r in rows] == [
            ("give it back", "give it back", True)
        ]


def test_silent_gold_looks_like_any_other_item(tmp_path: Path) -> None:
    """No step of it differs from the same item without gold."""
    item = trial("s", tests=2)
    steps = []
    for number, gold in enumerate(([], [right(item, q1="wrong")])):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder, packet([item, trial("one")], gold=gold)) as desk:
            for mark in ("right", "right", "right", "ok"):
                steps.append((number, desk.step))
                judge(desk, mark)
            steps.append((number, desk.step))
    plain = [step for number, step in steps if number == 0]
    golden = [step for number, step in steps if number == 1]
    assert plain == golden
