"""A command at work on batches, as other processes on its store see it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runners.store.records import StoreWorker
    from runners.store.store import Store


@contextmanager
def working(store: Store, beat: float | None = None) -> Iterator[StoreWorker]:
    """The process as a worker on the store, which signs every `beat` seconds that it is alive; at
    the end it gives back all that it claimed.
    """
    from runners.store.claims import HEARTBEAT, at_work, leave, sign

    worker, over = store.worker(), threading.Event()

    def signs() -> None:
        # It goes on whatever the command waits for: a provider, a pause, or a long file.
        while not over.wait(beat or HEARTBEAT):
            store.submit(sign, worker)

    thread = threading.Thread(target=signs, name="devrun-batches", daemon=True)
    with at_work(worker):
        store.submit(sign, worker).result()
        thread.start()
        try:
            yield worker
        finally:
            over.set()
            thread.join()
            store.submit(leave, worker).result()
