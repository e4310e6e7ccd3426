"""Ctrl-C, and the polite request to end that clusters send, without losing what has arrived.

The first one stops the run in order: nothing more is asked, and replies that are on their way are
waited for. A second one stops it at once, which costs at most the calls in flight. anyio's signal
receiver was the alternative; Windows has no such thing.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop` in the event loop at the first SIGINT or SIGTERM. Does nothing outside the main
    thread, where Python hears no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}

    def heard(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        loop.call_soon_threadsafe(stop)

    for kind in before:
        signal.signal(kind, heard)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
