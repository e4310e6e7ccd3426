"""The scripts of a study as files again: what was run, with its includes and pictures.

They lie as they lay, seen from each script's own folder, so that `devrun check` and a later run
read them as they were read then. Two scripts that would write different words under one name get
folders of their own. A name that some system cannot hold is another here; a script that names such
a file says its new name, since it could not be read otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING

from runners.export.file_names import folded, names_apart

if TYPE_CHECKING:
    from dsl.files.pictures import PictureFile
    from dsl.loading import Loaded
    from dsl.tree import Name
    from runners.store.records import StudyScript

Files = Mapping[str, bytes]
"""The bytes of each file by its path, `/` between folders, seen from the script."""


_NAMELESS = "script.dev"
"""What a script is called whose name, in a damaged store, is none."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file that is not called here as it was: both names as paths, and the paths of the scripts
    in which the line that names it was changed with it.
    """

    was: str
    called: str
    lines_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """Where scripts lie: the path of each within the folder, and what is called otherwise."""

    mains: tuple[str, ...]
    renamed: tuple[Renamed, ...]


def within(folder: str, laid: Laid) -> Iterator[Renamed]:
    """What is called otherwise, as it is called from the folder above."""
    for one in laid.renamed:
        lines = tuple(f"{folder}/{name}" for name in one.lines_in)
        yield Renamed(one.was, f"{folder}/{one.called}", lines)


def kept_files(main: StudyScript, parts: Iterable[StudyScript]) -> Files:
    """The files of a script out of the store: itself first."""
    return _files(main.file, {one.file: one.text for one in (main, *parts)}, main.pictures)


def loaded_files(loaded: Loaded) -> Files:
    """The files of a script that was just read: itself first."""
    texts = {loaded.file: loaded.sources[loaded.file], **loaded.sources}
    return _files(loaded.file, texts, loaded.pictures)


def _files(main: str, texts: Mapping[str, str], pictures: Iterable[PictureFile]) -> Files:
    home = os.path.dirname(main) or "."  # noqa: PTH120 - names, not files
    found: dict[str, bytes] = {}
    for file, text in texts.items():
        name = os.path.relpath(file or home, home).replace("\\", "/")
        if file == main and PurePosixPath(name).name in ("", ".", ".."):
            name = _NAMELESS
        found[name] = text.encode("utf-8", "surrogatepass")
    return found | {_path(one.file): one.data for one in pictures}


def write_scripts(scripts: Sequence[Files], folder: Path) -> Laid:
    """Write scripts with all their files to a folder.

    A file that would lie outside the folder is left out: a script reads none such.
    """
    written = _Written()
    mains: list[str] = []
    renamed: dict[str, Renamed] = {}
    for files in scripts:
        names = names_apart(files)
        main = names[next(iter(files))]
        held, where = _held(files, names)
        under = written.place_for(held, PurePosixPath(main).stem)
        written.add(held, under)
        mains.append(str(under / main))
        for name, new in names.items():
            if new != name:
                lines = tuple(str(under / one) for one in where.get(name, ()))
                called = str(under / new)
                renamed[called] = Renamed(name, called, lines)
    home = folder.absolute()
    for name, content in written.files.items():
        place = (home / name).resolve()
        if not place.is_relative_to(home.resolve()):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return Laid(tuple(mains), tuple(renamed.values()))


class _Written:
    """Files by their paths, none of which is in the way of another on any system."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._spelled: dict[str, str] = {}
        self._folders: set[str] = set()

    def place_for(self, files: Files, stem: str) -> PurePosixPath:
        """The folder in which files can be added to what is there: the top, if possible."""
        number = 1
        under = PurePosixPath()
        while not all(self._fits(str(under / name), data) for name, data in files.items()):
            number += 1
            under = PurePosixPath(f"{stem}-{number}")
        return under

    def add(self, files: Files, under: PurePosixPath) -> None:
        for name, data in files.items():
            path = str(under / name)
            self.files[path] = data
            self._spelled[folded(path)] = path
            self._folders.update(_folders(path))

    def _fits(self, path: str, data: bytes) -> bool:
        there = self._spelled.get(folded(path))
        if there is not None:
            return there == path and self.files[path] == data
        return folded(path) not in self._folders and not any(
            one in self._spelled for one in _folders(path)
        )


def _folders(path: str) -> Iterator[str]:
    return (folded(str(one)) for one in PurePosixPath(path).parents)


def _path(written: str) -> str:
    """A path as a script has it, as files are found by it."""
    return normpath(written.replace("\\", "/"))


def _held(files: Files, names: Mapping[str, str]) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """A script's files under new names, and in which scripts (by new names) lines were changed that
    name each of the others (by its old name).
    """
    held = {names[name]: data for name, data in files.items()}
    where: dict[str, list[str]] = {}
    if all(new == name for name, new in names.items()):
        return held, where
    from dsl.files.pictures import data_files, included, shown
    from dsl.parsing.parser import parse

    main = next(iter(files))
    waiting, seen = [main], {main}
    while waiting:
        one = waiting.pop()
        text = files[one].decode("utf-8", "surrogatepass")
        script = parse(text, one).script
        includes = [_path(path.text) for path in included(script)]
        news = [name for name in includes if name in files and name not in seen]
        seen.update(news)
        waiting += news
        changed = [
            path
            for path in (*included(script), *data_files(script), *shown(script))
            if names.get(_path(path.text), _path(path.text)) != _path(path.text)
        ]
        held[names[one]] = _with_names(text, changed, names).encode("utf-8", "surrogatepass")
        for name in dict.fromkeys(_path(path.text) for path in changed):
            where.setdefault(name, []).append(names[one])
    return held, where


def _with_names(text: str, paths: Iterable[Name], names: Mapping[str, str]) -> str:
    """A script that names files, where it has these paths, as they are called now."""
    lines = text.split("\n")
    for path in sorted(paths, key=lambda path: path.span, reverse=True):
        line, at = lines[path.span.line - 1], path.span
        lines[at.line - 1] = (
            line[: at.column - 1] + names[_path(path.text)] + line[at.end_column - 1 :]
        )
    return "\n".join(lines)
