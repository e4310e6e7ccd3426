"""The files of the original CogLM bank, where a user has them, and a script that asks them.

Its questions have no licence, so none of them comes with devrun (docs/abilities.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from dsl.files.source import LARGEST, bytes_of
from dsl.words import and_list, counted
from runners.cli.errors import Exit, UsageError, system_errors_as

TEMPLATE = Path(__file__).resolve().parents[2] / "templates" / "coglm.dev"
NAME = "coglm"
_FOLDER = "dataset"
"""The folder of the files in the template."""

_FILES = {
    "first_stage": ("exist", "early_represent_mind"),
    "second_stage": ("symbolic", "self_center"),
    "third_stage": ("reversibility", "conservation", "inductive"),
    "fourth_stage": ("deductive", "propositional_thinking", "plan"),
}
NAMES = tuple(PurePosixPath(stage, f"{one}.json") for stage, ones in _FILES.items() for one in ones)
"""The ten files, below the folder of all stages."""


def coglm_files(folder: Path) -> dict[PurePosixPath, Path]:
    """The ten files in a copy of the repository, or in its `dataset` folder.

    Raises:
        UsageError: the folder has not got them, or other JSON files among them.
    """
    under = folder / _FOLDER if (folder / _FOLDER).is_dir() else folder
    missing = [str(name) for name in NAMES if not (under / name).is_file()]
    if missing:
        files = and_list(missing) if len(missing) < len(NAMES) else "no file of the bank"
        raise UsageError(
            f"`{under}` has {'no ' if len(missing) < len(NAMES) else ''}{files}",
            "name a copy of the repository, or its folder `dataset`: it has "
            "first_stage/exist.json and nine more files",
            "no-bank",
        )
    others = sorted(
        str(PurePosixPath(stage, path.name))
        for stage in _FILES
        for path in (under / stage).glob("*.json")
        if PurePosixPath(stage, path.name) not in NAMES
    )
    if others:
        raise UsageError(
            f"`{under}` has {counted(len(others), 'file')} that "
            f"{'does' if len(others) == 1 else 'do'} not belong to the bank: {and_list(others)}",
            "move them to another folder: the script reads all JSON files in these folders",
            "not-of-the-bank",
        )
    return {name: under / name for name in NAMES}


def coglm_script(
    script: Path, files: Mapping[PurePosixPath, Path]
) -> tuple[str, dict[Path, bytes]]:
    """The text of the script, and what has to be copied below its folder by where it goes.

    A script reads nothing outside its folder: files that lie in it are read where they are, all
    others are copied, into a folder of the script's name; of a file that is too large for a bank no
    more than is refused.
    """
    home = script.parent.resolve()
    first, place = next(iter(files.items()))
    under = place.resolve().parents[len(first.parts) - 1]
    copied: dict[Path, bytes] = {}
    if under.is_relative_to(home):
        below = PurePosixPath(under.relative_to(home).as_posix())
    else:
        below = PurePosixPath(f"{script.stem}_files")
        with system_errors_as(
            Exit.USAGE, "cannot-read", f"`{under}` cannot be read", "check its permissions"
        ):
            copied = {
                script.parent / below / name: bytes_of(path, most=LARGEST)
                for name, path in files.items()
            }
    text = TEMPLATE.read_text("utf-8")
    for stage in _FILES:
        text = text.replace(f"{_FOLDER}/{stage}", str(below / stage))
    return text, copied
