"""A command at work on batches, as other processes on its store see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runners.store.records import StoreWorker
    from runners.store.store import Store


@contextmanager
def working(store: Store) -> Iterator[StoreWorker]:
    """The process as a worker on the store; at the end it gives back all that it claimed."""
    from runners.store.claims import at_work, leave, sign

    worker = store.worker()
    with at_work(worker):
        store.submit(sign, worker).result()
        try:
            yield worker
        finally:
            store.submit(leave, worker).result()
