"""`devrun` in a process that starts at once: forked from one that has imported what it needs.

Most tests of the command line ask what a command prints, and importing took longer than all the
rest: a third of a second for a command on a store, two seconds for one that asks a vendor's model.
A forked command is a process of its own, with its own folder, environment and streams, and
`runners.main` runs in it as it does under `python -m runners.main`.

Libraries read variables as they are imported (an SDK that of its log, for example). Which ones is
recorded, and a command for which one of them differs is started from nothing, as are all of them
where there is no fork (tests/shell.py).
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from runners.cli.app import command_module

ROOT = Path(__file__).resolve().parents[1]

COMMANDS = (
    *("adjudicate", "agree", "check", "code", "collect", "compare", "explain", "export", "format"),
    *("list", "merge", "models", "new", "packets", "plan", "preregister", "prices", "read"),
    *("replay", "report", "run", "score", "show", "store", "studies", "transcript"),
)
IMPORTED = (
    *map(command_module, COMMANDS),
    *("alembic.command", "alembic.runtime.migration", "anyio.streams.tls"),
    *("anyio._backends._asyncio", "click._textwrap"),
    "coders.matcher",
    "coders.statistics.agreement",
    "coders.statistics.coder_effects",
    "coders.statistics.tests_exact",
    "dsl.checking.session.step_names",
    "dsl.checking.story.story_keys",
    "dsl.explaining.wrapped_lines",
    "dsl.faults.names",
    "dsl.loading",
    "dsl.files.pictures",
    "jinja2",
    "matplotlib.ft2font",
    "numpy",
    "platformdirs",
    "psycopg",
    "renderers.judge_prompt",
    "renderers.tables.comparison",
    "renderers.diagnostics",
    "renderers.figures.drawn",
    "renderers.figures.drawing.sheet",
    "renderers.report.page",
    "renderers.show_machines",
    "renderers.tables.validity",
    "renderers.transcript_page",
    "renderers.report.sections",
    "renderers.tables.score",
    "renderers.tables.summary",
    "rich.console",
    "rich.table",
    "runners.check.anchors",
    "runners.check.shortcuts",
    "runners.check.outcomes_reached",
    "runners.check.playing",
    "runners.check.training_chance",
    "runners.cli.app",
    "runners.cli.errors",
    "runners.cli.packets.judge",
    "runners.cli.messages",
    "runners.cli.open_study",
    "runners.cli.open_study",
    "runners.cli.output",
    "runners.cli.participants_option",
    "runners.cli.paths",
    "runners.cli.planning.preregistration_form",
    "runners.cli.progress",
    "runners.cli.run_output",
    "runners.cli.script_loading",
    "runners.coding.log_import",
    "runners.coding.gold.chosen",
    "runners.coding.packet_files",
    "runners.coding.packing",
    "runners.engine.run",
    "runners.engine.study",
    "runners.export.psych_ds",
    "runners.export.json_lines",
    "runners.participants.requirements",
    "runners.participants.registry",
    "runners.participants.sim",
    "runners.run_size",
    "runners.preregistration.adherence",
    "runners.preregistration.checks",
    "runners.prices.renewing",
    "runners.agreement.agreement",
    *(f"runners.agreement.{name}" for name in ("document", "page", "to_report")),
    "runners.comparison.comparisons",
    "runners.analysis.scores",
    "runners.report.data",
    "runners.report.transcripts",
    "renderers.fields.scores",
    "runners.analysis.scores",
    "runners.analysis.summary",
    "runners.shipped",
    "runners.store.connect",
    "runners.store.merge",
    "runners.store.checks.integrity",
    "runners.store.schema",
    "runners.store.store_file",
    "runners.store.store",
    "runners.store.versions",
    "runners.store.writer",
    "scipy.special",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "tenacity",
    *("openai", "openai.resources.chat", "openai.resources.responses", "anthropic", "google.genai"),
    *("httpx2", "keyring", "truststore", "aiohttp"),
    *(f"runners.participants.{name}" for name in ("openai", "openai_responses", "anthropic")),
    *("runners.participants.transport.aiohttp_connections", "runners.participants.google"),
    "runners.participants.transport.keyring",
)
"""What a command on a store imports, without a screen, and one that asks a vendor's model."""


FOLDERS = {"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}
"""Where libraries look for settings of the user as they are imported. Tests bring none of these."""


class Ready:
    """A process that forks a command whenever it is asked to, for as long as the tests run.

    `root` is where the code of devrun lies.
    """

    def __init__(self, environment: Mapping[str, str], *, root: Path = ROOT) -> None:
        self._environment = environment
        self._line, other = socket.socketpair()
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ready", str(other.fileno())],
            cwd=root,
            env=environment,
            pass_fds=(other.fileno(),),
            stdin=subprocess.DEVNULL,
            # Pipes, as a command's streams will be: what can be sought in is written otherwise.
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        other.close()
        with self._line.makefile() as stream:
            read = json.loads(stream.readline() or self._fault())
        self._read_at_import = set(read) - FOLDERS

    def close(self) -> None:
        """End the process; commands that it forked go on."""
        self._line.close()
        self._process.communicate()

    def can_run(self, environment: Mapping[str, str]) -> bool:
        """Whether all that was imported would have been the same in this environment."""
        return all(
            environment.get(name) == self._environment.get(name) for name in self._read_at_import
        )

    def start(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        typed: str = "",
        script: Path | None = None,
    ) -> Forked:
        """`devrun ARGUMENTS...`, or a script in its place, while it runs.

        `typed` is what it reads from stdin.
        """
        asked = [list(arguments), str(folder), dict(environment), str(script or "")]
        into_command, into = os.pipe()
        out, out_of_command = os.pipe()
        err, err_of_command = os.pipe()
        ended, end_of_command = os.pipe()
        handed = [into_command, out_of_command, err_of_command, end_of_command]
        with self._lock:
            socket.send_fds(self._line, [json.dumps(asked).encode() + b"\n"], handed)
        for one in handed:
            os.close(one)
        begun = Forked(arguments, out, err, ended, self._fault)
        with suppress(BrokenPipeError), os.fdopen(into, "w", encoding="utf-8") as stream:
            stream.write(typed)
        return begun

    def _fault(self) -> str:
        """Raises what the process said as it ended, since it forks nothing any more."""
        assert self._process.stderr is not None
        raise RuntimeError(self._process.stderr.read().decode("utf-8"))


class Forked:
    """A forked command, with what the tests need of `subprocess.Popen`.

    Args:
        arguments: what follows `devrun`.
        out, err, ended: ends of pipes; the last gives the command's number, and then its exit code.
        fault: raises where there is neither.
    """

    def __init__(
        self, arguments: Sequence[str], out: int, err: int, ended: int, fault: Callable[[], str]
    ) -> None:
        self.args = ["devrun", *arguments]
        self.stdout, self.stderr = (
            os.fdopen(one, encoding="utf-8", newline="") for one in (out, err)
        )
        self.returncode: int | None = None
        self._fault = fault
        with os.fdopen(ended, "rb", 0, closefd=False) as stream:
            self.pid = int(stream.readline() or fault())
        self._ended = ended

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self) -> int:
        """The exit code, when it has ended."""
        if self.returncode is None:
            with os.fdopen(self._ended, "rb") as stream:
                self.returncode = int(stream.read() or self._fault())
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it wrote to stdout and stderr since somebody last read there.

        Raises:
            TimeoutExpired: it still runs after so many seconds.
        """
        said: dict[TextIO, str] = {}

        def read(stream: TextIO) -> None:
            with stream:
                said[stream] = stream.read()

        readers = [threading.Thread(target=read, args=(one,)) for one in (self.stdout, self.stderr)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(timeout)
            if reader.is_alive():
                raise subprocess.TimeoutExpired("devrun", timeout or 0)
        self.wait()
        return said[self.stdout], said[self.stderr]

    def completed(self) -> subprocess.CompletedProcess[str]:
        """What `subprocess.run` gives of it, its output captured."""
        out, err = self.communicate()
        return subprocess.CompletedProcess(self.args, self.wait(), out, err)

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)


def can_fork() -> bool:
    """Whether commands can be forked here."""
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


def _serve(line: socket.socket) -> None:
    """Fork a command for each request, and tell how each ended. Returns in the command alone."""
    running: dict[int, int] = {}
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select.select([line, woken], [], [])
        if woken in ready:
            os.read(woken, 1 << 16)
            _tell_of_ended(running)
        if line not in ready:
            continue
        text, handed, _, _ = socket.recv_fds(line, 1 << 16, 4)
        if not text:
            os._exit(0)
        while not text.endswith(b"\n"):
            text += line.recv(1 << 16)
        into, out, err, ended = handed
        command = os.fork()
        if command:
            for one in (into, out, err):
                os.close(one)
            running[command] = ended
            os.write(ended, f"{command}\n".encode())
            continue
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        line.close()
        for number, one in enumerate((into, out, err)):
            os.dup2(one, number)
        # Whoever waits for another command waits until nobody holds the other end of its pipe.
        for one in {*handed, *running.values(), woken, waking}:
            os.close(one)
        arguments, folder, environment, script = json.loads(text)
        _become([script or "devrun", *arguments], folder, environment)
        return


def _tell_of_ended(running: dict[int, int]) -> None:
    for command in list(running):
        number, status = os.waitpid(command, os.WNOHANG)
        if number:
            ended = running.pop(command)
            with suppress(BrokenPipeError):
                os.write(ended, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(ended)


def _become(argv: list[str], folder: str, environment: dict[str, str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = argv


def _imported(names: Sequence[str]) -> list[str]:
    """Import modules. Returns the variables that they read meanwhile."""
    read = set()
    environ = type(os.environ)
    get = environ.__getitem__

    def noted(self: os._Environ[str], name: str) -> str:
        # A search for a program reads PATH as bytes.
        read.add(os.fsdecode(name))
        return get(self, name)

    environ.__getitem__ = noted  # type: ignore[method-assign]
    for name in names:
        importlib.import_module(name)
    environ.__getitem__ = get  # type: ignore[method-assign]
    return sorted(read)


def _warm_up() -> None:
    """Read scripts, and the replies of simulated participants: the grammar's tables are read with
    the first script, and most patterns are compiled where they are first looked for.
    """
    load = importlib.import_module("dsl.loading").load
    results = importlib.import_module("runners.check.validity").results
    for script in ("blicket", "helper_hinderer", "sally_anne"):
        found = load(ROOT / "experiments" / f"{script}.dev").experiment
        for result in results(found, runs=1, names=["oracle", "child"]):
            assert result.cells


def _run_and_leave(main: Callable[[], None]) -> None:
    """Run a command and leave as Python does, but for taking apart all that was imported.

    This alone took a tenth of a second.
    """
    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)


if __name__ == "__main__":
    serving = socket.socket(fileno=int(sys.argv[1]))
    gc.disable()  # nothing of what is imported is garbage
    read = _imported(["runners.main", *IMPORTED])
    _warm_up()
    gc.collect()
    gc.freeze()
    gc.enable()
    serving.sendall(json.dumps(read).encode() + b"\n")
    _serve(serving)
    if sys.argv[0] == "devrun":
        _run_and_leave(importlib.import_module("runners.main").main)
    else:
        sys.path.insert(0, str(Path(sys.argv[0]).parent))
        runpy.run_path(sys.argv[0], run_name="__main__")
