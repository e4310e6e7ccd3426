"""Waiting for what another process does, and never for a clock that a busy machine misses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count
from math import inf

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


class Gate:
    """Where replies of a server wait, all but so many: a run cannot end before the test has done
    with it what it meant to, however long that takes on a busy machine.
    """

    def __init__(self) -> None:
        self._numbers, self._opened, self._most = count(), threading.Condition(), inf

    def open_to(self, most: float) -> None:
        """Let those through that come before this number, counted from 0; `inf` for all."""
        with self._opened:
            self._most = most
            self._opened.notify_all()

    def pass_through(self) -> None:
        """Return when it is open to whoever asks."""
        number = next(self._numbers)
        with self._opened:
            assert self._opened.wait_for(lambda: number < self._most, PATIENCE)
