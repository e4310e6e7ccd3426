"""Where the folders of tests lie: in memory, if there is enough of it.

Stores and logs return only when the disk has what was written, which is most of what their tests
would wait for.
"""

from __future__ import annotations

import os
from pathlib import Path

MEMORY = Path("/dev/shm")
"""A folder in memory on every Linux."""

ENOUGH = 4 << 30
"""Bytes: more than all tests together leave there."""

ROOT = "PYTEST_DEBUG_TEMPROOT"
"""Pytest's variable for where it makes its folders."""


def use_memory() -> None:
    """Let pytest make its folders there, unless somebody has named another place."""
    if enough():
        os.environ.setdefault(ROOT, str(MEMORY))


def root() -> str | None:
    """Where other folders of tests should lie; None for the usual place."""
    return os.environ.get(ROOT)


def enough() -> bool:
    """Whether all tests find room there."""
    if not hasattr(os, "statvfs") or not os.access(MEMORY, os.W_OK):
        return False
    room = os.statvfs(MEMORY)
    # Some tests start what they write.
    return room.f_bavail * room.f_frsize >= ENOUGH and not room.f_flag & os.ST_NOEXEC
