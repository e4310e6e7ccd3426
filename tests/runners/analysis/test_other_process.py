"""Work in a process of its own ends with the command, even with one that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from multiprocessing.connection import wait

import pytest

from runners.background import ProcessEnded, processes
from tests.patience import PATIENCE
from tests.shell import ROOT

COMMAND = """\
import sys, time
from runners.background import processes
with processes(1) as pool:
    found = pool.begin(time.sleep, 3600)
    while not found.running():
        time.sleep(0.01)
    print("begun", flush=True)
    # Python can miss a signal that comes just before it begins to wait without an end.
    while not found.done():
        time.sleep(0.01)
"""


def all_end() -> bool:
    """Whether whatever was started ends by itself, long before an hour is over."""
    # Not by joining: the pool joins them, too, and only one of two learns how they ended.
    return all(wait([one.sentinel], timeout=PATIENCE) for one in active_children())


def test_it_gives_what_the_work_gives_and_is_gone() -> None:
    with processes(1) as pool:
        assert pool.begin(os.getpid).result() != os.getpid()
    assert all_end()


def test_what_goes_wrong_in_it_goes_wrong_here() -> None:
    with processes(1) as pool, pytest.raises(ValueError, match="no number"):
        pool.begin(int, "no number").result()


def test_it_is_not_waited_for_where_what_is_done_meanwhile_is_broken_off() -> None:
    class Stopped(Exception):
        pass

    def broken_off() -> None:
        with processes(1) as pool:
            pool.begin(time.sleep, 3600)
            raise Stopped

    with pytest.raises(Stopped):
        broken_off()
    assert all_end()


def test_it_ends_when_nothing_more_is_given_to_it() -> None:
    with processes(1) as pool:
        found = pool.begin(os.getpid)
        pool.give_no_more()
        assert found.result() != os.getpid()
        assert all_end()


def test_a_process_that_somebody_else_ended_is_no_bug() -> None:
    with pytest.raises(ProcessEnded, match="memory"), processes(1) as pool:
        pool.begin(os._exit, 9).result()
    assert all_end()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is told to all of a console there")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_it_ends_with_a_command_that_was_killed_or_interrupted(sign: signal.Signals) -> None:
    """All of them hold the pipes, which end when the last one is gone. Of Ctrl-C, which reaches
    both, the command alone says something.
    """
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as command:
        assert command.stdout is not None
        assert command.stdout.readline() == "begun\n"
        if sign is signal.SIGINT:
            os.killpg(command.pid, sign)
        else:
            command.kill()
        told, wrong = command.communicate(timeout=PATIENCE)
    assert told == ""
    assert wrong.count("KeyboardInterrupt") == (sign is signal.SIGINT)
