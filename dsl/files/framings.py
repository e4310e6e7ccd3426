"""The framings that come with devrun, and where those of a script are looked for.

A script that names one by `framing NAME` alone takes it from `framings/NAME.dev` in its own folder
if there is such a file, else from the framings of this package. So a stored or exported script,
which has that file with it, keeps the words it was run with when the words here change.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = "framings"
_SHIPPED = Path(__file__).resolve().parent.parent / FOLDER


def shipped_framings() -> dict[str, Path]:
    """The file of each framing that comes with devrun, by its name."""
    return {path.stem.replace("_", " "): path for path in sorted(_SHIPPED.glob("*.dev"))}


def framing_path(name: str) -> str:
    """The path, from a script's folder, of the file of a framing."""
    return f"{FOLDER}/{'_'.join(name.casefold().split())}.dev"
