"""Over what a page is written: a report follows from the store and is made again after every day of
coding, so one of ours is replaced by the next. Anything else that lies there stays.
"""

from __future__ import annotations

from pathlib import Path

from runners.cli.errors import Exit, UsageError, system_errors_as
from runners.cli.files import ELSEWHERE

SIGN = b'<meta name="generator" content="devrun '
"""By this a page of ours is known."""

_HEAD = 4096


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


def _is_taken(place: Path) -> bool:
    """Whether anything lies there, also a link that leads nowhere.

    Raises:
        Stop: no file can have that name.
    """
    with system_errors_as(Exit.USAGE, "cannot-write", f"`{place}` cannot be written", ELSEWHERE):
        try:
            place.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
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
