"""What a run needs of its event loop: commits to wait for, Ctrl-C, and errors out of task groups.

The first Ctrl-C (or the polite request to end that clusters send) stops the run in order: nothing
more is asked, and replies that are on their way are waited for. A second one stops it at once,
which costs at most the calls in flight. anyio's signal receiver was the alternative; Windows has no
such thing.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from types import FrameType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import anyio

from runners.store.store import Store

if TYPE_CHECKING:
    from runners.store.writer import Handler

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


def blocking(work: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, R]:
    """The same work in an event loop of its own, waited for to its end."""

    @wraps(work)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        return anyio.run(partial(work, *args, **kwargs), backend="asyncio")

    return done


async def commit(store: Store, handler: Handler[T, R], item: T) -> R:
    """Has the item written and waits for the commit, also while the run is being stopped: what has
    arrived is kept. Raises a StoreUnusable.
    """
    committed = asyncio.wrap_future(store.submit(handler, item))
    with anyio.CancelScope(shield=True):
        await asyncio.wait([committed])
    return committed.result()


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


@contextmanager
def ungrouped(kind: type[Exception]) -> Iterator[None]:
    """Raises the first error of this kind on its own, where task groups wrapped it with others."""
    try:
        yield
    except BaseExceptionGroup as group:
        found: BaseException | None = group.subgroup(kind)
        if found is None:
            raise
        while isinstance(found, BaseExceptionGroup):
            found = found.exceptions[0]
        raise found from group
