"""The files that a killed export leaves next to its place, removed by the next one.

The name of a folder that is being written says which process writes it, on which computer: only
what belongs to a process that is dead is touched. A lock on a file inside was the alternative; it
would be given away with the folder, and holds on few network disks.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from runners.store.claims import alive, host, started

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
