"""The scripts that come with devrun, and where they lie.

`experiments` holds the battery, the twelve experiments of the source paper; `additions` what is
added to it and never enters a mean of a domain, in a folder of its own so that running the battery
asks for nothing else. In a clone, or an editable install of one, these folders are next to the
packages; in a wheel they lie inside this package, because a wheel has no other place for them.
"""

from __future__ import annotations

import re
from pathlib import Path

from dsl.patterns import lazy_pattern

BATTERY = "experiments"
ADDITIONS = "additions"

SHIPPED_NORMS = Path(__file__).resolve().parent / "norms" / "coglm.json"
"""The norms file of the original CogLM bank, of which nothing else comes with devrun."""
SHIPPED_CONCEPTS = SHIPPED_NORMS.with_name("corecognition.csv")
"""The twelve concepts of CoreCognition with their stages."""

_HEADING = lazy_pattern(
    r"^(?:experiment (?P<title>.+)|(?P<name>domain|age|paper): *(?P<words>.+))$", re.MULTILINE
)


def shipped_folder(name: str = BATTERY) -> Path:
    """That folder of shipped scripts: next to the packages in a clone, else in the wheel."""
    package = Path(__file__).resolve().parent
    beside = package.parent / name
    # Site-packages may hold somebody else's `experiments`; ours is next to a pyproject.
    if beside.is_dir() and (package.parent / "pyproject.toml").is_file():
        return beside
    return package / name


def shipped_scripts() -> tuple[Path, ...]:
    """Every shipped script: the battery first, each folder in alphabetical order."""
    return tuple(
        path
        for folder in (BATTERY, ADDITIONS)
        for path in sorted(shipped_folder(folder).glob("*.dev"))
    )


def shipped_names() -> tuple[str, ...]:
    """The bare names: `blicket`, `gears`, ..."""
    return tuple(path.stem for path in shipped_scripts())


def shipped_script(name: str) -> Path | None:
    """The shipped script of that bare name, or None."""
    return next((path for path in shipped_scripts() if path.stem == name), None)


def heading(script: Path) -> dict[str, str]:
    """The `title` of a shipped script and, where it names them, its `domain`, `age` and `paper`.

    They are read line by line: to parse and check all that ships takes half a second.
    """
    return {
        one["name"] or "title": (one["title"] or one["words"]).strip()
        for one in _HEADING.finditer(script.read_text("utf-8"))
    }
