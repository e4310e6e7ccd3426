"""A folder, or a file, that is there whole or not at all.

It is written under another name beside its place and moved there when it is done, so that neither a
full disk nor a killed process leaves half an export that looks like one. What is there already is
never written over, except an export of the same study that somebody asks to have replaced.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

IDENTIFIER = "devrun study "
"""How the `identifier` of an exported data set begins; the study's id follows."""

DESCRIPTION = "dataset_description.json"


class CannotWrite(Exception):
    """The export cannot go where it should; `message` says why and `help` what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def refuse_taken(place: Path, *, replaces: Callable[[Path], bool]) -> None:
    """See that nothing is at `place` but an empty folder, or what may be replaced.

    Raises:
        CannotWrite: something is, or nothing can be there.
    """
    with _told(place):
        if not place.exists() and not place.is_symlink():
            return
        if place.is_dir() and not place.is_symlink() and not any(place.iterdir()):
            return
        if replaces(place):
            return
        raise CannotWrite(
            f"`{place}` is there already, and is not written over",
            "name another place with -o, or write --replace where it is an older export of this "
            "study",
        )


def is_export_of(study: str) -> Callable[[Path], bool]:
    """Whether a folder is a Psych-DS export of a study (its id)."""

    def looked_at(place: Path) -> bool:
        try:
            found = json.loads((place / DESCRIPTION).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(found, dict) and found.get("identifier") == IDENTIFIER + study

    return looked_at


@contextmanager
def whole_folder(place: Path, *, replaces: Callable[[Path], bool]) -> Iterator[Path]:
    """A new folder to write to, which is at `place` afterwards instead of what was there; gone,
    and what was there untouched, where anything is raised inside.

    Raises:
        CannotWrite: the disk does not take it, or something is there that must not be replaced,
            at the beginning or when all is written.
    """
    refuse_taken(place, replaces=replaces)
    part = _beside(place)
    with _told(place):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            part.mkdir()
            yield part
            # Writing takes minutes: somebody else may have put something there.
            refuse_taken(place, replaces=replaces)
            _move(part, place)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise


@contextmanager
def whole_file(place: Path, *, replaces: Callable[[Path], bool]) -> Iterator[Path]:
    """A new file to write to, which is at `place` afterwards; see `whole_folder`."""
    refuse_taken(place, replaces=replaces)
    part = _beside(place)
    with _told(place):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            yield part
            # Writing takes minutes: somebody else may have put something there.
            refuse_taken(place, replaces=replaces)
            _move(part, place)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def _beside(place: Path) -> Path:
    # The whole of a long name, with something added, may be too long for a disk.
    return place.absolute().with_name(f"{place.absolute().name[:40]}.part-{token_hex(4)}")


def _move(part: Path, place: Path) -> None:
    old = _beside(place) if place.exists() else None
    if old is not None:
        place.rename(old)
    try:
        part.rename(place)
    except BaseException:
        if old is not None:
            old.rename(place)
        raise
    if old is not None and old.is_dir():
        shutil.rmtree(old, ignore_errors=True)
    elif old is not None:
        old.unlink()


@contextmanager
def _told(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise CannotWrite(
            f"the export cannot be written to {place}: {why}",
            "name a folder of your own with -o, and see that its disk has room; nothing was left "
            "behind",
        ) from fault
