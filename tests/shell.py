"""devrun as a whole, from the shell: real processes, real files, a real server on loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.ready import Forked, Ready, can_fork

ROOT = Path(__file__).resolve().parents[1]
EXPERIMENTS = ROOT / "experiments"
SCORED_ADDITIONS = sorted(
    path
    for path in (ROOT / "additions").glob("*.dev")
    if re.search(r"^ +test ", path.read_text(encoding="utf-8"), re.MULTILINE)
)
"""The additions that ask a test; others measure without a right answer, and have no LRS."""
NOTHING_KEPT = {"DEVRUN_CACHE": ""}
"""Commands of tests leave nothing in the cache folder of whoever runs them."""

VENDORS = ("DEVRUN_", "OPENAI_", "ANTHROPIC_", "GEMINI_", "GOOGLE_", "HF_")
"""How the variables begin that would change whom a command asks, and how."""


@dataclass(frozen=True)
class Shell:
    """A folder of its own, and `devrun` in it."""

    folder: Path
    environment: Mapping[str, str]
    plain: bool = False
    """The environment is the tests' own, but for what devrun reads: commands may be forked."""

    def run(
        self,
        *arguments: str,
        code: int | None = 0,
        more: Mapping[str, str] | None = None,
        typed: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """What a command gives that reads `typed` from stdin; it must end with this code."""
        return self._ended_well(self._done(arguments, more or {}, typed), code)

    def run_once(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`run`, which a shell without a process does once for all tests (tests/here.py)."""
        return self.run(*arguments)

    @staticmethod
    def _ended_well(
        done: subprocess.CompletedProcess[str], code: int | None
    ) -> subprocess.CompletedProcess[str]:
        assert code is None or done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
        return done

    def _done(
        self, arguments: Sequence[str], more: Mapping[str, str], typed: str
    ) -> subprocess.CompletedProcess[str]:
        environment = {**NOTHING_KEPT, **self.environment, **more}
        if ready := self._ready(environment, more):
            return ready.start(arguments, self.folder, environment, typed=typed).completed()
        return subprocess.run(
            [sys.executable, "-m", "runners.main", *arguments],
            cwd=self.folder,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def _ready(self, environment: Mapping[str, str], more: Mapping[str, str]) -> Ready | None:
        """What forks commands, where a forked one is what a started one would be."""
        python_reads_it = any(name.startswith(("PYTHON", "LANG", "LC_")) for name in more)
        if not can_fork() or not self.plain or python_reads_it:
            return None
        ready = ready_to_fork()
        return ready if ready.can_run(environment) else None

    def json(self, *arguments: str, code: int = 0, more: Mapping[str, str] | None = None) -> Any:
        return json.loads(self.run(*arguments, "--json", code=code, more=more).stdout)

    def start(
        self, *arguments: str, more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str] | Forked:
        environment = {**NOTHING_KEPT, **self.environment, **(more or {})}
        if ready := self._ready(environment, more or {}):
            return ready.start(arguments, self.folder, environment)
        return subprocess.Popen(
            [sys.executable, "-m", "runners.main", *arguments],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@cache
def ready_to_fork() -> Ready:
    """One for all tests of this process; it ends with it."""
    return Ready({k: v for k, v in os.environ.items() if not k.startswith(VENDORS)})
