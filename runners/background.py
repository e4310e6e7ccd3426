"""Long work in the background: other processes.

A process ends with the command, however that ends. A pool of the standard library would wait for
more work for ever where the command was killed, with all that it was given in memory. Ctrl-C in a
terminal reaches all processes, and the others would print tracebacks. They import nothing from
the current folder, which may be a stranger's (`isolated.py`).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import ParamSpec, TypeVar

from dsl.errors import DevrunError, Exit
from runners.isolated import can_isolate, isolated_children

P = ParamSpec("P")
T = TypeVar("T")


class ProcessEnded(DevrunError):
    """Somebody, or the system for want of memory, ended another process of this command."""

    code = "process-ended"
    exit_code = Exit.INTERRUPTED


class Processes:
    """Other processes that work is given to; if `most` is 0, it is done at
    once."""

    def __init__(self, most: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if most and can_isolate():
            # A fork of a process that has threads may hang; a new one starts the same on every
            # system.
            with isolated_children():
                self._pool = ProcessPoolExecutor(
                    most, mp_context=get_context("spawn"), initializer=_end_with_parent
                )

    def begin(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Future[T]:
        """The result of the work."""
        if self._pool is None:
            found: Future[T] = Future()
            found.set_result(work(*given, **named))
            return found
        with _ctrl_c_is_ours(), isolated_children():
            return self._pool.submit(work, *given, **named)

    def give_no_more(self) -> None:
        """Each ends when what was given to it is done, so that its memory is free then."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)

    def end(self) -> None:
        """Each ends when what it is doing is done."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


@contextmanager
def processes(most: int) -> Iterator[Processes]:
    """So many other processes at most, which end at once where what is done meanwhile is broken
    off.

    Raises ProcessEnded where one of them was ended from outside.
    """
    others = active_children()
    pool = Processes(most)
    try:
        yield pool
    except BaseException as fault:
        for one in active_children():
            if one not in others:
                one.terminate()
        if isinstance(fault, BrokenProcessPool):
            raise ProcessEnded(
                "another process of this command was ended, perhaps because memory ran out",
                "free some memory, then give the same command again; finished work is saved",
            ) from fault
        raise
    finally:
        pool.end()


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
