"""The bytes of a file, by one way for all files of a script, and a script's text from them.

What a script names must be a plain file: a pipe or a device in a stranger's folder would be waited
for without end. What a person names may be a pipe (`devrun check <(...)`) into which somebody
writes. That is asked of the opened file and not of its name, which may come to mean another file in
between.

Only the line feed ends a line from here on. A byte order mark, CRLF and lone CR are taken away at
this one place, so that no span, hash or message ever depends on the machine that saved the file.
The alternative, universal newlines at `open`, would leave the text given straight to `parse`
(by an editor, by a test) to different rules.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

from dsl.errors import DevrunError, Exit, reason_of
from dsl.record import record

_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
# A pipe opens at once, and a device that has nothing to say yet is an error and no wait.
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0) | _WITHOUT_WAITING
_PATIENCE = 3_000  # milliseconds for which a pipe's writer is waited for


class NotAFile(OSError):
    """A folder, a pipe or a device."""


class NoWriter(OSError):
    """A pipe into which nobody writes."""


@contextmanager
def opened(place: Path, *, pipe: bool = False) -> Iterator[BufferedReader[Any]]:
    """The file, opened for reading its bytes.

    `pipe`: a pipe or a device is read, too, and waited for as long as somebody writes into it.

    Raises:
        NotAFile: it is a folder, or a pipe or device and may not be.
        NoWriter: it is a pipe that nobody has opened for writing.
        OSError, ValueError: it is not there or cannot be read, or its name is none.
    """
    descriptor = os.open(place, _READING)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise NotAFile(errno.EISDIR, os.strerror(errno.EISDIR))
        if not (pipe or stat.S_ISREG(mode)):
            raise NotAFile("it is no file")
        if _WITHOUT_WAITING and not stat.S_ISREG(mode):
            if stat.S_ISFIFO(mode):
                _await_writer(descriptor)
            os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def _await_writer(pipe: int) -> None:
    """Wait until a pipe has bytes or is at its end, or a moment for somebody who will write."""
    from select import POLLIN, poll

    waiting = poll()
    waiting.register(pipe, POLLIN)
    if waiting.poll(_PATIENCE):
        return
    try:
        os.read(pipe, 1)  # gives nothing where nobody has it open, and has nothing to take away
    except BlockingIOError:
        return
    raise NoWriter("nobody writes into this pipe")


def bytes_of(place: Path, *, most: int, pipe: bool = False) -> bytes:
    """The first `most` bytes of a file, and one more if there are more. Raises as `opened` does."""
    with opened(place, pipe=pipe) as file:
        return file.read(most + 1)


LARGEST = 20_000_000
"""Bytes beyond which a file is taken for something else than a script."""

_BOM = "\ufeff"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_OFFICE_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How .xlsx, .docx and .ods begin, and the older .xls and .doc, under any name."""
_LOOK = 4096


_NAME_ANOTHER = {
    "script": "name a .dev file that can be read",
    "data file": "check the name; it is relative to the folder of the script",
}
SAVE_AGAIN = (
    "most editors offer it under Save As, as `UTF-8` or `Unicode (UTF-8)`, spreadsheets as "
    "`CSV UTF-8`"
)
"""How a file is saved as UTF-8."""
_SAVE_AS_TEXT = (
    "open it there and save it as text: a sheet as `CSV UTF-8`, words as plain text in UTF-8"
)


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


def read(
    path: str | Path, *, pipe: bool = False, what: str = "script", most: int = LARGEST
) -> Source:
    """The script at `path`, which may be a pipe only where a person named it. Raises `Unreadable`
    as `text_of` does. `what` it is to be is said there.
    """
    text = text_of(path, what=what, instead=_NAME_ANOTHER[what], pipe=pipe, most=most)
    return Source(str(path), normalise(text))


def text_of(
    path: str | Path,
    *,
    what: str,
    instead: str,
    error: Callable[[str, str], DevrunError] = Unreadable,
    pipe: bool = False,
    most: int = LARGEST,
    wide: bool = False,
) -> str:
    """The text of a file as it stands there. `what` it is to be is said in messages, and `instead`
    is what to name. `wide`: it may be UTF-16 with its mark.

    Raises an `error` of a sentence and a help when there is none to read, or it has more than
    `most` bytes.
    """
    file, place = str(path), Path(path)
    try:
        if place.is_dir():
            raise error(f"{file} is a folder, not a {what}", instead)
        # Read no further than it can be long: a device has no size, and no end.
        data = bytes_of(place, most=most, pipe=pipe)
    except NotAFile:
        raise error(f"{file} is a pipe or a device, not a file", instead) from None
    except NoWriter:
        raise error(
            f"{file} is a pipe into which nobody writes",
            "start what writes into it, or name a file",
        ) from None
    except FileNotFoundError:
        raise error(f"there is no file {file}", instead) from None
    except (OSError, ValueError) as problem:
        raise error(
            f"{file} cannot be read: {reason_of(problem)}",
            "see who may read it (on macOS and Linux: ls -l), and whether it is on this disk",
        ) from None
    if len(data) > most:
        raise error(
            f"{file} is too large for a {what} (over {most // 1_000_000} MB)",
            "split it into smaller files, or name another",
        )
    return _decode(data, file, error, wide=wide)


def refuse_office(
    data: bytes, file: str, error: Callable[[str, str], DevrunError] = Unreadable
) -> None:
    """Raises an `error` where this is how a document of an office program begins."""
    if data.startswith(_OFFICE_MARKS):
        raise error(f"{file} is a document of an office program, not text", _SAVE_AS_TEXT)


def _decode(data: bytes, file: str, error: Callable[[str, str], DevrunError], *, wide: bool) -> str:
    refuse_office(data, file, error)
    marked = data.startswith(_WIDE_MARKS)
    if not wide and (marked or _every_other_is_null(data[:_LOOK])):
        raise error(f"{file} is saved as UTF-16; save it again as UTF-8", SAVE_AGAIN)
    try:
        return data.decode("utf-16" if marked else "utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise error(
            f"{file} is not saved as UTF-8 (the first byte that is not stands in line {line}); "
            "save it again as UTF-8",
            SAVE_AGAIN,
        ) from None


def _every_other_is_null(data: bytes) -> bool:
    """Whether this looks like UTF-16 without a mark at its beginning."""
    few, many = sorted((data[::2].count(0), data[1::2].count(0)))
    return few == 0 and many > len(data) / 4
