"""One spoilt line costs one judgement: the rest of the log goes on, and what is lost is named."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from coders.desk.log import LOST, Log, read_log
from coders.desk.log_checks import refuse_implausible
from coders.desk.log_repair import repair_log
from coders.desk.state import replay
from coders.packets.shape import PacketUnusable, Phase
from tests.coders.desk.rooms import judge, opened, packet, ticking, trial

PACKET = packet([trial(f"m{number}", tests=1) for number in range(3)])
NOW = "2026-01-02T00:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ada's log of three items, with one mark taken back: lines 9 and 10."""
    with opened(tmp_path, PACKET) as desk:
        judge(desk, "right", "right", "ok", "right", "half")
        desk.undo()
        judge(desk, "wrong", "ok", "right", "right", "ok")
        return desk.log_path


def spoilt(path: Path, number: int, change: Callable[[str], str]) -> list[str]:
    """The lines that were there, after a change of one of them, by its number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    whole = "".join(f"{change(line) if at == number else line}\n" for at, line in
                    enumerate(lines, start=1))  # fmt: skip
    path.write_text(whole, encoding="utf-8")
    return lines


CHANGES = {
    "unreadable": lambda line: "\0" * 40,
    "changed": lambda line: line.replace('"right"', '"wrong"'),
    "checksum": lambda line: line[:-4] + 'zz"}',
    "missing": lambda line: "",
    "number": lambda line: line.replace('"seq": 4', '"seq": 400000'),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_one_damaged_line_costs_one_line(path: Path, change: Callable[[str], str]) -> None:
    lines = spoilt(path, 4, change)
    damaged = path.read_bytes()
    with pytest.raises(PacketUnusable) as caught:
        Log(path, PACKET, clock=ticking(), tool_version="0.0").__enter__()
    assert caught.value.help.startswith("`devrun code Ada.packet.jsonl --repair` copies the log")
    copy = path.with_name("Ada.log.jsonl.damaged-1")
    assert repair_log(path, PACKET) == ((4,), copy)
    assert copy.read_bytes() == damaged
    events = read_log(path.read_text(encoding="utf-8"), "the log")
    assert [one.kind == LOST for one in events] == [n == 4 for n in range(1, len(lines) + 1)]
    # The undo still takes back what it named.
    assert replay(events).codes("m1").judgements[1].mark == "wrong"
    assert set(replay(events).codes("m0").judgements) == {2}
    with opened(path.parent, PACKET) as desk:
        assert desk.step.item == PACKET.main[0]
        assert desk.step.question == PACKET.main[0].question(1)
        judge(desk, "right", "ok")
    events = read_log(path.read_text(encoding="utf-8"), "the log")
    sections = {Phase.MAIN: ["m0", "m1", "m2"]}
    refuse_implausible(events, sections, "A.log.jsonl", now=NOW)


def test_a_lost_line_that_an_item_was_shown_is_no_reason_to_refuse_the_log(path: Path) -> None:
    spoilt(path, 2, CHANGES["unreadable"])
    repair_log(path, PACKET)
    events = read_log(path.read_text(encoding="utf-8"), "the log")
    refuse_implausible(events, {Phase.MAIN: ["m0", "m1", "m2"]}, "A.log.jsonl", now=NOW)


def test_a_log_without_damage_is_left_alone(path: Path) -> None:
    before = path.read_bytes()
    assert repair_log(path, PACKET) is None
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_full_disk_leaves_the_log_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    spoilt(path, 4, CHANGES["unreadable"])
    damaged = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("coders.desk.log_repair.os.fsync", full)
        with pytest.raises(PacketUnusable, match="cannot be repaired") as caught:
            repair_log(path, PACKET)
    assert "it is as it was" in caught.value.help
    assert path.read_bytes() == damaged
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert repair_log(path, PACKET) == ((4,), path.with_name("Ada.log.jsonl.damaged-1"))


def test_a_file_without_a_line_of_the_packet_is_refused(path: Path) -> None:
    path.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(PacketUnusable, match="has no line of the packet of Ada"):
        repair_log(path, PACKET)
