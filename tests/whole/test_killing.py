"""kill -9 at any moment loses at most what was in flight, and repeats nothing that was finished."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from random import Random

from runners.participants.double import Double, Request
from tests.patience import PATIENCE
from tests.shell import EXPERIMENTS, Shell

CONCURRENCY = 8


def test_kills_again_and_again_lose_no_trial_and_repeat_none(
    shell: Shell, dice: Random, thorough: bool
) -> None:
    """Every trial is there once, and calls in all are at most those planned and those in flight."""
    kills = 200 if thorough else 8
    runs = str(kills // 2 + 1)

    def slowly(request: Request) -> str:
        time.sleep(dice.uniform(0.005, 0.03))  # a server that takes its time, not a way to wait
        return "The first one."

    script = str(EXPERIMENTS / "blicket.dev")
    arguments = (script, "-m", "openai/any", "--concurrency", str(CONCURRENCY), "--runs", runs)
    planned = shell.json("plan", script, "--runs", runs)
    with Double(then=slowly) as double:
        for _ in range(kills):
            process = shell.start(*arguments, more=double.environment)
            assert double.arrived(len(double.requests) + dice.randrange(1, 18), within_s=PATIENCE)
            time.sleep(dice.uniform(0, 0.02))  # a moment that falls anywhere in the work
            assert process.poll() is None
            process.kill()
            process.communicate()
        done = shell.json(*arguments, more=double.environment)
        asked = len(double.requests)
    assert done["trials"]["failed"] == done["trials"]["left"] == 0
    assert done["trials"]["planned"] == planned["trials"]
    assert done["trials"]["completed"] + done["trials"]["replayed"] == planned["trials"]
    assert planned["calls"] <= asked <= planned["calls"] + kills * CONCURRENCY
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        (rows,) = store.execute("select count(*) from calls").fetchone()
    assert rows == planned["calls"]
