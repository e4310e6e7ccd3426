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


def use_memory() -> None:
    """Let pytest make its folders there, unless somebody has named another place."""
    if _enough(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _enough(folder: Path) -> bool:
    if not hasattr(os, "statvfs") or not os.access(folder, os.W_OK):
        return False
    room = os.statvfs(folder)
    # Some tests start what they write.
    return room.f_bavail * room.f_frsize >= ENOUGH and not room.f_flag & os.ST_NOEXEC
