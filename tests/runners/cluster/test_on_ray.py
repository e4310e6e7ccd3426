"""A run on a real Ray cluster of this computer, where Ray is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.cluster import engines_of
from benchmarks.kill_twenty import stored
from runners.participants.double import Double
from tests.patience import Gate, wait_until
from tests.runners.cli.cup_script import TEXT
from tests.shell import ROOT

pytest.importorskip("ray", reason="Ray is not installed (the extra `cluster`)")

KEY = "sk-of-nobody-0123456789"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds actors in /proc")
def test_an_actor_that_is_killed_is_replaced_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    (tmp_path / "cup.dev").write_text(TEXT, encoding="utf-8")
    url = f"sqlite:///{tmp_path / 'devrun.sqlite'}"
    gate = Gate()
    gate.open_to(20)

    def reply(_: object) -> str:
        gate.pass_through()
        return "On the shelf."

    with Double(then=reply) as double:
        environment = {
            **os.environ, **double.environment, "OPENAI_API_KEY": KEY, "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": "ignore",
        }  # fmt: skip
        command = [
            sys.executable, "-m", "runners.main", "cup.dev", "-m", "openai/any", "--runs", "30",
            "--on", "ray", "--actors", "2", "--concurrency", "4", "--store", url, "--json",
        ]  # fmt: skip
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as run:
            # Four calls wait at the gate: two of each actor.
            assert double.arrived(24, within_s=600)
            os.kill(engines_of(run.pid)[0], 9)
            gate.open_to(float("inf"))
            said, told = run.communicate()
        assert run.returncode == 0, told
        trials = json.loads(said)["trials"]
        wait_until(lambda: not engines_of(run.pid))
        asked = len(double.requests)
        again = subprocess.run(
            [*command[:8], *command[-3:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=True,
        )
    kept = stored(url)
    assert b"of 2 died" in told
    assert b"another one takes its place" in told
    assert trials["completed"] == trials["planned"] == len(kept)
    assert asked <= len(kept) + 2
    assert len(double.requests) == asked
    assert json.loads(again.stdout)["trials"]["replayed"] == len(kept)
    logs = Path("/tmp/ray/session_latest")
    assert not [
        one for one in logs.rglob("*") if one.is_file() and KEY.encode() in one.read_bytes()
    ]
