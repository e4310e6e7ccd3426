"""How to tell that memory ran out: each device says it in its own way."""

from __future__ import annotations

_SIGNS = ("out of memory", "not enough memory", "can't allocate memory", "cannot allocate memory")


def ran_out(error: BaseException) -> bool:
    """Whether it was for want of memory that something failed."""
    if isinstance(error, MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(sign in str(error).lower() for sign in _SIGNS)
