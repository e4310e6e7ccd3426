"""Starting and leaving: the screen's library is read by nobody who does not need it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.pilot import Pilot

from coders.desk.rubric import MARK_TABLE
from coders.screen.app import CodingApp
from tests.coders.screen.packets import packet_of, trial
from tests.coders.screen.sitting import desk_of, sit
from tests.packet_text import packet_text
from tests.shell import EXPERIMENTS, Shell


@pytest.mark.parametrize("arguments", [("--help",), ("check",), ("code", "--help"), ("code",)])
def test_only_the_screen_imports_textual(shell: Shell, arguments: tuple[str, ...]) -> None:
    packet = shell.folder / "A.packet.jsonl"
    packet.write_text(packet_text(packet_of((trial(1),))), encoding="utf-8")
    more = {
        ("check",): (str(EXPERIMENTS / "gears.dev"),),
        ("code",): (str(packet), "--plain"),
    }.get(arguments, ())
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "runners.main", *arguments, *more],
        cwd=shell.folder,
        env=dict(shell.environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "runners.cli" in done.stderr
    assert "textual" not in done.stderr
    assert "coders.screen" not in done.stderr


def test_the_rubric_can_be_read_before_the_first_item(tmp_path: Path) -> None:
    sat = sit(packet_of((trial(1),)), tmp_path / "a.log.jsonl", "?")
    assert MARK_TABLE[0].reply in sat.text
    assert sat.events == ()


@pytest.mark.parametrize(("key", "interrupts"), [("q", False), ("ctrl+q", False), ("ctrl+c", True)])
def test_ctrl_c_interrupts_and_q_leaves(key: str, interrupts: bool, tmp_path: Path) -> None:
    async def press(pilot: Pilot[object]) -> None:
        await pilot.press(key)

    with desk_of(packet_of((trial(1),)), tmp_path / "a.log.jsonl") as desk:
        ended = pytest.raises(KeyboardInterrupt) if interrupts else nullcontext()
        with ended:
            CodingApp(desk).run(headless=True, auto_pilot=press)
