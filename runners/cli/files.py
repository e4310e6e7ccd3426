"""Files that commands write: a new one, or one put whole into the place of another.

What is written over another comes into place by one renaming: a full disk leaves the earlier file
as it was.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from secrets import token_hex

from runners.cli.errors import Exit, Stop, UsageError, system_errors_as

ELSEWHERE = "check permissions and free disk space, or name another file with -o"


def write_new(place: Path, data: bytes, *, instead: str, elsewhere: str = ELSEWHERE) -> None:
    """Write a file that is not there yet.

    Raises:
        Stop: it is there (`instead` says what to do), or cannot be written (`elsewhere` does).
    """
    with system_errors_as(Exit.USAGE, "cannot-write", f"`{place}` cannot be written", elsewhere):
        try:
            file = place.open("xb")
        except FileExistsError:
            raise _there(place, instead) from None
        try:
            with file:
                file.write(data)
        except BaseException:
            # Half a file would stand in the way of the next one.
            place.unlink(missing_ok=True)
            raise


def write_over(place: Path, data: bytes, *, elsewhere: str = ELSEWHERE) -> None:
    """Put a file whole into its place, with the mode of what was there.

    Raises:
        Stop: it cannot be written. What was there before is there still.
    """
    # A link stays one: what it leads to is what somebody reads, perhaps from a server.
    home = place.resolve() if os.path.islink(place) else place  # noqa: PTH114 - raises for no name
    # Its own name, since a long one with something added may be too long for a disk.
    part = home.with_name(f".devrun-{token_hex(4)}.part")
    with system_errors_as(Exit.USAGE, "cannot-write", f"`{place}` cannot be written", elsewhere):
        try:
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileNotFoundError):
                part.chmod(home.stat().st_mode)
            part.replace(home)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def refuse_there(place: Path, *, instead: str, elsewhere: str = ELSEWHERE) -> None:
    """See that nothing is there yet.

    Raises:
        Stop: something is, or no file can have that name.
    """
    with system_errors_as(Exit.USAGE, "cannot-write", f"`{place}` cannot be written", elsewhere):
        taken = place.exists() or place.is_symlink()
    if taken:
        raise _there(place, instead)


def _there(place: Path, instead: str) -> Stop:
    told = f"`{place}` already exists"
    return UsageError(told, instead, "exists")
