"""From what is written on the command line to the scripts that are meant."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import click

from dsl.errors import reason_of
from runners.cli.errors import Stop, UsageError
from runners.shipped import (
    ADDITIONS,
    BATTERY,
    shipped_folder,
    shipped_names,
    shipped_script,
)


def find_scripts(paths: tuple[str, ...]) -> tuple[Path, ...]:
    """Every script meant by `paths`, in the order written, each once.

    A path is a `.dev` file, a folder (all `.dev` files in and below it, in alphabetical order), or
    the bare name of a script or a folder (`experiments`, `additions`) that comes with devrun.

    Raises:
        Stop: nothing was named, or something is not there; the message says what to do.
    """
    if not paths:
        raise UsageError(
            "no script was named",
            "name a .dev file or a folder, or a script that comes with devrun: "
            + ", ".join(shipped_names()),
            "no-script",
        )
    found: dict[Path, Path] = {}
    for word in paths:
        for path in _meant(word):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def _meant(word: str) -> list[Path]:
    path = Path(word)
    try:
        if word in (BATTERY, ADDITIONS) and not path.exists():
            path = shipped_folder(word)
        if path.is_dir():
            inside = sorted(child for child in path.rglob("*.dev") if child.is_file())
            if not inside:
                raise Stop(
                    "empty-folder",
                    f"there is no .dev file in the folder `{word}`",
                    "name a folder with scripts, or start a script with `devrun new my_study`",
                )
            return inside
        if path.exists():
            return [path]
    except PermissionError as fault:
        raise Stop(
            "unreadable",
            f"`{word}` cannot be read: {reason_of(fault)}",
            "check its permissions, or copy the script to another folder",
        ) from fault
    except (OSError, ValueError) as fault:
        raise _no_path(word, fault, "name a .dev file") from fault
    if path.is_symlink():
        raise UsageError(
            f"`{word}` is a link to {path.readlink()}, and no file can be read there",
            "name the file itself, or make the link again",
            "no-such-file",
        )
    shipped = shipped_script(word)
    if shipped is not None:
        return [shipped]
    raise UsageError(f"there is no file or folder `{word}`", _advice(path), "no-such-file")


def _no_path(word: str, fault: OSError | ValueError, instead: str) -> UsageError:
    short = word if len(word) <= 60 else f"{word[:60]}..."
    return UsageError(f"`{short}` cannot be a path: {reason_of(fault)}", instead, "bad-path")


class NamedPath(click.Path):
    """A file or folder that a person names, by a name that a disk can have."""

    def __init__(self) -> None:
        """What is there is asked by the command."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        try:
            os.lstat(value)
        except OSError as fault:
            if fault.errno == errno.ENAMETOOLONG:
                raise _no_path(str(value), fault, "name a file or a folder") from fault
        return super().convert(value, param, ctx)


def _advice(path: Path) -> str:
    name = path.stem
    if name in shipped_names():
        return (
            f"a script of that name comes with devrun: run it with `devrun {name}`, or copy "
            f"it here with `devrun new {name}`"
        )
    from dsl.spelling import closest

    folder = path.parent if path.parent.is_dir() else Path()
    # Without their endings, which would make any two scripts look alike.
    near = {child.stem: child for child in sorted(folder.glob("*.dev"))}
    if close := closest(name, near):
        return f"did you mean `{near[close]}`?"
    if close := closest(name, shipped_names()):
        return f"did you mean `{close}`, which comes with devrun?"
    return "check the spelling; `devrun list` names the scripts that come with devrun"


def is_shipped(path: Path, words: tuple[str, ...]) -> bool:
    """Whether this path was reached by a bare shipped name, and so is not the user's own file."""
    if shipped_script(path.stem) != path:
        return False
    return path.stem in words or (path.parent.name in words and not Path(path.parent.name).exists())
