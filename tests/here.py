"""`devrun` called in the process of the tests: for what a command prints, keeps and ends with.

A command needs a few milliseconds here, where a process of its own needs a tenth of a second and
more (tests/ready.py). `runners.main` runs as it does in a shell, with its own folder, environment
and streams, and leaves those of the tests as they were. What the process itself is about (signals,
terminals, closed streams, what is imported, several commands at a time) is tested in tests/whole.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from runners.cli.errors import Exit
from runners.main import main
from tests.compiled_once import compile_once
from tests.shell import NOTHING_KEPT, ROOT, VENDORS, Shell

compile_once()

_Done = subprocess.CompletedProcess[str]
_Files = frozenset[tuple[str, bytes]]
_LEFT: dict[tuple[tuple[str, ...], _Files], tuple[_Done, dict[str, bytes]]] = {}


@dataclass(frozen=True)
class Here(Shell):
    """A shell whose commands start no process, but for those that `start` starts."""

    terminal: bool = False
    """Whether commands take what they print to for a terminal, as broad as COLUMNS says."""

    together: bool = False
    """Whether what they write to stderr stands in stdout, in the order of writing."""

    def run_once(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`run`, for a study that many tests begin with: what the same command has left in a
        folder with the same files is copied.
        """
        asked = arguments, frozenset(self._files().items())
        if asked not in _LEFT:
            done = self.run(*arguments)
            left = self._files()
            # A folder that is named would be the wrong one in a copy.
            assert not any(str(self.folder).encode() in content for content in left.values())
            _LEFT[asked] = done, left
            return done
        done, left = _LEFT[asked]
        for name, content in left.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(content)
        return done

    def _files(self) -> dict[str, bytes]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}

    def _done(
        self, arguments: Sequence[str], more: Mapping[str, str], typed: str
    ) -> subprocess.CompletedProcess[str]:
        if any(name.startswith("PYTHON") for name in more):
            return super()._done(arguments, more, typed)  # Python reads these as it starts
        out, err = _Pipe(terminal=self.terminal), _Pipe(terminal=self.terminal)
        heard = out if self.together else err
        with ExitStack() as kept:
            kept.enter_context(_environment({**NOTHING_KEPT, **self.environment, **more}))
            kept.enter_context(chdir(self.folder))
            kept.enter_context(_arguments(arguments, typed))
            for redirect, pipe in ((redirect_stdout, out), (redirect_stderr, heard)):
                by_line = redirect is redirect_stderr
                stream = io.TextIOWrapper(pipe, encoding="utf-8", line_buffering=by_line)
                kept.callback(stream.detach)
                kept.enter_context(redirect(stream))
            code = _ended()
        said = (pipe.getvalue().decode("utf-8") for pipe in (out, err))
        return subprocess.CompletedProcess(["devrun", *arguments], code, *said)


def here(folder: Path) -> Here:
    """A shell in this folder, with the tests' own environment but for what devrun reads."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(VENDORS)}
    return Here(folder, {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}, plain=True)


class _Pipe(io.BytesIO):
    """Keeps what is written, and cannot be sought in: files are written in another way."""

    def __init__(self, content: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(content)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def seekable(self) -> bool:
        return False


def _ended() -> int:
    try:
        main()
    except SystemExit as left:
        code = left.code
    if code == Exit.INTERRUPTED:
        raise KeyboardInterrupt  # the tests themselves were interrupted
    assert isinstance(code, int)
    return code


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    _set(variables)
    try:
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str]) -> None:
    for name in [name for name in os.environ if name not in variables]:
        del os.environ[name]
    for name, value in variables.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


@contextmanager
def _arguments(arguments: Sequence[str], typed: str) -> Iterator[None]:
    """The command's words, and what somebody types."""
    before = sys.argv, sys.stdin
    lines = typed.encode("utf-8", "surrogateescape")
    with io.TextIOWrapper(_Pipe(lines), encoding="utf-8") as keyboard:
        sys.argv, sys.stdin = ["devrun", *arguments], keyboard
        try:
            yield
        finally:
            sys.argv, sys.stdin = before
