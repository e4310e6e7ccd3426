"""A folder, or a file, that is there whole or not at all.

It is written under another name next to its place and moved there when it is complete, so
that neither a full disk nor a killed process nor a power cut leaves half an export that looks like
one. What is there already is never written over, except an export of the same study that somebody
asks to have replaced.

What a killed process left next to the place is removed by the next export to it. The name of a
folder that is being written says which process writes it, on which computer: only what belongs to a
process that is dead is touched. A lock on a file inside was the alternative; it would be given away
with the folder, and holds on few network disks.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from dsl.errors import DevrunError, os_errors_as
from runners.store.claims import alive, host, started

IDENTIFIER = "devrun study "
"""How the `identifier` of an exported data set begins; the study's id follows."""

DESCRIPTION = "dataset_description.json"


class CannotWrite(DevrunError):
    """The export cannot go where it should; `message` says why and `help` what to do."""

    code = "cannot-write"


def refuse_taken(place: Path, *, replaces: Callable[[Path], bool]) -> None:
    """See that nothing is at `place` but an empty folder, or what may be replaced.

    Raises:
        CannotWrite: something is, or nothing can be there.
    """
    with _written(place):
        if not place.exists() and not place.is_symlink():
            return
        if Path.cwd().is_relative_to(place.resolve()):
            raise CannotWrite(
                f"`{place}` is the current folder or one above it and cannot be replaced",
                "name a folder in it, such as `-o ./study`",
            )
        if place.is_dir() and not place.is_symlink() and not any(place.iterdir()):
            return
        if replaces(place):
            return
        raise CannotWrite(
            f"`{place}` already exists",
            "name another place with -o, or add --replace if it is an older export of this study",
        )


def is_export_of(study: str) -> Callable[[Path], bool]:
    """Whether a folder is a Psych-DS export of a study (its id)."""

    def looked_at(place: Path) -> bool:
        try:
            found = json.loads((place / DESCRIPTION).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
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
    with _part_of(place, replaces) as part:
        part.mkdir()
        yield part


@contextmanager
def whole_file(place: Path, *, replaces: Callable[[Path], bool]) -> Iterator[Path]:
    """A new file to write to, which is at `place` afterwards; see `whole_folder`."""
    with _part_of(place, replaces) as part:
        yield part


@contextmanager
def _part_of(place: Path, replaces: Callable[[Path], bool]) -> Iterator[Path]:
    """The name under which it is written, which becomes `place` if nothing is raised inside."""
    with _written(place):
        put_away(place, replaces=replaces)
    refuse_taken(place, replaces=replaces)
    part = beside(place, PART)
    with _written(place):
        missing = [one for one in place.absolute().parents if not one.exists()]
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            yield part
            _to_disk(part)
            # Writing takes minutes: somebody else may have put something there.
            refuse_taken(place, replaces=replaces)
            _move(part, place)
        except BaseException:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                for folder in missing:
                    folder.rmdir()
            raise


def _move(part: Path, place: Path) -> None:
    if part.is_file():
        part.replace(place)
        _sync(place.absolute().parent)
        return
    old = beside(place, BEFORE) if place.exists() else None
    if old is not None:
        place.rename(old)
    try:
        part.rename(place)
    except BaseException:
        if old is not None:
            old.rename(place)
        raise
    _sync(place.absolute().parent)
    if old is not None:
        shutil.rmtree(old, ignore_errors=True)


def _to_disk(part: Path) -> None:
    """See that all of it would be there after a power cut, before it gets its name."""
    inside = part.rglob("*") if part.is_dir() else ()
    for one in (*inside, part):
        # A link, or a pipe that somebody added to an earlier export, has no content.
        if not one.is_symlink() and (one.is_file() or one.is_dir()):
            _sync(one)


def _sync(place: Path) -> None:
    """Write what the system holds back of a file or a folder; Windows knows no such thing of a
    folder, nor of a file that may only be read.
    """
    flags = os.O_RDONLY if os.name != "nt" else os.O_RDWR
    try:
        descriptor = os.open(place, flags)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as fault:
        # Some file systems know no such thing of a folder, either.
        if not place.is_dir() or fault.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def _written(place: Path) -> AbstractContextManager[None]:
    return os_errors_as(
        CannotWrite,
        f"the export cannot be written to {place}",
        "name a writable folder with -o, and check free disk space; nothing was left behind",
    )


PART = "part"
"""What is being written."""

BEFORE = "before"
"""What is being replaced, for as long as it takes to change two names."""

_LETTERS = 40
"""So much of a long name is kept: the whole, with something added, may be too long for a disk."""


def beside(place: Path, kind: str) -> Path:
    """An unused name next to a place, for this process; `kind` is PART or BEFORE."""
    pid = os.getpid()
    whose = f"{_here()}-{pid}-{started(pid) or 0}"
    return _named(place, f".{kind}-{whose}-{token_hex(4)}")


def put_away(place: Path, *, replaces: Callable[[Path], bool]) -> None:
    """Remove what dead exports to this place left. An export that was to be replaced gets its name
    back where a process died between the two.

    What the disk does not let go stays: it is in nobody's way.
    """
    for one in _of_the_dead(place, PART):
        if one.is_dir() and not one.is_symlink():
            shutil.rmtree(one, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                one.unlink()
    for one in _of_the_dead(place, BEFORE):
        if not place.exists() and not place.is_symlink():
            one.rename(place)
        elif replaces(place) and replaces(one):
            # The new one got its name: it has all that people had put into this one.
            shutil.rmtree(one, ignore_errors=True)


def _of_the_dead(place: Path, kind: str) -> Iterator[Path]:
    if not place.absolute().name:
        return
    known = re.compile(
        re.escape(_named(place, f".{kind}-{_here()}").name) + r"-(\d+)-(\d+)-[0-9a-f]{8}"
    )
    try:
        there = sorted(place.absolute().parent.iterdir())
    except OSError:
        return
    for one in there:
        found = known.fullmatch(one.name)
        if found and not alive(int(found[1]), "" if found[2] == "0" else found[2]):
            yield one


def _named(place: Path, more: str) -> Path:
    return place.absolute().with_name(f"{place.absolute().name[:_LETTERS]}{more}")


def _here() -> str:
    """The name of this computer in a few letters; itself it may hold any."""
    return sha256(host().encode("utf-8", "surrogateescape")).hexdigest()[:8]
