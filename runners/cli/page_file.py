"""Where a page is written, and over what.

A report follows from the store and is made again after every day of coding, so one of ours is
replaced by the next. Anything else that lies there is never written over. The page comes into place
whole, by one renaming: a full disk leaves the earlier page as it was.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from secrets import token_hex

from renderers.terminal import visible
from runners.cli.errors import Exit, Stop, UsageError

SIGN = b'<meta name="generator" content="devrun '
"""By this a page of ours is known."""

_HEAD = 4096


def refuse_in_the_way(place: Path) -> None:
    """See that nothing is lost by writing a page there.

    Raises:
        Stop: something else than a page of ours is there, or its folder is missing.
    """
    shown = visible(str(place))
    if shown == "-":
        raise UsageError(
            "`-o -` would be a file called `-`: a page is not printed",
            "name a file, or write --json for the numbers of the page",
        )
    if _is_taken(place) and place.is_dir():
        raise Stop(Exit.USAGE, "exists", f"`{shown}` is a folder", f"write -o {shown}/report.html")
    if not place.parent.is_dir():
        raise Stop(
            Exit.USAGE,
            "no-folder",
            f"there is no folder `{visible(str(place.parent))}`",
            "make it first, or name a file in another one with -o",
        )
    if _is_taken(place) and not _is_page(place):
        raise Stop(
            Exit.USAGE,
            "exists",
            f"`{shown}` is there already, is no page of devrun, and is not written over",
            "name another file with -o",
        )


def put_in_place(place: Path, text: str) -> int:
    """Writes a page whole; gives its size in bytes.

    Raises:
        Stop: it cannot be written. What was there before is there still.
    """
    data = text.encode("utf-8")
    # A link to a page stays one: what it leads to is what somebody reads, perhaps from a server.
    home = place.resolve() if os.path.islink(place) else place  # noqa: PTH114 - raises for no name
    # Its own name, since a long one with something added may be too long for a disk.
    part = home.with_name(f".devrun-{token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(home)
    except BaseException as fault:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if not isinstance(fault, OSError):
            raise
        raise _cannot_write(place, fault) from fault
    return len(data)


def _cannot_write(place: Path, fault: OSError) -> Stop:
    return Stop(
        Exit.USAGE,
        "cannot-write",
        f"`{visible(str(place))}` cannot be written: {(fault.strerror or str(fault)).lower()}",
        "see that the folder is yours and that its disk has room, or name another file with -o",
    )


def _is_taken(place: Path) -> bool:
    """Whether anything lies there, also a link that leads nowhere.

    Raises:
        Stop: no file can have that name.
    """
    try:
        place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as fault:
        raise _cannot_write(place, fault) from fault
    return True


def _is_page(place: Path) -> bool:
    # A pipe would be waited on for ever.
    if not place.is_file():
        return False
    try:
        with place.open("rb") as file:
            return SIGN in file.read(_HEAD)
    except OSError:
        return False
