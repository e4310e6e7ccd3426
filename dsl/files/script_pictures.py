"""The pictures of a script, read from its folder, and what is wrong with those that cannot be
shown.

Read when the script is loaded and not when it is run: a picture that is missing is a fault of the
script, and its bytes are part of what the procedure is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from dsl import tree
from dsl.diagnostic import Fault
from dsl.faults import data_files as kinds
from dsl.files.pictures import (
    LARGEST,
    NotRead,
    PictureFile,
    bytes_at,
    cut_off,
    picture_file,
    shown,
)


def pictures_of(
    scripts: Iterable[tree.Script],
    inside: Callable[[tree.Name], Path | None],
    slips: frozenset[tuple[str, int]],
    known: Mapping[str, PictureFile],
) -> tuple[dict[str, PictureFile], tuple[Fault, ...]]:
    """Every picture shown, by its path as written, and a fault for each line that shows none.

    `inside` gives where a path truly leads, None for one that leaves the script's folder. Lines in
    `slips` have a fault already and are passed over. `known` are those of items, which are among
    what is found.
    """
    found = dict(known)
    faults: list[Fault] = []
    for path in (path for script in scripts for path in shown(script)):
        if (path.span.file, path.span.line) in slips or path.text in found:
            continue
        read = picture_at(path, inside)
        if isinstance(read, PictureFile):
            found[path.text] = read
        else:
            faults.append(read)
    return found, tuple(faults)


def picture_at(path: tree.Name, inside: Callable[[tree.Name], Path | None]) -> PictureFile | Fault:
    """The picture at a path, or why it cannot be shown."""
    place = inside(path)
    if place is None:
        return kinds.PictureOutside(span=path.span, path=path.text)
    try:
        data = bytes_at(place)
    except NotRead as problem:
        return kinds.PictureUnreadable(span=path.span, path=path.text, reason=str(problem))
    if len(data) > LARGEST:
        return kinds.PictureTooLarge(span=path.span, path=path.text)
    picture = picture_file(path.text, data)
    if picture is not None and cut_off(data):
        reason = f"it is cut off after {len(data):,} bytes"
        return kinds.PictureUnreadable(span=path.span, path=path.text, reason=reason)
    return kinds.NotAPicture(span=path.span, path=path.text) if picture is None else picture
