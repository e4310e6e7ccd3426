"""The files that a script names, and its pictures: their bytes, their kind, the name made of them.

A picture is read and sent, and never decoded: what it shows is no business of ours, and a decoder
fed with a stranger's file is a way into the machine. Its kind is read from its first bytes, since a
name can say anything, and whether it was cut off from the marker that ends it. Drawings in SVG are
refused: they are programs as much as pictures, and no vendor takes them.

The pictures of a script, read from its folder, and what is wrong with those that cannot be
shown.

Read when the script is loaded and not when it is run: a picture that is missing is a fault of the
script, and its bytes are part of what the procedure is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from dsl import faults as kinds
from dsl import tree
from dsl.checking.nodes import nodes
from dsl.diagnostic import Fault
from dsl.errors import reason_of
from dsl.files.source import NotAFile, bytes_of
from dsl.record import hashed_record

LARGEST = 5 * 1024 * 1024 * 3 // 4
"""So many bytes a picture may have: 3.75 MB. The smallest limit of a vendor is 5 MB for a picture
as it goes over the wire, in base64, which makes four bytes of three (Anthropic's Messages API)."""

MOST_TOGETHER = 20 * 1024 * 1024 * 3 // 4
"""So many bytes the pictures of one item may have together: 15 MB. The smallest limit of a vendor
is 20 MB for a request with what is in it in base64 (Google's generateContent)."""

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
_ENDS = {"image/png": b"IEND", "image/jpeg": b"\xff\xd9", "image/gif": b"\x00;"}
"""The marker after which nothing is shown; in a GIF, the end of the last block before it, too."""


@hashed_record
class PictureFile:
    """A picture as it is in the folder of a script.

    `file` is its path as the script has it, `media_type` for example image/png, `digest` the
    SHA-256 of `data` in hexadecimal digits. What it is, is said by kind and digest.
    """

    __aside__ = ("file", "data")

    file: str
    media_type: str
    digest: str
    data: bytes


def media_type_of(data: bytes) -> str | None:
    """The kind of a picture by its first bytes: PNG, JPEG, GIF or WEBP; None for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _STARTS if data.startswith(start)), None)


def cut_off(data: bytes) -> bool:
    """Whether a picture of one of these kinds lacks its end, as after a broken copy. What follows
    the end is no matter: some cameras write there.
    """
    kind = media_type_of(data)
    if kind == "image/webp":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return kind in _ENDS and _ENDS[kind] not in data


def digest_of(data: bytes) -> str:
    """The name of a picture: the SHA-256 of its bytes."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


def picture_file(file: str, data: bytes) -> PictureFile | None:
    """The picture that these bytes are; None if they are no PNG, JPEG, GIF or WEBP."""
    kind = media_type_of(data)
    return None if kind is None else PictureFile(file, kind, digest_of(data), data)


def included(script: tree.Script) -> Iterator[tree.Name]:
    """The path of each file that a script includes, where it is."""
    return (item.path for item in script.items if isinstance(item, tree.Include))


def data_files(script: tree.Script) -> Iterator[tree.Name]:
    """The path of each data file that a script names, where it is; not one with a `*`, which stands
    for several.
    """
    kinds = (tree.TableFrom, tree.Bank, tree.FactorFrom, tree.WavesNode)
    for item in script.items:
        paths = [item.path] if isinstance(item, kinds) else []
        if isinstance(item, tree.QuestionnaireNode):
            inside = (tree.ItemsFrom, tree.PeopleFrom)
            paths = [one.path for one in item.items if isinstance(one, inside)]
        yield from (path for path in paths if "*" not in path.text)


def shown(script: tree.Script) -> Iterator[tree.Name]:
    """The path of each picture that a script shows, where it is, as often as it does."""
    for node in nodes(script.items, without=(tree.Prose, tree.By)):
        if isinstance(node, tree.ShowNode):
            yield node.path


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
        return kinds.data_files.PictureOutside(span=path.span, path=path.text)
    try:
        data = bytes_of(place, most=LARGEST)
    except (OSError, ValueError) as problem:
        reason = f"it cannot be read: {reason_of(problem)}"
        if isinstance(problem, NotAFile):
            reason = "it is no file"
        elif isinstance(problem, FileNotFoundError):
            reason = "there is no such file"
        return kinds.data_files.PictureUnreadable(span=path.span, path=path.text, reason=reason)
    if len(data) > LARGEST:
        return kinds.data_files.PictureTooLarge(span=path.span, path=path.text)
    picture = picture_file(path.text, data)
    if picture is not None and cut_off(data):
        reason = f"it is cut off after {len(data):,} bytes"
        return kinds.data_files.PictureUnreadable(span=path.span, path=path.text, reason=reason)
    return (
        kinds.data_files.NotAPicture(span=path.span, path=path.text) if picture is None else picture
    )
