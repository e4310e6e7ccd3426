"""Waiting for what another process does, and never for a clock that a busy machine misses."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 600.0
"""Seconds after which a test gives up: long after what it waits for should have happened."""


def wait_until(happened: Callable[[], bool], said: Callable[[], object] = lambda: "") -> None:
    """Return as soon as something has happened that tells nobody, as a row in a store.

    Args:
        happened: asked a hundred times a second.
        said: what to say where it has not happened in all that time.
    """
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, said()
        time.sleep(0.01)
