"""The bytes of a file, by one way for all files of a script.

What a script names must be a plain file: a pipe or a device in a stranger's folder would be waited
for without end. What a person names may be a pipe (`devrun check <(...)`). That is asked of the
opened file and not of its name, which may come to mean another file in between.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)
# A pipe opens at once, and a device that has nothing to say yet is an error and no wait.
_WITHOUT_WAITING = _READING | getattr(os, "O_NONBLOCK", 0)


class NotAFile(OSError):
    """A folder, a pipe or a device."""


def bytes_of(place: Path, *, most: int, pipe: bool = False) -> bytes:
    """The first `most` bytes of a file, and one more if there are more.

    `pipe`: a pipe or a device is read, too, and waited for.

    Raises:
        NotAFile: it is a folder, or a pipe or device and may not be.
        OSError, ValueError: it is not there or cannot be read, or its name is none.
    """
    descriptor = os.open(place, _READING if pipe else _WITHOUT_WAITING)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode) or not (pipe or stat.S_ISREG(mode)):
            raise NotAFile("it is no file")
        with os.fdopen(descriptor, "rb", closefd=False) as opened:
            return opened.read(most + 1)
    finally:
        os.close(descriptor)
