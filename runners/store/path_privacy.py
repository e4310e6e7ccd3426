"""Names of files without the folders of the computer they were run on.

A store keeps a script under the name that was given, which may begin with somebody's home. Who is
given a study needs the names from where they part, and no more: the order of the scripts, which is
that of their names, stays what it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePosixPath, PureWindowsPath


class CommonRoot:
    """What the names of files have in common, where they are absolute."""

    def __init__(self, names: Iterable[str]) -> None:
        every = tuple(names)
        folders = [_parts(name)[:-1] for name in every if is_absolute(name)]
        self._root = _shared(folders)
        # A name that is not absolute sorts after one that is: `./` keeps it so.
        self._mixed = len(folders) < len(every)

    def without(self, name: str) -> str:
        """The name seen from there; one that is not absolute stays as it is."""
        if not is_absolute(name):
            return name
        rest = "/".join(_parts(name)[len(self._root) :])
        return f"./{rest}" if self._mixed else rest

    def settings_without(self, settings: str) -> str:
        """The settings of a start (JSON) with its scripts under such names."""
        found = json.loads(settings)
        if not isinstance(found, dict) or not isinstance(found.get("scripts"), list):
            return settings
        found["scripts"] = [self.without(str(name)) for name in found["scripts"]]
        return json.dumps(found, sort_keys=True, ensure_ascii=False)


def is_absolute(name: str) -> bool:
    """Whether a name begins at the root of a disk, of whatever system."""
    return PurePosixPath(name).is_absolute() or bool(PureWindowsPath(name).anchor)


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.replace("\\", "/").split("/") if part)


def _shared(folders: list[tuple[str, ...]]) -> tuple[str, ...]:
    shared: list[str] = []
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return tuple(shared)
