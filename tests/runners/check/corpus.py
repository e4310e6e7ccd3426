"""The scripts on which warnings are tried: all that ship, those of the tests, and the paradigms."""

from __future__ import annotations

from pathlib import Path

from dsl.loading import load
from tests.shell import ROOT

TESTED = ROOT / "tests" / "dsl" / "scripts"
FAULTS = (ROOT / "tests" / "dsl" / "faults", ROOT / "tests" / "runners" / "check" / "faults")

PARADIGMS = tuple(sorted((TESTED / "paradigms").glob("*.dev")))
SCRIPTS = tuple(
    path
    for folder in (ROOT / "experiments", ROOT / "additions", TESTED)
    for path in sorted(folder.glob("*.dev"))
)
WARNED = tuple(
    folder / code.name / name
    for folder in FAULTS
    for code in sorted(folder.glob("W6*"))
    for name in ("wrong.dev", "right.dev")
)
"""Scripts that were written to be warned of, each with its mended twin."""


def named(path: Path) -> str:
    """A script's name for a test."""
    return f"{path.parent.name}-{path.stem}" if path in WARNED else path.stem


def sound(path: Path) -> bool:
    """Whether a script has no error."""
    return load(path).experiment is not None
