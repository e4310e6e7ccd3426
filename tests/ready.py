"""`devrun` in a process that starts at once: forked from one that has imported what it needs.

Most tests of the command line ask what a command prints, and each waited a third of a second and
more for the same imports: half of what the suite cost. A forked command is a process of its own,
with its own folder, environment and streams, and `runners.main` runs in it as it does under
`python -m runners.main`. Commands that are killed, that need variables which Python or an SDK reads
as it starts, and all of them where there is no fork, are started from nothing (tests/shell.py).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

COMMANDS = (
    *("adjudicate", "agree", "agree_study", "check", "collect", "compare", "export", "format"),
    *("merge", "packets", "plan", "preregister", "preregister_form", "replay", "report", "run"),
    *("score", "show", "store", "studies", "transcript"),
)
IMPORTED = (
    *(f"runners.cli.{command}" for command in COMMANDS),
    "alembic.command",
    "alembic.runtime.migration",
    "coders.matcher",
    "coders.statistics.agreement",
    "coders.statistics.coder_effects",
    "coders.statistics.tests_exact",
    "dsl.checking.mixing",
    "dsl.explaining.swallowed",
    "dsl.loading",
    "jinja2",
    "matplotlib.backends.backend_svg",
    "numpy",
    "renderers.comparison_table",
    "renderers.diagnostics",
    "renderers.figures.drawn",
    "renderers.figures.sheets",
    "renderers.report.page",
    "renderers.report.sections",
    "renderers.score_table",
    "renderers.summary_table",
    "rich.table",
    "runners.check.anchors",
    "runners.check.shortcuts",
    "runners.cli.app",
    "runners.cli.coded",
    "runners.cli.loaded",
    "runners.cli.page_file",
    "runners.cli.progress",
    "runners.cli.reporting",
    "runners.cli.shipped",
    "runners.cli.stores",
    "runners.cli.unfinished",
    "runners.coding.collecting",
    "runners.coding.packing",
    "runners.engine.run",
    "runners.engine.study",
    "runners.export.psych_ds",
    "runners.participants.registry",
    "runners.participants.sim",
    "runners.preregistration.document",
    "runners.results.agreement",
    "runners.results.comparing",
    "runners.results.replaying",
    "runners.results.report",
    "runners.results.report_transcripts",
    "runners.results.scores",
    "runners.results.summary",
    "runners.store.connect",
    "runners.store.merging",
    "runners.store.reading_codes",
    "runners.store.schema",
    "runners.store.store",
    "runners.store.versions",
    "scipy.special",
    "sqlalchemy.dialects.sqlite",
    "tenacity",
)
"""What a command on a store imports. No SDK and no screen: these read variables as they start."""


class Ready:
    """A process that forks a command whenever it is asked to, for as long as the tests run."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair()
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ready", str(other.fileno())],
            cwd=Path(__file__).resolve().parents[1],
            pass_fds=(other.fileno(),),
            stdin=subprocess.DEVNULL,
            # Pipes, as a command's streams will be: what can be sought in is written otherwise.
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        other.close()

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        together: bool = False,
    ) -> subprocess.CompletedProcess[str]:
        """What `subprocess.run` gives of `devrun ARGUMENTS...`, its output captured.

        `together`: what it writes to stderr stands in stdout, in the order of writing.
        """
        asked = json.dumps([list(arguments), str(folder), dict(environment)]).encode() + b"\n"
        out, out_of_command = os.pipe()
        err, err_of_command = os.pipe()
        ended, end_of_command = os.pipe()
        made = [out_of_command, err_of_command, end_of_command]
        handed = [out_of_command, out_of_command, end_of_command] if together else made
        with self._lock:
            socket.send_fds(self._line, [asked], handed)
        for one in made:
            os.close(one)
        said: dict[int, bytes] = {}
        readers = [threading.Thread(target=_read, args=(one, said)) for one in (out, err)]
        for reader in readers:
            reader.start()
        code = _all_of(ended) or self._fault()
        for reader in readers:
            reader.join()
        return subprocess.CompletedProcess(
            ["devrun", *arguments], int(code), said[out].decode("utf-8"), said[err].decode("utf-8")
        )

    def _fault(self) -> bytes:
        """Raises what the process said as it ended, since it forks nothing any more."""
        assert self._process.stderr is not None
        raise RuntimeError(self._process.stderr.read().decode("utf-8"))


def can_fork() -> bool:
    """Whether commands can be forked here."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


def _all_of(descriptor: int) -> bytes:
    with open(descriptor, "rb") as stream:
        return stream.read()


def _read(descriptor: int, said: dict[int, bytes]) -> None:
    said[descriptor] = _all_of(descriptor)


def _serve(line: socket.socket) -> None:
    """Fork for each request a keeper, and the command from that: it waits for it and tells how it
    ended. Returns in the command alone.
    """
    while True:
        text, handed, _, _ = socket.recv_fds(line, 1 << 16, 3)
        if not text:
            os._exit(0)
        while not text.endswith(b"\n"):
            text += line.recv(1 << 16)
        keeper = os.fork()
        if keeper:
            for one in handed:
                os.close(one)
            os.waitpid(keeper, 0)
            continue
        command = _kept(line, handed)
        if command:
            _become(*json.loads(text))
            return


def _kept(line: socket.socket, handed: list[int]) -> bool:
    """Whether this is the command and no more the keeper, which never returns from here."""
    # The one that was forked from is not to wait for what it is forking for.
    if os.fork():
        os._exit(0)
    line.close()
    out, err, ended = handed
    command = os.fork()
    if command:
        os.close(out)
        os.close(err)
        os.write(ended, str(os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])).encode())
        os._exit(0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    for one in handed:
        os.close(one)
    return True


def _become(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["devrun", *arguments]


if __name__ == "__main__":
    import gc
    import importlib

    from runners.main import main

    for name in IMPORTED:
        importlib.import_module(name)
    # The grammar's tables are read with the first script.
    importlib.import_module("dsl.parser").parse("experiment Any", "any.dev")
    gc.collect()
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    main()
