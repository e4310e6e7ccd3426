"""The experiments that come with devrun, and where they lie.

In a clone, or an editable install of one, they are the folder `experiments` beside the packages;
in a wheel they lie inside this package, because a wheel has no other place for them.
"""

from __future__ import annotations

from pathlib import Path


def shipped_folder() -> Path:
    """The folder of shipped scripts: beside the packages in a clone, else in the wheel."""
    package = Path(__file__).resolve().parent.parent
    beside = package.parent / "experiments"
    # Site-packages may hold somebody else's `experiments`; ours stands beside a pyproject.
    if beside.is_dir() and (package.parent / "pyproject.toml").is_file():
        return beside
    return package / "experiments"


def shipped_names() -> tuple[str, ...]:
    """The bare names, in alphabetical order: `blicket`, `gears`, ..."""
    return tuple(sorted(path.stem for path in shipped_folder().glob("*.dev")))


def shipped_script(name: str) -> Path | None:
    """The shipped script of that bare name, or None."""
    return shipped_folder() / f"{name}.dev" if name in shipped_names() else None
