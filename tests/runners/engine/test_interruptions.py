"""Whatever stops a run, and when: nothing is lost, nothing is asked twice that was answered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random

import pytest
from scenes import CALLS_IN_A_TRIAL, plan, read, trial
from script_for_runs import STOPPING

from runners.participants.double import Double, Request
from runners.store.errors import StoreUnusable
from runners.store.keys import sampling_seed
from runners.store.store import Store
from tests.patience import PATIENCE
from tests.ready import Forked, can_fork
from tests.shell import VENDORS, ready_to_fork

DRAWS = 18
PLANNED = DRAWS * CALLS_IN_A_TRIAL
CONCURRENCY = 8
_SCRIPT = Path(__file__).with_name("script_for_runs.py")


def begin(path: Path, double: Double, draws: int = DRAWS) -> subprocess.Popen[str] | Forked:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(VENDORS)},
        **double.environment,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    if can_fork():
        ready = ready_to_fork()
        return ready.start((str(path), str(draws)), Path.cwd(), environment, script=_SCRIPT)
    return subprocess.Popen(
        [sys.executable, str(_SCRIPT), str(path), str(draws)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process: subprocess.Popen[str] | Forked) -> Mapping[str, Mapping[str, int]]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    loaded: Mapping[str, Mapping[str, int]] = json.loads(out)
    return loaded


def asked(double: Double) -> list[object]:
    """Which call each request was for: its seed is made of the call key. A request that broke off
    when its process died has none.
    """
    return [request.json.get("seed") for request in double.requests]


def stored(path: Path) -> set[object]:
    """The calls that have a reply, by seed."""
    try:
        with Store.open(str(path), reading=True) as store:
            return {
                sampling_seed(call.key)
                for study in store.studies()
                for call in store.calls_of(study.id)
            }
    except StoreUnusable:
        return set()  # killed before there was one


def everything_is_there_once(path: Path) -> None:
    with Store.open(str(path)) as store:
        study = store.study()
        assert (study.trials, study.finished) == (DRAWS, DRAWS)
        participant = study.participants[0].key
        assert len(list(store.calls_of(study.id))) == PLANNED
        for planned in plan(range(1, DRAWS + 1)):
            told = read(store, trial(planned.draw), participant)
            assert told.complete
            (kept,) = store.transcripts([planned.key(participant)])
            assert kept.hash == told.hash


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_killed_at_twenty_random_moments_a_run_is_completed_without_a_repeated_call(
    tmp_path: Path, dice: Random
) -> None:
    """By the engine alone; tests/whole/test_killing.py kills whole commands."""
    path = tmp_path / "store.sqlite"
    moments = sorted(dice.sample(range(PLANNED), 20))
    with Double() as double:
        for moment in moments:
            process = begin(path, double)
            assert double.arrived(moment, within_s=PATIENCE)
            process.kill()
            process.communicate()
            finished, so_far = stored(path), len(double.requests)
            # What was on its way when the process died may still come in; it was not finished.
            assert so_far - len(finished) <= CONCURRENCY * (moments.index(moment) + 1)
            assert finished.isdisjoint(asked(double)[so_far:])
        end = outcome(begin(path, double))
        assert end["trials"]["completed"] + end["trials"]["replayed"] == DRAWS
        sent = asked(double)
    assert len(set(sent) - {None}) == PLANNED
    assert len(sent) <= PLANNED + CONCURRENCY * len(moments)
    everything_is_there_once(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_no_call_that_was_answered_and_kept_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Double() as double:
        first = begin(path, double)
        assert double.arrived(PLANNED // 2, within_s=PATIENCE)
        first.kill()
        first.communicate()
        kept, before = stored(path), asked(double)
        outcome(begin(path, double))
        after = asked(double)[len(before) :]
    assert len(kept) > 0
    # Requests of the dead process that came in late are for calls that it could not keep.
    assert kept.isdisjoint(after)
    assert len(after) <= PLANNED - len(kept) + CONCURRENCY


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends other signals")
def test_ctrl_c_keeps_what_has_come_and_says_how_much_is_left(
    tmp_path: Path, kind: signal.Signals
) -> None:
    path = tmp_path / "store.sqlite"
    numbers, stopping = count(), threading.Event()

    def answer(request: Request) -> str:
        # The run cannot go on before it is being stopped, however long that takes.
        if next(numbers) >= PLANNED // 3:
            stopping.wait(PATIENCE)
        return "Yes."

    with Double(then=answer) as double:
        process = begin(path, double)
        assert double.arrived(PLANNED // 3 + 1, within_s=PATIENCE)
        process.send_signal(kind)
        assert process.stdout is not None
        assert process.stdout.readline() == STOPPING
        stopping.set()
        stopped = outcome(process)
        assert stopped["interrupted"]
        assert sum(stopped["trials"].values()) == DRAWS
        assert stopped["trials"]["left"] > 0
        kept = stored(path)
        assert len(kept) == stopped["calls"]["made"] >= PLANNED // 3 - CONCURRENCY
        before = len(double.requests)
        end = outcome(begin(path, double))
        assert kept.isdisjoint(asked(double)[before:])
    assert end["calls"]["made"] == PLANNED - len(kept)
    everything_is_there_once(path)


def test_two_processes_on_one_store_share_the_work(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Double() as double:
        processes = [begin(path, double), begin(path, double)]
        ends = [outcome(process) for process in processes]
        sent = asked(double)
    assert len(sent) == len(set(sent)) == PLANNED
    assert [sum(end["trials"].values()) for end in ends] == [DRAWS, DRAWS]
    assert sum(end["trials"]["completed"] for end in ends) == DRAWS
    assert sum(end["trials"]["replayed"] for end in ends) == DRAWS
    everything_is_there_once(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_of_two_processes_a_killed_one_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Double() as double:
        one, two = begin(path, double), begin(path, double)
        assert double.arrived(PLANNED // 3, within_s=PATIENCE)
        one.kill()
        one.communicate()
        end = outcome(two)
        assert len(double.requests) <= PLANNED + CONCURRENCY
    assert end["trials"]["completed"] + end["trials"]["replayed"] == DRAWS
    everything_is_there_once(path)
