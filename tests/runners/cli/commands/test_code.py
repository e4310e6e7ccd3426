"""`devrun code` in plain lines: real processes, real files, killed at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from coders.desk.desk import Desk
from coders.desk.log import Event, Log, read_log
from coders.desk.next_step import find_step
from coders.desk.state import replay
from coders.desk.steps import Step, StepKind
from coders.packets.file import packet_at
from coders.packets.shape import Packet
from tests.coders.desk.rooms import packet, ticking, trial
from tests.packet_text import packet_text
from tests.shell import Shell

PACKET = packet([trial("one", tests=1), trial("two", tests=1)])


def coding(shell: Shell, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "runners.main", "code", *arguments],
        cwd=shell.folder,
        env=shell.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def typed(shell: Shell, *lines: str, to: tuple[str, ...] = ("Ada.packet.jsonl",)) -> list[str]:
    """What a coding that gets these lines says on stdout and on stderr; it must end well."""
    done = shell.run("code", *to, typed="".join(f"{line}\n" for line in lines))
    return [done.stdout, done.stderr]


def put(shell: Shell, of: Packet = PACKET, name: str = "Ada.packet.jsonl") -> Path:
    path = shell.folder / name
    path.write_text(packet_text(of), encoding="utf-8")
    return path


def events(shell: Shell, name: str = "Ada.log.jsonl") -> tuple[Event, ...]:
    return read_log((shell.folder / name).read_text(encoding="utf-8"), name)


def test_a_pipe_is_coded_in_plain_lines_to_the_end(shell: Shell) -> None:
    put(shell)
    said, talk = typed(shell, "", "1", "1", "", "1", "h2", "", "no idea", "hand in", "yes")
    assert said.splitlines()[0] == "Welcome, Ada."
    assert said.splitlines()[-1] == "Thank you. Nothing can be changed any more."
    assert talk == (
        """handed in; judgements are saved in Ada.log.jsonl
next: send Ada.log.jsonl to the study's owner
"""
    )
    kinds = [event.kind for event in events(shell) if event.kind != "shown"]
    assert kinds == ["opened", *["mark", "mark", "lrs"] * 2, "hypothesis", "lock"]


def test_leaving_and_the_end_of_lines_keep_the_place(shell: Shell) -> None:
    """`q`, the end of the pipe, and a last line without its end."""
    put(shell)
    _, talk = typed(shell, "", "1", "q", "1")
    assert talk == (
        """0 of 2 coded; judgements are saved in Ada.log.jsonl
next: devrun code Ada.packet.jsonl   continue
"""
    )
    said, _ = typed(shell, "1")
    assert "Item 1 of 2" in said
    assert "Kept: right." in said
    said = shell.run("code", "Ada.packet.jsonl", typed="5").stdout
    assert "write an LRS" not in said
    _, talk = typed(shell, "")
    assert talk.startswith("1 of 2 coded; ")
    sittings = [event.kind for event in events(shell) if event.kind in ("opened", "closed")]
    assert sittings == ["opened", "closed"] * 4


def test_a_log_that_lies_elsewhere_is_named_in_the_command_that_goes_on(shell: Shell) -> None:
    put(shell)
    _, talk = typed(shell, "", "1", "q", to=("Ada.packet.jsonl", "--log", "mine.jsonl"))
    assert talk == (
        """0 of 2 coded; judgements are saved in mine.jsonl
next: devrun code Ada.packet.jsonl --log mine.jsonl   continue
"""
    )


def test_ctrl_c_keeps_everything_and_says_130(shell: Shell) -> None:
    put(shell)
    process = coding(shell, "Ada.packet.jsonl")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n1\n")
    process.stdin.flush()
    while process.stdout.readline() != "Kept: passed.\n":
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate()
    assert process.returncode == 130
    assert talk == (
        "0 of 2 coded; judgements are saved in Ada.log.jsonl\nnext: devrun code "
        "Ada.packet.jsonl   continue\n"
    )
    assert [event.kind for event in events(shell)] == ["opened", "shown", "mark", "closed"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_lines_are_taken_where_errors_go_to_a_file(shell: Shell) -> None:
    """The screen is drawn where errors go, and would be written into the file."""
    import pty

    put(shell)
    here, there = pty.openpty()
    with (shell.folder / "errors.txt").open("wb") as errors, os.fdopen(here, "r+b", 0) as keys:
        process = subprocess.Popen(
            [sys.executable, "-m", "runners.main", "code", "Ada.packet.jsonl"],
            cwd=shell.folder,
            env={**shell.environment, "TERM": "xterm"},
            stdin=there,
            stdout=there,
            stderr=errors,
        )
        os.close(there)
        keys.write(b"q\n")
        said = b""
        while b"Press Enter to begin." not in said:
            said += keys.read(1024)
        assert process.wait() == 0
    assert b"Welcome, Ada." in said
    assert (shell.folder / "errors.txt").read_text(encoding="utf-8").startswith("0 of 2 coded; ")


def test_another_log_can_be_named(shell: Shell) -> None:
    put(shell)
    typed(shell, "", "1", to=("Ada.packet.jsonl", "--log", "mine.jsonl", "--plain"))
    assert [event.kind for event in events(shell, "mine.jsonl")] == [
        "opened", "shown", "mark", "closed",
    ]  # fmt: skip
    done = shell.run("code", "Ada.packet.jsonl", "--log", "Ada.packet.jsonl", code=2)
    assert done.stderr == (
        "devrun: --log names the packet itself\nhelp: leave it out, or name another file\n"
    )


def test_a_packet_is_found_in_its_folder(shell: Shell) -> None:
    (shell.folder / "packets").mkdir()
    put(shell, name="packets/Ada.packet.jsonl")
    typed(shell, "", "1", to=("packets",))
    assert len(events(shell, "packets/Ada.log.jsonl")) == 4
    put(shell, packet([trial("one")], coder="Bo"), name="packets/Bo.packet.jsonl")
    done = shell.run("code", "packets", code=5)
    assert done.stderr == (
        "devrun: `packets` is a folder; packets in it: Ada.packet.jsonl, "
        "Bo.packet.jsonl\nhelp: name your packet\n"
    )


def test_what_cannot_be_used_is_said_in_a_sentence(shell: Shell) -> None:
    path = put(shell)
    assert "cannot be read: no such file" in shell.run("code", "none.jsonl", code=5).stderr
    typed(shell, "", "1")
    put(shell, packet([trial("one", tests=1)], name="p2"))
    done = shell.run("code", "Ada.packet.jsonl", code=5)
    assert done.stderr == (
        "devrun: Ada.log.jsonl is the log of another packet\n"
        "help: keep each packet and its log in a separate folder\n"
    )
    put(shell, packet([trial("one", tests=2), trial("two", tests=1)]))
    done = shell.run("code", "Ada.packet.jsonl", code=5)
    assert done.stderr == (
        "devrun: Ada.packet.jsonl is not the file that Ada.log.jsonl was begun with\n"
        "help: use the packet as you received it; ask the study's owner for it\n"
    )
    path.write_text("hello\n", encoding="utf-8")
    assert shell.run("code", "Ada.packet.jsonl", code=5).stderr.startswith("devrun: ")
    done = shell.run("code", "Ada.packet.jsonl", "--json", code=2)
    assert "--json needs --judge" in done.stdout


def test_a_second_window_is_refused(shell: Shell) -> None:
    path = put(shell)
    with Log(shell.folder / "Ada.log.jsonl", packet_at(path), clock=ticking(), tool_version="0"):
        done = shell.run("code", "Ada.packet.jsonl", code=5)
    assert done.stderr == (
        "devrun: Ada.log.jsonl is open in another window\nhelp: close it first, or continue there\n"
    )


def test_a_half_written_line_is_dropped_and_said(shell: Shell) -> None:
    put(shell)
    typed(shell, "", "1")
    log = shell.folder / "Ada.log.jsonl"
    with log.open("a", encoding="utf-8") as file:
        file.write('{"seq": 5, "kind": "ma')
    _, talk = typed(shell, "q")
    assert talk.splitlines()[0] == (
        "the last line of Ada.log.jsonl was incomplete when coding ended and is dropped: "
        "everything reported as saved is there"
    )


def test_a_damaged_log_is_repaired_and_coding_goes_on(shell: Shell) -> None:
    put(shell)
    typed(shell, "", "1", "1", "", "q")
    path = shell.folder / "Ada.log.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join((*lines[:2], "?\n", *lines[3:])), encoding="utf-8")
    refused = shell.run("code", "Ada.packet.jsonl", code=5).stderr
    assert "Ada.log.jsonl, line 3: this is not a line of a coding log" in refused
    assert "`devrun code Ada.packet.jsonl --repair`" in refused
    _, said = typed(shell, "q", to=("Ada.packet.jsonl", "--repair"))
    assert said.startswith(
        "Ada.log.jsonl: line 3 was damaged and dropped; the damaged file is kept as "
        "Ada.log.jsonl.damaged-1\n"
    )
    assert [one.kind for one in events(shell)][:4] == ["opened", "shown", "lost", "mark"]
    _, said = typed(shell, "q", to=("Ada.packet.jsonl", "--repair"))
    assert said.startswith("Ada.log.jsonl is not damaged; nothing was changed\n")


def test_lines_that_follow_each_other_are_named_together(shell: Shell) -> None:
    put(shell)
    typed(shell, "", "1", "1", "", "1", "1", "", "q")
    path = shell.folder / "Ada.log.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    odd = [
        line.replace("{", "", 1) if at in (2, 3, 4, 6) else line for at, line in enumerate(lines)
    ]
    path.write_text("".join(odd), encoding="utf-8")
    _, said = typed(shell, "q", to=("Ada.packet.jsonl", "--repair"))
    assert said.startswith("Ada.log.jsonl: lines 3 to 5 and 7 were damaged and dropped; ")


def test_what_was_lost_from_a_log_that_was_handed_in_is_not_asked_again(shell: Shell) -> None:
    put(shell)
    typed(shell, "", "1", "1", "", "1", "1", "", "aim", "hand in", "yes")
    assert "lock" in [one.kind for one in events(shell)]
    path = shell.folder / "Ada.log.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join((*lines[:2], "?\n", *lines[3:])), encoding="utf-8")
    _, said = typed(shell, to=("Ada.packet.jsonl", "--repair"))
    assert "the log was handed in, so you are not asked again for what was lost" in said


def test_letters_of_another_encoding_end_nothing(shell: Shell) -> None:
    put(shell)
    said = shell.run("code", "Ada.packet.jsonl", typed="\nn caf\udce9\n1\n").stdout
    assert "Note kept." in said
    assert "Kept: passed." in said


def test_coding_needs_no_heavy_library() -> None:
    """Plain lines start without the screen, the store's database, or any statistics."""
    heavy = {"textual", "sqlalchemy", "numpy", "scipy", "openai", "rich"}
    modules = "coders.plain.session, coders.packets.file, runners.cli.commands.coding.code"
    modules += ", runners.store.records"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert heavy & set(told.stdout.split()) == set()


MANY = packet(
    [trial(f"i{number}", tests=2) for number in range(100)],
    lrs_first=Fraction(1, 5),
    masking=Fraction(1, 10),
)


def line_for(step: Step, desk: Desk) -> str:
    """What the coder of the killing test types at a step: the same whenever that step comes."""
    assert step.kind not in (StepKind.FEEDBACK, StepKind.GATE_RESULT)
    if step.item is None or step.kind in (StepKind.MASKING, StepKind.LRS):
        return {
            StepKind.WELCOME: "",
            StepKind.LRS: "",
            StepKind.MASKING: "1 1",
            StepKind.HYPOTHESIS: "no idea",
        }[step.kind]
    if step.kind is StepKind.LRS_FIRST:
        return "3"
    assert step.question is not None
    dice = random.Random(f"{step.item.id} {step.question.number}")
    codes = desk.state.codes(step.item.id)
    if step.question.number == 1 and not codes.notes and dice.random() < 0.2:
        return "n a note"
    if step.question.number == 2 and not codes.skips and dice.random() < 0.1:
        return "s garbled"
    return dice.choice(["1", "1", "u1", "3"]) if not step.question.is_control else "1"


def all_steps(folder: Path, of: Packet) -> tuple[list[Step], list[str]]:
    """Every step of a coding to its end, and the line typed at each."""
    steps, lines = [], []
    with Log(folder / "whole.log.jsonl", of, clock=ticking(), tool_version="0") as log:
        desk = Desk(of, log)
        while desk.step.kind is not StepKind.READY:
            line = line_for(desk.step, desk)
            steps.append(desk.step)
            lines.append(line)
            do(desk, line)
        steps.append(desk.step)
    return steps, lines


def do(desk: Desk, line: str) -> None:
    """One line at a desk, by the very code under test but without a process."""
    from coders.plain.session import PlainCoding

    waiting: Iterator[str] = iter([line])
    PlainCoding(desk, read=lambda: next(waiting, None), say=lambda _: None, now=lambda: 0.0).run()


ACTS = ("mark", "lrs", "note", "skip", "masking", "hypothesis")
KEPT = ("Kept", "Note kept.", "Skipped.")


def plain(step: Step) -> tuple[object, ...]:
    """A step without what differs between two codings: sequence numbers and times."""
    return (
        step.kind, step.item and step.item.id, step.question and step.question.number,
        {number: (one.mark, one.flags) for number, one in step.judged.items()},
        step.proposed, step.standing, step.position,
    )  # fmt: skip


def test_kills_lose_nothing_that_was_said_to_be_kept(
    shell: Shell, tmp_path: Path, dice: random.Random, thorough: bool
) -> None:
    """A coding of a hundred items from typed lines, killed four times (in a thorough run twenty
    times) and interrupted half as often at random moments: what was acknowledged is in the log, the
    place is that of a coding never killed, and in the end so is the log.
    """
    most_kills, most_stops = (20, 10) if thorough else (4, 2)
    ends = most_kills + most_stops
    of = packet_at(put(shell, MANY))
    steps, lines = all_steps(tmp_path, of)
    log = shell.folder / "Ada.log.jsonl"
    done = kills = stops = 0
    while done < len(lines):
        process = coding(shell, "Ada.packet.jsonl")
        assert process.stdin is not None
        assert process.stdout is not None
        acknowledged, until = 0, dice.randrange(1, 7) if kills + stops < ends else len(lines)
        # Not all at once: a quick child would be through before it is killed.
        process.stdin.write("".join(f"{line}\n" for line in lines[done : done + until + 6]))
        process.stdin.flush()
        if kills + stops < ends:
            while acknowledged < until:
                line = process.stdout.readline()
                assert line, "it ended before it was killed"
                acknowledged += line.startswith(KEPT)
            for _ in range(dice.randrange(20_000)):
                pass  # a moment that falls anywhere between two writes, or into one
            killed = stops == most_stops or (kills < most_kills and dice.random() < 2 / 3)
            os.kill(process.pid, signal.SIGKILL if killed else signal.SIGINT)
            kills, stops = kills + killed, stops + (not killed)
        process.stdin.close()
        rest = process.stdout.read()
        process.wait()
        acknowledged += sum(line.startswith(KEPT) for line in rest.splitlines())
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
        process.stderr.close()
        process.stdout.close()
        kept = read_log(log.read_text(encoding="utf-8"), "the log")
        # The welcome is an act without an acknowledgement.
        now_done = sum(event.kind in ACTS for event in kept) + 1
        assert now_done >= max(done, 1) + acknowledged
        step = find_step(of, replay(kept))
        assert plain(step) == plain(steps[now_done])
        done = now_done
    assert (kills, stops) == (most_kills, most_stops)
    told = [what(event) for event in events(shell) if event.kind in ACTS]
    whole = read_log((tmp_path / "whole.log.jsonl").read_text(encoding="utf-8"), "whole")
    assert told == [what(event) for event in whole if event.kind in ACTS]


def what(event: Event) -> tuple[str, str, int | None, str, tuple[str, ...], int | None]:
    """What an event says, without when."""
    return (
        event.kind, event.text("item"), event.number("question"), event.text("mark"),
        event.words("flags"), event.number("lrs"),
    )  # fmt: skip
