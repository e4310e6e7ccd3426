"""A log that the desk wrote passes; one without a part, or with impossible times, does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from coders.desk.log import Event, read_log
from coders.desk.log_checks import refuse_implausible, refuse_implausible_times
from coders.packets.shape import PacketUnusable, Phase, QuestionOrder
from dsl.record import replace
from tests.coders.desk.rooms import judge, opened, packet, trial

NOW = "2026-01-02T00:00:00.000Z"
TRAINING = trial("train", tests=1)
FORM = [trial("a1", tests=1), trial("a2", tests=1)]
SECOND = [trial("b1", tests=1), trial("b2", tests=1)]
MAIN = [trial("m1", tests=1), trial("m2", tests=1), trial("m3", tests=1)]
PACKET = packet(MAIN, training=[TRAINING], gate_a=FORM, gate_b=SECOND)
SECTIONS = {
    phase: [item.id for item in items]
    for phase, items in (
        (Phase.TRAINING, PACKET.training),
        (Phase.GATE_A, PACKET.gate_a),
        (Phase.GATE_B, PACKET.gate_b),
        (Phase.MAIN, PACKET.main),
    )
}


@pytest.fixture
def log(tmp_path: Path) -> tuple[Event, ...]:
    """Ada fails the first form, passes the second, goes back and forth, and hands in."""
    with opened(tmp_path, PACKET) as desk:
        judge(desk, "right", "right", "ok")
        desk.seen()
        judge(desk, *("wrong", "wrong", "ok") * 2)
        desk.seen()
        judge(desk, *("right", "right", "ok") * 2)
        desk.seen()
        desk.go_to(3)
        judge(desk, "right", "wrong", "ok", "right", "half")
        desk.undo()
        judge(desk, "half", "ok")
        desk.note("which box?")
        judge(desk, "right", "half", "ok")
        desk.hypothesis("memory")
        desk.lock()
        return read_log(desk.log_path.read_text(encoding="utf-8"), "the log")


def refused(events: Sequence[Event], *, made: str = "") -> str:
    with pytest.raises(PacketUnusable) as caught:
        refuse_implausible(events, SECTIONS, "A.log.jsonl", now=NOW, made=made)
    assert caught.value.help.endswith("`devrun packets --coder Ada --again --to second`")
    return caught.value.message


def test_what_the_desk_writes_passes(log: tuple[Event, ...]) -> None:
    for length in range(len(log)):
        refuse_implausible(log[:length], SECTIONS, "A.log.jsonl", now=NOW)


@pytest.mark.parametrize(
    ("dropped", "message"),
    [
        (lambda one: one.text("item") == "train", "this is judged before the training is finished "
         "(1 of 1 training items are missing)"),
        (lambda one: one.kind == "feedback", "this is judged before the training is finished "
         "(1 of 1 training items are missing)"),
        (lambda one: one.text("item")[:1] in "ab" or one.kind == "gate",
         "an item of the study is judged before the calibration is passed"),
        (lambda one: one.kind == "gate" and one.text("form") == "gate B",
         "an item of the study is judged before the calibration is passed"),
        (lambda one: one.text("item")[:1] == "a" or one.text("form") == "gate A",
         "the second calibration form is judged before the first is finished"),
        (lambda one: one.kind != "shown" and one.text("item") == "b2",
         "calibration B has a result, and 1 of its 2 items were not judged"),
        (lambda one: one.text("item") == "a1",
         "the item a2 is shown before its turn, and this section has one order"),
        (lambda one: one.kind == "shown" and one.text("item") == "m2",
         "the item m2 is judged, and no line before says that it was shown"),
    ],
)  # fmt: skip
def test_a_log_that_lacks_a_part_is_refused(
    log: tuple[Event, ...], dropped: Callable[[Event], bool], message: str
) -> None:
    assert refused([one for one in log if not dropped(one)]).endswith(f": {message}")


def test_in_a_fixed_order_the_study_comes_in_the_order_of_the_packet(
    log: tuple[Event, ...],
) -> None:
    with pytest.raises(PacketUnusable) as caught:
        refuse_implausible(log, SECTIONS, "A.log.jsonl", now=NOW, fixed_order=True)
    assert caught.value.message.endswith(
        ": the item m2 is first shown after one that follows it, and the order of this packet is "
        "fixed"
    )


def test_a_fixed_order_that_was_kept_passes(tmp_path: Path) -> None:
    """With what was skipped, gone back to, and undone."""
    of = replace(PACKET, header=replace(PACKET.header, fixed_order=True), gate_a=(), gate_b=())
    with opened(tmp_path, of) as desk:
        judge(desk, "right", "right", "ok")
        desk.seen()
        desk.skip("garbled")
        judge(desk, "right", "right", "ok", "right")
        desk.go_to(1)
        judge(desk, "right", "right", "ok")
        desk.undo()
        events = read_log(desk.log_path.read_text(encoding="utf-8"), "the log")
    sections = {**SECTIONS, Phase.GATE_A: [], Phase.GATE_B: []}
    refuse_implausible(events, sections, "A.log.jsonl", now=NOW, fixed_order=True)


def test_what_is_shown_in_parts_is_judged_as_it_was_asked(
    log: tuple[Event, ...], tmp_path: Path
) -> None:
    """Here the control question was asked last, and judged first."""
    with pytest.raises(PacketUnusable) as caught:
        refuse_implausible(log, SECTIONS, "A.log.jsonl", now=NOW, as_asked=True)
    assert caught.value.message.endswith(
        ": question 1 of the item train is first judged after one that was asked later, and this "
        "packet shows a conversation only as far as it is judged"
    )
    order = replace(PACKET.header, question_order=QuestionOrder.ASKED)
    (tmp_path / "asked").mkdir()
    with opened(tmp_path / "asked", replace(PACKET, header=order, gate_a=(), gate_b=())) as desk:
        judge(desk, "right", "right", "ok")
        desk.seen()
        judge(desk, "right")
        desk.undo()
        judge(desk, "wrong", "right", "ok")
        events = read_log(desk.log_path.read_text(encoding="utf-8"), "the log")
    sections = {**SECTIONS, Phase.GATE_A: [], Phase.GATE_B: []}
    refuse_implausible(events, sections, "A.log.jsonl", now=NOW, as_asked=True)


def test_times_that_no_clock_gives_are_refused(log: tuple[Event, ...]) -> None:
    def dated(at: str, *lines: int) -> list[Event]:
        return [replace(one, at=at) if one.seq in lines else one for one in log]

    assert refused(dated("2026-01-03T00:00:01Z", 4)) == (
        "A.log.jsonl, line 4: it is dated 2026-01-03T00:00:01Z, which is in the future "
        f"(now: {NOW})"
    )
    assert refused(dated("2025-12-30T23:00:00Z", 9)) == (
        "A.log.jsonl, line 9: it is dated 2025-12-30T23:00:00Z, more than a day before an "
        "earlier line"
    )
    assert refused(dated("noon", 2)) == "A.log.jsonl, line 2: `noon` is not a time"
    early = "before its packet was made (2026-01-05T00:00:00Z)"
    assert refused(log, made="2026-01-05T00:00:00Z").endswith(f"more than a day {early}")
    refuse_implausible_times(log, "A.log.jsonl", now=NOW, made="2026-01-01T12:00:00Z")
    # The clock of the computer was set right.
    refuse_implausible_times(dated("2025-12-31T23:00:00Z", 9), "A.log.jsonl", now=NOW)


@pytest.mark.parametrize("kind", ["shown", "mark"])
def test_what_names_no_item_is_refused(log: tuple[Event, ...], kind: str) -> None:
    at, first = next((at, one) for at, one in enumerate(log, start=1) if one.kind == kind)
    none = [replace(one, data={**one.data, "item": 1.5}) if one is first else one for one in log]
    assert refused(none) == f"A.log.jsonl, line {at}: it names no item"


def test_a_judgement_takes_no_longer_than_passed(log: tuple[Event, ...]) -> None:
    first = next(one for one in log if one.kind == "mark")
    slow = [replace(one, data={**one.data, "ms": 65_001}) if one is first else one for one in log]
    assert refused(slow) == (
        f"A.log.jsonl, line {first.seq}: the judgement took 65 s by its own account, and 5 s "
        "passed since the line before"
    )
    fits = [replace(one, data={**one.data, "ms": 65_000}) if one is first else one for one in log]
    refuse_implausible_times(fits, "A.log.jsonl", now=NOW)
    # More than a decimal of this machine can hold.
    ages = [replace(one, data={**one.data, "ms": 10**400}) if one is first else one for one in log]
    assert "the judgement took 10,000,000" in refused(ages)
