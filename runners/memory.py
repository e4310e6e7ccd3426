"""Memory that is free, given back to the system.

The C library keeps what Python frees between things that stay: after a large study was read this
is as much as what is left of it.
"""

from __future__ import annotations

import ctypes
import gc


def give_back_memory() -> None:
    """Collect what is unreachable and give free memory back, where the C library can (glibc).

    A tenth of a second after a hundred thousand trials; for the ends of steps.
    """
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    trim(0)
