"""Measurements, each a module to be run: `python -m benchmarks.NAME`.

Whoever prints pages of figures is read through `head`, too, which goes away before the end: that is
no fault, and gets no traceback.
"""

from __future__ import annotations

import atexit
import os
import sys
from types import TracebackType


def _unread(more: str = "") -> bool:
    """Whether the reader of standard output went away before the rest of it, and `more`; that is
    discarded then.
    """
    try:
        print(more, end="", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _uncaught(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    # A pipe or a socket of the measurement's own may have broken: then a new line can be printed.
    if not (isinstance(fault, BrokenPipeError) and _unread("\n")):
        sys.__excepthook__(kind, fault, trace)


sys.excepthook = _uncaught
atexit.register(_unread)
