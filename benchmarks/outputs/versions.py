"""`devrun` of one version of the code, run in a folder."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from tests.ready import ROOT, Ready
from tests.shell import VENDORS

WIDTH = "100"
PRINTING = ("dsl", "coders", "renderers", "runners", "experiments", "additions")
"""The folders of a version that decide what it prints."""


class Version:
    """One version of devrun, imported once; each command is forked from that process."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        kept = {name: text for name, text in os.environ.items() if not name.startswith(VENDORS)}
        self.environment = {
            **kept, "PYTHONPATH": str(root), "DEVRUN_CACHE": "", "HOME": str(home),
            "COLUMNS": WIDTH, "NO_COLOR": "1",
        }  # fmt: skip

    @cached_property
    def _ready(self) -> Ready:
        """Started with the first command: where all answers are kept there is none."""
        return Ready(self.environment, root=self.root)

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


def state_of(root: Path) -> str:
    """A hash of all files of a version that decide what it prints."""
    found = hashlib.sha256()
    for path in sorted(path for name in PRINTING for path in (root / name).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def commit_of(words: str) -> str:
    """The hash of a commit that is named in any way that git knows."""
    git = ("git", "-C", str(ROOT), "rev-parse", "--verify", f"{words}^{{commit}}")
    return subprocess.run(git, check=True, capture_output=True, text=True).stdout.strip()


def unpacked(commit: str, folder: Path) -> Path:
    """The folder, with the files of a commit in it."""
    if not folder.exists():
        git = ("git", "-C", str(ROOT), "archive", commit)
        files = subprocess.run(git, check=True, capture_output=True).stdout
        folder.mkdir(parents=True)
        subprocess.run(("tar", "-x", "-C", str(folder)), input=files, check=True)
    return folder
