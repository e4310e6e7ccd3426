"""A log keeps what it reported as saved, whatever happens to the file, and is of one packet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from coders.desk.log import Log, log_path, read_log
from coders.packets.shape import Packet, PacketUnusable
from dsl.record import replace
from tests.coders.desk.rooms import packet, ticking, trial
from tests.shell import ROOT

PACKET = packet([trial("one")])


def log_of(path: Path, of: Packet = PACKET) -> Log:
    return Log(path, of, clock=ticking(), tool_version="0.0")


def written(path: Path, *marks: str) -> str:
    with log_of(path) as log:
        for mark in marks:
            log.append("mark", {"item": "one", "question": 1, "mark": mark})
    return path.read_text(encoding="utf-8")


def refusal(path: Path, of: Packet = PACKET) -> PacketUnusable:
    with pytest.raises(PacketUnusable) as caught, log_of(path, of):
        pass
    return caught.value


def test_a_line_says_what_was_done_by_whom_and_when_and_is_plain_ascii(tmp_path: Path) -> None:
    text = written(tmp_path / "Ada.log.jsonl", "right")
    line = json.loads(text)
    assert text.isascii()
    assert len(line.pop("sum")) == 16
    assert line == {
        "seq": 1,
        "kind": "mark",
        "at": "2026-01-01T00:00:00+00:00",
        "packet": "p1",
        "coder": "Ada",
        "codebook_version": "c1",
        "tool_version": "0.0",
        "item": "one",
        "question": 1,
        "mark": "right",
    }


def test_the_log_lies_next_to_the_packet() -> None:
    assert log_path(Path("packets/A.packet.jsonl")) == Path("packets/A.log.jsonl")
    assert log_path(Path("A.jsonl")) == Path("A.log.jsonl")


def test_a_log_opened_again_has_every_event_and_goes_on_counting(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    written(path, "right", "half")
    text = written(path, "wrong")
    events = read_log(text, "the log")
    assert [(event.seq, event.text("mark")) for event in events] == [
        (1, "right"),
        (2, "half"),
        (3, "wrong"),
    ]


@pytest.mark.parametrize("kept", [1, 30, 200, -2])
def test_a_half_written_last_line_is_dropped_and_it_is_said(tmp_path: Path, kept: int) -> None:
    """However much of it was written, as long as it is not the whole line."""
    path = tmp_path / "Ada.log.jsonl"
    whole = written(path, "right", "half")
    last = written(path, "wrong").removeprefix(whole)
    path.write_text(whole + last[:kept], encoding="utf-8")
    with log_of(path) as log:
        assert [event.text("mark") for event in log.events] == ["right", "half"]
        assert log.dropped == (
            f"the last line of {path} was incomplete when coding ended and is dropped: "
            "everything reported as saved is there"
        )
    assert path.read_text(encoding="utf-8") == whole


def test_a_whole_last_line_without_its_line_end_is_kept(tmp_path: Path) -> None:
    """An editor or a mail program took the line end away; the judgement was reported as saved."""
    path = tmp_path / "Ada.log.jsonl"
    text = written(path, "right", "half")
    path.write_text(text.removesuffix("\n"), encoding="utf-8")
    with log_of(path) as log:
        assert log.dropped == ""
        assert [event.text("mark") for event in log.events] == ["right", "half"]
        log.append("lock", {})
    assert len(read_log(path.read_text(encoding="utf-8"), "the log")) == 3


@pytest.mark.parametrize("tail", [b"\x00" * 300, b'{"seq": 3, \xff\xfe'])
def test_what_a_dying_disk_left_at_the_end_is_dropped(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "Ada.log.jsonl"
    text = written(path, "right", "half")
    path.write_bytes(text.encode() + tail)
    with log_of(path) as log:
        assert len(log.events) == 2
    assert path.read_bytes() == text.encode()


def test_windows_line_ends_and_a_byte_order_mark_are_no_damage(tmp_path: Path) -> None:
    text = written(tmp_path / "Ada.log.jsonl", "right", "half")
    assert len(read_log("\ufeff" + text.replace("\n", "\r\n"), "the log")) == 2


def test_a_changed_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    text = written(path, "right", "half", "wrong")
    path.write_text(text.replace('"half"', '"right"'), encoding="utf-8")
    fault = refusal(path)
    assert str(fault) == (
        f"{path}, line 2: this line was changed after it was written, or an earlier one is missing"
    )
    assert fault.help == (
        "`devrun code Ada.packet.jsonl --repair` copies the log, drops its damaged lines and goes "
        "on; with --log, name the log there, too"
    )


def test_a_lost_line_is_named_by_the_one_after_it(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    lines = written(path, "right", "half", "wrong").splitlines(keepends=True)
    path.write_text(lines[0] + lines[2], encoding="utf-8")
    assert str(refusal(path)).startswith(f"{path}, line 2: this line was changed")


@pytest.mark.parametrize("line", ["hello", "[1]", "{}", "[" * 5000, '{"seq": true}', "null"])
def test_a_line_that_is_no_event_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "Ada.log.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    fault = refusal(path)
    assert str(fault) == f"{path}, line 1: this is not a line of a coding log"


def test_the_log_of_another_packet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    written(path, "right")
    fault = refusal(path, packet([trial("one")], name="p2"))
    assert str(fault) == f"{path} is the log of another packet"
    assert fault.help == "keep each packet and its log in a separate folder"


def test_another_file_of_the_packet_is_refused(tmp_path: Path) -> None:
    """The packet was changed after coding began."""
    path = tmp_path / "Ada.log.jsonl"
    with log_of(path) as log:
        log.append("opened", {"checksum": PACKET.checksum})
    changed = replace(PACKET, checksum="0" * 64)
    assert str(refusal(path, changed)) == (
        f"Ada.packet.jsonl is not the file that {path} was begun with"
    )
    newer = replace(PACKET, header=replace(PACKET.header, codebook_version="c2"))
    assert "is not the file" in str(refusal(path, newer))


def test_a_second_window_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    with log_of(path):
        fault = refusal(path)
        assert str(fault) == f"{path} is open in another window"
    with log_of(path):
        pass


def test_a_folder_that_cannot_be_written_is_refused_in_words(tmp_path: Path) -> None:
    fault = refusal(tmp_path / "missing" / "Ada.log.jsonl")
    assert str(fault).endswith("cannot be written: no such file or directory")
    assert (
        fault.help
        == "put the packet into a folder you can write to, or name another log with --log"
    )


def test_a_full_disk_refuses_the_act_and_leaves_the_log_whole(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: the kernel writes what fits, and
    refuses the rest; with room again the log goes on.
    """
    path = tmp_path / "Ada.log.jsonl"
    told = subprocess.run(
        [sys.executable, "-c", _FULL, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.splitlines() == [
        "the judgement could not be saved: file too large",
        f"make room on the disk of {path}; everything before it is saved",
        "1 before, 1 after, 2 with room again",
    ]
    assert len(read_log(path.read_text(encoding="utf-8"), "the log")) == 2


_FULL = """
import resource, signal, sys
from pathlib import Path
from coders.packets.shape import PacketUnusable
from tests.coders.desk.test_log import log_of

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
with log_of(path) as log:
    log.append("mark", {"item": "one", "question": 1, "mark": "right"})
    size = path.stat().st_size
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, most))
    try:
        log.append("mark", {"item": "one", "question": 2, "mark": "half"})
    except PacketUnusable as fault:
        print(fault.message)
        print(fault.help)
    assert path.stat().st_size == size
    before, after = 1, len(log.events)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    log.append("mark", {"item": "one", "question": 2, "mark": "half"})
    print(f"{before} before, {after} after, {len(log.events)} with room again")
"""


def test_a_closed_log_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "Ada.log.jsonl"
    log = log_of(path)
    with log:
        log.append("opened", {})
    with pytest.raises(PacketUnusable) as caught:
        log.append("mark", {"item": "one"})
    assert str(caught.value) == f"{path} was closed after a failed or interrupted write"
    assert len(read_log(path.read_text(encoding="utf-8"), "the log")) == 1
