"""Reads a script from disk into lines that every later stage counts in the same way.

Only the line feed ends a line from here on. A byte order mark, CRLF and lone CR are taken away at
this one place, so that no span, hash or message ever depends on the machine that saved the file.
The alternative, universal newlines at `open`, would leave the text given straight to `parse`
(by an editor, by a test) to different rules.
"""

from __future__ import annotations

from pathlib import Path

from dsl.errors import DevrunError, Exit
from dsl.files.file_bytes import NotAFile, bytes_of
from dsl.record import record

LARGEST = 20_000_000
"""Bytes beyond which a file is taken for something else than a script."""

_BOM = "\ufeff"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


_NAME_ANOTHER = "name a .dev file that can be read"
_SAVE_AGAIN = "most editors offer it under Save As, as `UTF-8` or `Unicode (UTF-8)`"


class Unreadable(DevrunError):
    """A script cannot be read; the message is a sentence for the person who named it."""

    code = "unreadable"
    exit_code = Exit.SCRIPT


@record
class Source:
    """A script as text: `file` is the name to print, `text` has line feeds only and no mark."""

    file: str
    text: str


def normalise(text: str) -> str:
    """The text without a byte order mark, with every line end a line feed."""
    return text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")


def read(path: str | Path, *, pipe: bool = False) -> Source:
    """The script at `path`, which may be a pipe only where a person named it. Raises `Unreadable`
    with a sentence when there is none to read.
    """
    file = str(path)
    place = Path(path)
    try:
        if place.is_dir():
            raise Unreadable(f"{file} is a folder, not a script", _NAME_ANOTHER)
        # Read no further than a script can be long: a device has no size, and no end.
        data = bytes_of(place, most=LARGEST, pipe=pipe)
        if len(data) > LARGEST:
            raise Unreadable(
                f"{file} is too large for a script (over {LARGEST // 1_000_000} MB)", _NAME_ANOTHER
            )
    except NotAFile:
        raise Unreadable(f"{file} is a pipe or a device, not a file", _NAME_ANOTHER) from None
    except FileNotFoundError:
        raise Unreadable(f"there is no file {file}", _NAME_ANOTHER) from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Unreadable(
            f"{file} cannot be read: {reason.lower()}",
            "see who may read it (on macOS and Linux: ls -l), and whether it is on this disk",
        ) from None
    return Source(file, normalise(_decode(data, file)))


def _decode(data: bytes, file: str) -> str:
    if data.startswith(_WIDE_MARKS):
        raise Unreadable(f"{file} is saved as UTF-16; save it again as UTF-8", _SAVE_AGAIN)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise Unreadable(
            f"{file} is not saved as UTF-8 (the first byte that is not stands in line {line}); "
            "save it again as UTF-8",
            _SAVE_AGAIN,
        ) from None
