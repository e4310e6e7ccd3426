"""The scripts of a study as files again: what was run, with includes and pictures beside it.

They lie as they lay, seen from each script's own folder, so that `devrun check` and a later run
read them as they were read then. Two scripts that would write different words under one name get
folders of their own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.loading import Loaded
    from runners.store.rows import StudyScript

Files = Mapping[str, bytes]
"""The bytes of each file by its path, `/` between folders, seen from the script."""


_NAMELESS = "script.dev"
"""What a script is called whose name, in a damaged store, is none."""

_NO_CHARACTER = re.compile(r"[\x00-\x1f\x7f]")
"""What a name could hold on some system, and should not be given away with."""


def kept_files(main: StudyScript, parts: Iterable[StudyScript]) -> Files:
    """The files of a script out of the store: itself first."""
    home = os.path.dirname(main.file) or "."  # noqa: PTH120 - names, not files
    found: dict[str, bytes] = {}
    for one in (main, *parts):
        name = os.path.relpath(one.file or home, home).replace("\\", "/")
        if one.file == main.file and PurePosixPath(name).name in ("", ".", ".."):
            name = _NAMELESS
        found[_NO_CHARACTER.sub("_", name)] = one.text.encode("utf-8", "surrogatepass")
    for picture in main.pictures:
        found[picture.file.replace("\\", "/")] = picture.data
    return found


def loaded_files(loaded: Loaded) -> Files:
    """The files of a script that was just read: itself first."""
    home = os.path.dirname(loaded.file) or "."  # noqa: PTH120 - names, not files
    names = (loaded.file, *(name for name in loaded.sources if name != loaded.file))
    found = {
        os.path.relpath(name, home).replace("\\", "/"): loaded.sources[name].encode("utf-8")
        for name in names
    }
    for picture in loaded.pictures:
        found[picture.file.replace("\\", "/")] = picture.data
    return found


def write_scripts(scripts: Sequence[Files], folder: Path) -> tuple[str, ...]:
    """Write scripts with all their files to a folder; gives the path of each script within it.

    A file that would lie outside the folder is left out: a script reads none such.
    """
    written: dict[str, bytes] = {}
    mains: list[str] = []
    for files in scripts:
        main = next(iter(files))
        number = 1
        under = PurePosixPath()
        while any(written.get(str(under / name), data) != data for name, data in files.items()):
            number += 1
            under = PurePosixPath(f"{PurePosixPath(main).stem}-{number}")
        for name, data in files.items():
            written[str(under / name)] = data
        mains.append(str(under / main))
    home = folder.absolute()
    for name, data in written.items():
        place = (home / name).resolve()
        if not place.is_relative_to(home.resolve()):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return tuple(mains)
