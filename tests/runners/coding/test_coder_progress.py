"""Whether an item is coded completely: the owner sees the same as the coder."""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.state import replay
from coders.desk.steps import StepKind
from coders.packets.shape import CoderKind, Item, Packet, Phase, View
from dsl.projections import canonical
from dsl.record import replace
from runners.coding.coded_packets import CodedPacket
from runners.coding.coder_progress import SETTING, CoderReport, coder_report, questions_to_judge
from runners.store.records import ItemSource, PacketItem, PacketRecord
from tests.coders.desk.rooms import judge, opened, packet, reply, right, trial

GATED = trial("gated", tests=2, gate="exclude")
LOST = trial("lost", tests=2, lost=[2])
PLAIN = trial("plain", tests=2)
GOLDEN = trial("golden", tests=2)


def as_packed(made: Packet) -> PacketRecord:
    """The rows that the owner keeps of a packet: nothing stands behind gold."""

    def row(item: Item, phase: Phase, position: int) -> PacketItem:
        places = tuple((one.number, 0, f"/{one.number}") for one in item.questions)
        behind = () if item.id in made.gold else (ItemSource(f"t {item.id}", "h", places),)
        used = Phase.SILENT if phase is Phase.MAIN and not behind else phase
        return PacketItem(item.id, position, str(used), item.content, "", behind)

    every = (*made.training, *made.gate_a, *made.gate_b, *made.main)
    kept = questions_to_judge(every, made.gold, made.header.view)
    return PacketRecord(
        packet=made.header.packet,
        study="s",
        batch="b",
        coder=made.header.coder,
        coder_kind=str(made.header.kind),
        view=str(made.header.view),
        codebook_version="c1",
        settings=canonical({SETTING: kept}).decode("ascii"),
        header="{}",
        items=tuple(
            row(item, phase, position)
            for phase, items in ((Phase.TRAINING, made.training), (Phase.MAIN, made.main))
            for position, item in enumerate(items, start=1)
        ),
        tool_version="0.0",
        at="",
    )


def reported(desk: Desk, *, kept: PacketRecord | None = None) -> CoderReport:
    """What the owner would see if the log were returned now."""
    events = desk._log.events
    coded = CodedPacket(kept or as_packed(desk.packet), replay(events), tuple(events), {}, False)
    return coder_report(coded, ())


def same_as_the_desk(desk: Desk) -> int:
    """How many items both count as coded."""
    report, told = reported(desk), desk.progress
    if desk.step.phase is Phase.TRAINING:
        counted = (report.training_done, report.training)
    else:
        counted = (report.done + report.gold_done, report.items + report.gold)
    assert counted == (told.done, told.total), desk.step.kind
    return told.done


@pytest.mark.parametrize(
    "marks",
    [
        ("right", "right", "wrong"),
        ("right", "right", "right"),
        ("wrong", "wrong", "right"),
    ],
)
def test_after_every_act_at_the_desk_as_many_are_coded_as_it_says(
    marks: tuple[str, ...], tmp_path: Path
) -> None:
    """Through training, a gate that excludes, a lost reply and silent gold, to the end."""
    made = packet(
        [GATED, LOST, PLAIN, GOLDEN],
        training=[trial("first", tests=2), trial("second", tests=2)],
        gold=[right(one) for one in (trial("first", tests=2), trial("second", tests=2), GOLDEN)],
    )
    given = iter([*marks] * 99)
    met: list[int] = []
    with opened(tmp_path, made) as desk:
        while desk.step.kind is not StepKind.READY:
            met.append(same_as_the_desk(desk))
            match desk.step.kind:
                case StepKind.JUDGE:
                    judge(desk, next(given))
                case StepKind.LRS:
                    judge(desk, "ok")
                case StepKind.FEEDBACK:
                    desk.seen()
                case StepKind.HYPOTHESIS:
                    desk.hypothesis("no idea")
                case kind:
                    raise AssertionError(kind)
        assert same_as_the_desk(desk) == 4
        assert {0, 1, 2, 3, 4} == set(met)
        desk.lock()
        assert (reported(desk).done, reported(desk).gold_done) == (3, 1)


def test_a_training_item_is_coded_with_its_last_mark_in_content_view_and_with_its_lrs_else(
    tmp_path: Path,
) -> None:
    golden = trial("first", tests=2)
    with opened(tmp_path, packet([PLAIN], training=[golden, trial("second")])) as desk:
        judge(desk, "right")
        assert (reported(desk).training_done, reported(desk).training) == (0, 2)
        judge(desk, "right", "right")
        assert reported(desk).training_done == 0, "the LRS is still to come"
        judge(desk, "ok")
        assert reported(desk).training_done == 1
    content = packet([reply("one")], training=[reply("gold")], view=View.CONTENT, name="p2")
    (tmp_path / "content").mkdir()
    with opened(tmp_path / "content", content) as desk:
        desk.said(["the basket"])
        assert (reported(desk).training_done, reported(desk).training) == (1, 1)


def test_an_undone_lrs_and_a_changed_mark_leave_an_item_open(tmp_path: Path) -> None:
    with opened(tmp_path, packet([PLAIN, LOST])) as desk:
        judge(desk, "right", "right", "right", "ok")
        assert same_as_the_desk(desk) == 1
        desk.undo()
        assert same_as_the_desk(desk) == 0
        judge(desk, "ok")
        desk.go_to(1)
        judge(desk, "wrong")
        assert same_as_the_desk(desk) == 0


def test_a_model_gives_no_lrs_and_an_older_packet_does_not_say_whether_one_is_to_come(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, packet([PLAIN, LOST])) as desk:
        judge(desk, "right", "right", "right")
        kept = as_packed(desk.packet)
        assert reported(desk).done == 0
        by_a_model = replace(kept, coder_kind=str(CoderKind.AUTOMATIC))
        assert reported(desk, kept=by_a_model).done == 1
        assert reported(desk, kept=replace(kept, settings="{}")).done == 1


def test_gold_of_an_older_packet_is_coded_with_the_last_question_that_the_experts_coded(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, packet([PLAIN], training=[GOLDEN])) as desk:
        marks = ",".join(f'[{number},"right",[],[]]' for number in (1, 2, 3))
        older = replace(as_packed(desk.packet), settings=f'{{"gold":{{"golden":[{marks}]}}}}')
        judge(desk, "right", "right")
        assert reported(desk, kept=older).training_done == 0
        judge(desk, "right")
        assert reported(desk, kept=older).training_done == 1


def test_only_items_that_trials_do_not_tell_of_are_kept_and_each_list_of_questions_once() -> None:
    excluding = [trial(f"e{number}", tests=2, gate="exclude") for number in range(3)]
    kept = questions_to_judge([PLAIN, LOST, GOLDEN, *excluding], [GOLDEN.id], View.RUBRIC)
    assert isinstance(kept, dict)
    assert kept["items"] == {
        "lost": [0, [2]],
        "golden": [0, []],
        "e0": [1, []],
        "e1": [1, []],
        "e2": [1, []],
    }
    assert isinstance(kept["questions"], list)
    assert len(kept["questions"]) == 2
    assert "Sally" not in str(kept)
    assert questions_to_judge(excluding, (), View.CONTENT) == {"questions": [], "items": {}}


def test_items_begun_before_their_turn_are_counted(tmp_path: Path) -> None:
    made = packet([trial(f"m{n}", tests=1) for n in range(4)])
    with opened(tmp_path, made) as desk:
        judge(desk, "right", "right", "ok")
        assert reported(desk).out_of_order == 0
        desk.go_to(4)
        judge(desk, "right", "right", "ok", "right")
        assert (reported(desk).out_of_order, reported(desk).jumps) == (1, 1)
