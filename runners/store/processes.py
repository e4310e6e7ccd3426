"""Tells whether a process is still alive, so that a dead one's claims hold nobody up.

A process id alone may have been given to another program since; its start time, where the system
tells one, settles that. A lock file would vanish with the process, too, but not on a shared folder.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path


def host() -> str:
    """The name of this machine."""
    return socket.gethostname()


def started(pid: int) -> str:
    """When the process started, in the system's own ticks; empty where the system does not say."""
    fields = _told(pid)
    return fields[19] if len(fields) > 19 else ""


def alive(pid: int, start: str) -> bool:
    """Whether the process with this id, started then, runs on this machine.

    One that has ended keeps its id until its parent asks after it, and in a container perhaps for
    ever: it is dead all the same.
    """
    if not _exists(pid) or _told(pid)[:1] in (["Z"], ["X"]):
        return False
    now = started(pid)
    return not start or not now or now == start


def _told(pid: int) -> list[str]:
    """What the system tells of a process, its state first; nothing where it tells nothing."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    # The second field is the program's name in brackets and may hold spaces: count from its end.
    return stat.rpartition(")")[2].split()


if sys.platform == "win32":

    def _exists(pid: int) -> bool:
        import ctypes

        query_limited_information, still_active = 0x1000, 259
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(query_limited_information, False, pid)
        if not handle:
            return False
        code = ctypes.c_ulong()
        kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        kernel.CloseHandle(handle)
        return code.value == still_active

else:

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True
