"""One thread that writes; what queued during one commit goes into the next.

There is no timer: a lone reply is committed at once, and the busier the run the larger the
transactions become by themselves. A caller waits for its own commit. When the database refuses,
everybody who waits gets the error, and so does everybody who comes later: a run cannot go on
unrecorded. A connection per task was the alternative; SQLite would have served them one by one,
each with a flush to disk of its own.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from runners.store.connect import bulk_connection, writing
from runners.store.errors import StoreGone, locked, may_pass, store_errors
from runners.store.store_file import StoreFileState

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

T = TypeVar("T")
R = TypeVar("R")
Handler = Callable[["Connection", Sequence[T]], Sequence[R]]
"""Writes many items of one kind in the transaction it is given; one result for each, in order."""


def each(write: Callable[[Connection, T], R]) -> Handler[T, R]:
    """A handler that writes one item after the other."""

    @wraps(write)
    def handler(connection: Connection, items: Sequence[T]) -> Sequence[R]:
        return [write(connection, item) for item in items]

    return handler


_OFTEN = 20  # times that a transaction is begun again: a locked file is waited for ten minutes
_A_MOMENT = 2.0  # seconds
_LARGEST = 2_000  # items in one transaction: beyond this nothing is gained, and waiting grows


@dataclass(frozen=True, slots=True)
class _Wish:
    # The item and the result have one type per handler, which a queue of many handlers cannot say.
    handler: Handler[Any, Any]
    item: Any
    done: Future[Any]


class Writer:
    """Writes to one store. `submit` from any thread, or from a task by `asyncio.wrap_future`.

    `bulk`: its items are large, so that it keeps a connection to itself.
    """

    def __init__(self, engine: Engine, where: str, *, bulk: bool = False) -> None:
        self._engine = engine
        self._where = where
        self._queue: queue.SimpleQueue[_Wish | None] = queue.SimpleQueue()
        self._broken: BaseException | None = None
        self._closed = False
        self._gate = threading.Lock()
        with store_errors(where):
            self._own = bulk_connection(engine) if bulk else None
        self._standing = StoreFileState.of(engine, where)
        self._thread = threading.Thread(target=self._run, name="devrun-writer", daemon=True)
        self._thread.start()

    def submit(self, handler: Handler[T, R], item: T) -> Future[R]:
        """Asks for the item to be written; the future has the handler's result once committed."""
        done: Future[R] = Future()
        with self._gate:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(_Wish(handler, item, done))
        return done

    def close(self, *, waits: bool = True) -> None:
        """Writes what is queued, then ends the thread. A second call does nothing. Unless it
        `waits`, what is not written in a moment, since another process holds the file, is left.

        Raises StoreGone where the file went away and no caller has had this error yet.
        """
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join(None if waits else _A_MOMENT)
        if self._thread.is_alive():
            return  # it ends with the process
        if self._own is not None:
            self._own.close()
        if self._standing is not None:
            try:
                if not isinstance(self._broken, StoreGone):
                    self._standing.see()
            finally:
                self._standing.close()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < _LARGEST:
                try:
                    wish = self._queue.get_nowait()
                except queue.Empty:
                    break
                if wish is None:
                    last = True
                    break
                batch.append(wish)
            self._write(batch)
            if last:
                return

    def _write(self, batch: list[_Wish]) -> None:
        # A waiter that was cancelled meanwhile does not take back what it asked for: its reply has
        # arrived and is kept all the same.
        heard = [wish.done.set_running_or_notify_cancel() for wish in batch]
        try:
            if self._broken is not None:
                raise self._broken
            with store_errors(self._where):
                results = self._written(batch)
        except BaseException as error:
            self._broken = error
            for wish, listening in zip(batch, heard, strict=True):
                if listening:
                    wish.done.set_exception(error)
            return
        for wish, listening, result in zip(batch, heard, results, strict=True):
            if listening:
                wish.done.set_result(result)

    def _written(self, batch: list[_Wish]) -> list[Any]:
        """The results of one transaction, which is done again where another one was in its way. A
        locked file is waited for once more at most when the run ends, as after Ctrl-C.
        """
        for _ in range(_OFTEN):
            try:
                return self._committed(batch)
            except Exception as error:
                if not may_pass(error) or (self._closed and locked(error)):
                    raise
        return self._committed(batch)

    def _committed(self, batch: list[_Wish]) -> list[Any]:
        results: list[Any] = [None] * len(batch)
        by_handler: dict[Handler[Any, Any], list[int]] = {}
        for index, wish in enumerate(batch):
            by_handler.setdefault(wish.handler, []).append(index)
        with writing(self._engine, self._own) as connection:
            for handler, indices in by_handler.items():
                given = handler(connection, [batch[index].item for index in indices])
                for index, result in zip(indices, given, strict=True):
                    results[index] = result
        if self._standing is not None:
            self._standing.see()
        return results
