"""What an older export of the same study has that a new one keeps: what people put there.

Tables, scripts and words of ours are written again. Who made the study and under which licence it
is given, and every file that somebody added to ours, would have to be written again.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from runners.export.folder import DESCRIPTION

OURS = frozenset({
    "data", "scripts", "scripts-mended", "results", "README.md", "CODEBOOK.md", "CHANGES.md",
    "preregistration.md", "analysis.R", DESCRIPTION,
})  # fmt: skip
"""What an export writes at its top and replaces; and where its R script writes."""

_BEGIN = "## Exported "
"""How the part of CHANGES.md about one export begins."""

_THEIRS = ("author", "license")


def history(earlier: Path | None) -> tuple[str, ...]:
    """The parts of CHANGES.md about the exports before."""
    if earlier is None:
        return ()
    try:
        text = (earlier / "CHANGES.md").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    _, *parts = text.split(f"\n{_BEGIN}")
    return tuple(f"{_BEGIN}{part}".rstrip() for part in parts)


def with_theirs(description: str, earlier: Path | None) -> str:
    """A description (JSON) with what people wrote into the older one: author, licence, and every
    field that is none of ours.
    """
    if earlier is None:
        return description
    try:
        before = json.loads((earlier / DESCRIPTION).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return description
    ours = json.loads(description)
    theirs = {
        name: value
        for name, value in before.items()
        if name not in ours or (name in _THEIRS and "[to be written" not in json.dumps(value))
    }
    return json.dumps(ours | theirs, ensure_ascii=False, indent=2) + "\n"


def keep_theirs(earlier: Path | None, folder: Path) -> None:
    """Copy to the new export the files that people added to the older one.

    Links are copied as links.
    """
    for one in earlier.iterdir() if earlier is not None else ():
        if one.name in OURS:
            continue
        if one.is_dir() and not one.is_symlink():
            shutil.copytree(one, folder / one.name, symlinks=True)
        else:
            shutil.copy2(one, folder / one.name, follow_symlinks=False)
