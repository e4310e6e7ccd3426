"""How much work something is, without a clock: the functions that it calls, those of C too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls(work: Callable[[], object]) -> int:
    """How many functions are called. What one pattern of `re` does within a text is one call."""
    made, before = 0, sys.getprofile()

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made
