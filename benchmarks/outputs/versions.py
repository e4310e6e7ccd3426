"""`devrun` of one version of the code, run in a folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.ready import ROOT, Ready
from tests.shell import VENDORS

WIDTH = "100"


class Version:
    """One version of devrun, imported once; each command is forked from that process."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        kept = {name: text for name, text in os.environ.items() if not name.startswith(VENDORS)}
        self.environment = {
            **kept, "PYTHONPATH": str(root), "DEVRUN_CACHE": "", "HOME": str(home),
            "COLUMNS": WIDTH, "NO_COLOR": "1",
        }  # fmt: skip
        self._ready = Ready(self.environment, root=root)

    def run(
        self,
        folder: Path,
        *words: str,
        typed: str = "",
        more: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """What `devrun WORDS...` gives in a folder."""
        environment = {**self.environment, **(more or {})}
        return self._ready.start(words, folder, environment, typed=typed).completed()

    def done(self, folder: Path, *words: str, **also: object) -> None:
        """Run a command that has to end well.

        Raises:
            RuntimeError: it did not.
        """
        ended = self.run(folder, *words, **also)  # type: ignore[arg-type]
        if ended.returncode:
            raise RuntimeError(f"devrun {' '.join(words)}: {ended.stdout}{ended.stderr}")


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """The files of a commit, in this folder."""
    git = ("git", "-C", str(ROOT), "worktree")
    subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)
