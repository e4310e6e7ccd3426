"""A judge is stopped from the keyboard or killed outright, and goes on without asking twice."""

from __future__ import annotations

import json
import signal
import sys

import pytest

from runners.participants.double import Double, Hang
from tests.patience import PATIENCE
from tests.runners.coding.homes import items, packet, write_file
from tests.shell import Shell

RIGHT = json.dumps({"marks": [{"question": n, "mark": "right", "flags": []} for n in (1, 2)]})
COMMAND = ("code", "Anna.packet.jsonl", "--judge", "openai/gpt-5")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_what_was_kept_is_not_asked_again(shell: Shell, sign: signal.Signals, code: int) -> None:
    write_file(shell.folder, packet("Anna", items(12)))
    # Eight are asked at a time: the ninth comes when one is answered, and all but two hang.
    with Double(RIGHT, RIGHT, *[Hang()] * 8, then=RIGHT) as double:
        running = shell.start(*COMMAND, more=double.environment)
        assert double.arrived(10, within_s=PATIENCE)
        running.send_signal(sign)
        if sign is signal.SIGINT:
            # What is on its way is waited for, until Ctrl-C comes again.
            assert running.stderr is not None
            while not running.stderr.readline().startswith("stopping: "):
                assert running.poll() is None
            running.send_signal(sign)
        _, said = running.communicate(timeout=PATIENCE)
        assert running.returncode == code, said
        assert "Traceback" not in said
        log = shell.folder / "Anna.judge-openai-gpt-5.log.jsonl"
        before = log.read_text(encoding="utf-8")
        kept = before.count('"kind": "judge"')
        assert kept == 2
        found = shell.json(*COMMAND, more=double.environment)
        assert (found["judged"], found["asked"], found["finished"]) == (12, 10, True)
        assert len(double.requests) == 20
        assert log.read_text(encoding="utf-8").startswith(before)
