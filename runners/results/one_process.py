"""A process of its own for one long piece of work, which does not outlive the command.

A pool of the standard library waits for more work for ever where the command was killed: nobody is
there any more to send it home, and it keeps all that it was told in memory.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def one_process() -> ProcessPoolExecutor:
    """A pool of one process, which ends with the one that asks for it, however that ends."""
    # A fork of a process that has threads may hang; a new one starts the same on every system.
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    Thread(target=_wait_for_its_end, daemon=True).start()


def _wait_for_its_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # Nobody is left to tell anything to, and the main thread may be at work for long.
        os._exit(1)
