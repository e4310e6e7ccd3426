"""kill -9 at any moment loses at most what was in flight, and repeats nothing that was finished."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing

from runners.participants.double import Double, Request
from tests.shell import EXPERIMENTS, Shell

CONCURRENCY = 8


def test_twenty_kills_in_a_run_of_four_hundred_calls(shell: Shell) -> None:
    """Every trial is there once, and calls in all are at most those planned and those in flight."""
    dice = random.Random(20)

    def slowly(request: Request) -> str:
        time.sleep(dice.uniform(0.005, 0.03))  # a server that takes its time, not a way to wait
        return "The first one."

    script = str(EXPERIMENTS / "blicket.dev")
    arguments = (script, "-m", "openai/any", "--concurrency", str(CONCURRENCY), "--runs", "9")
    planned = shell.json("plan", script, "--runs", "9")
    assert planned["calls"] >= 400
    kills = 0
    with Double(then=slowly) as double:
        while kills < 20:
            process = shell.start(*arguments, more=double.environment)
            seen = len(double.requests)
            until = seen + dice.randrange(1, 25)
            deadline = time.monotonic() + 60
            while len(double.requests) < until and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.001)
            if process.poll() is not None:
                process.communicate()
                break
            time.sleep(dice.uniform(0, 0.02))
            process.kill()
            process.communicate()
            kills += 1
        done = shell.json(*arguments, more=double.environment)
        asked = len(double.requests)
    assert done["trials"]["failed"] == done["trials"]["left"] == 0
    assert done["trials"]["planned"] == planned["trials"]
    assert done["trials"]["completed"] + done["trials"]["replayed"] == planned["trials"]
    assert planned["calls"] <= asked <= planned["calls"] + kills * CONCURRENCY
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        (rows,) = store.execute("select count(*) from calls").fetchone()
    assert rows == planned["calls"]
    assert kills == 20
