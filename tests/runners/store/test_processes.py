"""Who is alive: by the id and the time of the start, and not once a process has ended."""

from __future__ import annotations

import os
import subprocess
import sys

from runners.store.claims import alive, started

WAITS = [sys.executable, "-c", "import sys; sys.stdin.read()"]


def test_a_process_is_alive_until_it_ends_and_its_id_alone_makes_no_other_one_it() -> None:
    with subprocess.Popen(WAITS, stdin=subprocess.PIPE) as process:
        start = started(process.pid)
        assert alive(process.pid, start)
        assert alive(process.pid, "")
        if start:
            assert not alive(process.pid, f"{start}0")
        process.communicate()
    assert not alive(process.pid, start)
    assert alive(os.getpid(), started(os.getpid()))


def test_a_process_that_was_killed_is_dead_before_anybody_asks_after_it() -> None:
    """Its id is there for as long as its parent does not; so it is in many containers."""
    with subprocess.Popen(WAITS, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        start = started(process.pid)
        process.kill()
        assert process.stdout is not None
        # Ends with the process, and asks nobody after it.
        assert process.stdout.read() == b""
        if start:
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            assert not alive(process.pid, start)
