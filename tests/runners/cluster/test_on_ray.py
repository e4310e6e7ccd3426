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
from tests.patience import PATIENCE, Gate, wait_until
from tests.runners.cli.cup_script import TEXT
from tests.shell import ROOT

pytest.importorskip("ray", reason="Ray is not installed (the extra `cluster`)")

KEY = "sk-of-nobody-0123456789"


ONE_WAITS = """
import sys
from pathlib import Path

import anyio

from runners.cluster.on_ray import LOCAL, _actor, _Driver, connected
from runners.cluster.work import Engine, participants_of
from runners.engine.cost_budget import study_budget
from runners.store.store import Store
from tests.runners.cluster.test_engines import work_of


class OneWaits(_Driver):
    def _made(self, at, *given):
        # What no node has, as a GPU that somebody else keeps.
        needs = {"resources": {"kept": 1}} if at else {}
        return _actor(Engine, **needs).remote(*given)


if __name__ == "__main__":
    work = work_of(Path(sys.argv[1]))
    asked, url = participants_of(work), f"sqlite:///{sys.argv[1]}/devrun.sqlite"
    with connected(LOCAL, url) as cluster, Store.open(url) as store:
        costs = study_budget(store, work.start.study, asked, work.tariffs, None)
        driver = OneWaits(work, store, asked, cluster, 2, None, costs, print)
        print(anyio.run(driver.drive, backend="asyncio").trials)
"""


def test_an_engine_that_finds_no_place_is_not_waited_for(tmp_path: Path) -> None:
    script = tmp_path / "one_waits.py"
    script.write_text(ONE_WAITS)
    done = subprocess.run(
        [sys.executable, script, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "completed=10, replayed=0, failed=0, left=0" in done.stdout, done.stderr


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
