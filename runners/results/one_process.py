"""One long piece of work in a process of its own, which ends with the command however that ends.

A pool of the standard library waits for more work for ever where the command was killed: nobody is
there any more to send it home, and it keeps all that it was told in memory. And Ctrl-C in a
terminal reaches both processes, of which the other would print where it was just then.

The process takes no module from the current folder, which may be a stranger's (`isolated.py`).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import ParamSpec, TypeVar

from runners.isolated import can_isolate, isolated_children

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def beside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Iterator[Future[T]]:
    """What the work gives, which is begun in another process. That ends when it is done, and at
    once where what is done meanwhile is broken off.
    """
    if not can_isolate():
        found: Future[T] = Future()
        found.set_result(work(*given, **named))
        yield found
        return
    others = active_children()
    with isolated_children():
        # A fork of a process that has threads may hang; a new one starts the same on every system.
        pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_end_with_parent)
    try:
        with _ctrl_c_is_ours(), isolated_children():
            found = pool.submit(work, *given, **named)
        # It is told nothing more; and what it was told may be large.
        pool.shutdown(wait=False)
        del given, named
        yield found
    except BaseException:
        for one in active_children():
            if one not in others:
                one.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_is_ours() -> Iterator[None]:
    """What is started within it does not heed Ctrl-C. Only a main thread can settle that."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_with_parent() -> None:
    Thread(target=_wait_for_its_end, daemon=True).start()


def _wait_for_its_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # Nobody is left to tell anything to, and the main thread may be at work for long.
        os._exit(1)
