"""Files that commands write: a new one, or one put whole into the place of another.

What is written over another comes into place by one renaming: a full disk leaves the earlier file
as it was. A report follows from the store and is made again after every day of coding, so one of
ours is replaced by the next. Anything else that lies there stays.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from secrets import token_hex

from runners.cli.errors import Exit, Stop, UsageError, system_errors_as

SIGN = b'<meta name="generator" content="devrun '
"""By this a page of ours is known."""

_HEAD = 4096
ELSEWHERE = "check permissions and free disk space, or name another file with -o"


def write_new(place: Path, data: bytes, *, instead: str, elsewhere: str = ELSEWHERE) -> None:
    """Write a file that is not there yet.

    Raises:
        Stop: it is there (`instead` says what to do), or cannot be written (`elsewhere` does).
    """
    with writing(place, elsewhere):
        try:
            file = place.open("xb")
        except FileExistsError:
            raise _there(place, instead) from None
        try:
            with file:
                file.write(data)
        except BaseException:
            # Half a file would block the next one.
            place.unlink(missing_ok=True)
            raise


def write_all_new(files: Mapping[Path, bytes], *, instead: str, elsewhere: str = ELSEWHERE) -> None:
    """Write files that are not there yet, and the folders that they need.

    Raises:
        Stop: one is there, and nothing was written; or one cannot be written.
    """
    for place in files:
        refuse_there(place, instead=instead, elsewhere=elsewhere)
    for place, data in files.items():
        with writing(place, elsewhere):
            place.parent.mkdir(parents=True, exist_ok=True)
        write_new(place, data, instead=instead, elsewhere=elsewhere)


def write_over(place: Path, data: bytes, *, elsewhere: str = ELSEWHERE) -> None:
    """Put a file whole into its place, with the mode of what was there.

    Raises:
        Stop: it cannot be written. What was there before is there still.
    """
    # A link stays one: what it leads to is what somebody reads, perhaps from a server.
    home = place.resolve() if os.path.islink(place) else place  # noqa: PTH114 - raises for no name
    # Its own name, since a long one with something added may be too long for a disk.
    part = home.with_name(f".devrun-{token_hex(4)}.part")
    with writing(place, elsewhere):
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
    if _is_taken(place, elsewhere):
        raise _there(place, instead)


def writing(place: Path, elsewhere: str) -> AbstractContextManager[None]:
    """Inside, what the system refuses ends the command: this cannot be written."""
    return system_errors_as(Exit.USAGE, "cannot-write", f"`{place}` cannot be written", elsewhere)


def _there(place: Path, instead: str) -> Stop:
    return UsageError(f"`{place}` already exists", instead, "exists")


def refuse_in_the_way(place: Path) -> None:
    """See that nothing is lost by writing a page there.

    Raises:
        Stop: something else than a page of ours is there, or its folder is missing.
    """
    shown = str(place)
    if shown == "-":
        raise UsageError(
            "a page cannot be printed with `-o -`",
            "name a file, or use --json for its numbers",
        )
    if _is_taken(place) and place.is_dir():
        raise UsageError(f"`{shown}` is a folder", f"write -o {shown}/report.html", "exists")
    if not place.parent.is_dir():
        raise UsageError(
            f"there is no folder `{place.parent}`",
            "create it, or name another file with -o",
            "no-folder",
        )
    if _is_taken(place) and not _is_page(place):
        raise UsageError(
            f"`{shown}` already exists and is not a devrun report",
            "name another file with -o",
            "exists",
        )


def _is_taken(place: Path, elsewhere: str = ELSEWHERE) -> bool:
    """Whether anything lies there, also a link that leads nowhere.

    Raises:
        Stop: no file can have that name.
    """
    with writing(place, elsewhere):
        try:
            place.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def _is_page(place: Path) -> bool:
    # A pipe would never end.
    if not place.is_file():
        return False
    try:
        with place.open("rb") as file:
            return SIGN in file.read(_HEAD)
    except OSError:
        return False
