"""devrun at a real terminal: one whose bytes are read, and one that tmux draws."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.shell import Shell


class Bytes:
    """A child at a pseudo-terminal; `out` is every byte it sent."""

    def __init__(self, child: subprocess.Popen[bytes], end: int) -> None:
        self._child = child
        self._end = end
        self.out = b""

    def press(self, keys: str, until: Callable[[bytes], bool]) -> bytes:
        """Presses keys and reads until what came since then is what is waited for."""
        before = len(self.out)
        os.write(self._end, keys.encode())
        deadline = time.monotonic() + PATIENCE
        while not until(self.out[before:]):
            assert time.monotonic() < deadline, self.out[before:]
            if not self._read(1) and self._child.poll() is not None:
                break
        return self.out[before:]

    def wait(self) -> int:
        """Reads to the end; gives the exit code."""
        while self._child.poll() is None or self._read(0):
            self._read(0.1)
        return self._child.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._end], [], [], seconds)
        if not ready:
            return False
        try:
            more = os.read(self._end, 1 << 16)
        except OSError:  # the child has closed its side
            return False
        self.out += more
        return bool(more)


@contextmanager
def at_a_terminal(
    shell: Shell, *arguments: str, columns: int = 80, rows: int = 24, **more: str
) -> Iterator[Bytes]:
    """Runs devrun with these arguments at a terminal of its own."""
    pytest.importorskip("pty", reason="only POSIX has pseudo-terminals")
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    kept = {name: value for name, value in shell.environment.items() if name != "COLUMNS"}
    child = subprocess.Popen(
        [sys.executable, "-m", "runners.main", *arguments],
        cwd=shell.folder,
        env={**kept, "TERM": "xterm-256color", **more},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Bytes(child, ours)
    finally:
        child.kill()
        child.wait()
        os.close(ours)


class Pane:
    """A window of tmux."""

    def __init__(self, server: tuple[str, ...]) -> None:
        self._server = server

    def ask(self, *arguments: str) -> str:
        """What tmux answers."""
        done = subprocess.run(
            [*self._server, *arguments], capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout

    def see(self) -> str:
        """The screen as drawn."""
        return self.ask("capture-pane", "-p", "-t", "coding")

    def wait(self, *words: str) -> str:
        """The screen as soon as it shows all of these words."""
        seen = ""

        def shown() -> bool:
            nonlocal seen
            seen = self.see()
            return all(one in seen for one in words)

        wait_until(shown, lambda: seen)
        return seen

    def press(self, *keys: str) -> None:
        """Presses keys, by tmux's names."""
        self.ask("send-keys", "-t", "coding", *keys)

    def write(self, text: str) -> None:
        """Types a text."""
        self.ask("send-keys", "-t", "coding", "-l", "--", text)


@contextmanager
def in_tmux(
    shell: Shell, folder: Path, *arguments: str, columns: int = 80, rows: int = 24
) -> Iterator[Pane]:
    """Runs devrun with these arguments in a window of a tmux server of its own."""
    tmux = shutil.which("tmux")
    if tmux is None:
        pytest.skip("tmux is not installed")
    # A short name: the path of a socket has room for about a hundred letters.
    server = (tmux, "-f", os.devnull, "-S", str(folder / "t"))
    words = [sys.executable, "-m", "runners.main", *arguments]
    kept = {name: value for name, value in shell.environment.items() if name != "COLUMNS"}
    size = ("-x", str(columns), "-y", str(rows))
    # The shell stays after devrun has gone, so that its last words can be read.
    command = f"{shlex.join(words)}; echo gone $?; exec cat"
    subprocess.run(
        [*server, "new-session", "-d", "-s", "coding", *size, "sh", "-c", command],
        cwd=shell.folder,
        env=kept,
        check=True,
    )
    try:
        yield Pane(server)
    finally:
        subprocess.run([*server, "kill-server"], check=False, capture_output=True)
