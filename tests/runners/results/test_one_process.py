"""Work in a process of its own ends with the command, even with one that was killed."""

from __future__ import annotations

import subprocess
import sys

from tests.shell import ROOT

COMMAND = """\
import os, time
from runners.results.one_process import one_process
aside = one_process()
print(aside.submit(os.getpid).result(), flush=True)
aside.submit(time.sleep, 3600)
aside.shutdown(wait=True)
"""


def test_it_ends_with_a_command_that_was_killed() -> None:
    """All of them hold the pipe: it is at its end when the last one is gone."""
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout is not None
        assert int(command.stdout.readline()) != command.pid
        command.kill()
        told, _ = command.communicate(timeout=120)
    assert told == ""
