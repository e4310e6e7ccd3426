"""The store: everything that was ever asked and answered, in one place.

Reading happens in the caller's thread, writing in one thread of its own. Its questions are the
methods of the classes that it is made of. It is imported by whoever opens one, since that imports
SQLAlchemy.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from runners.store.batches import BatchQueries
from runners.store.call_queries import CallQueries
from runners.store.claims import numbering, started
from runners.store.coding_queries import CodingQueries
from runners.store.connect import connect, parse, writing
from runners.store.errors import StoreContradicted, StoreMissing, store_errors
from runners.store.preregistrations import PreregistrationQueries, Seal, add_seals
from runners.store.records import (
    LogLine,
    LogSnapshotRecord,
    PacketRecord,
    Start,
    StoreWorker,
    Study,
)
from runners.store.study_queries import StudyQueries
from runners.store.versions import Ready, ready
from runners.store.writer import Handler, Writer
from runners.store.writes import add_codes, add_packet_batch, add_starts, put_log_snapshots

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from runners.store.checks.integrity import StoreReport
    from runners.store.checks.values import WrongValue
    from runners.store.merge import Added
    from runners.store.superseded import OtherSession

DEFAULT = "sqlite:///devrun.sqlite"
"""The store when none is named: a file in the working directory."""

T = TypeVar("T")
R = TypeVar("R")


class Store(StudyQueries, CallQueries, CodingQueries, PreregistrationQueries, BatchQueries):
    """An open store. Use it in a `with` block, or close it.

    Every method raises a StoreUnusable when the database refuses.
    """

    def __init__(self, engine: Engine, where: str, ready: Ready) -> None:
        self._engine = engine
        self._writer: Writer | None = None
        self._bulk_writer: Writer | None = None
        self.where = where
        """What messages call it: the file's path, or the URL without its password."""
        self.ready = ready
        """The version that it had when it was opened, and the copy that was made if opening it
        migrated it.
        """

    @classmethod
    def open(cls, url: str = DEFAULT, *, patience: float = 30.0, reading: bool = False) -> Self:
        """Opens the store at a URL (or file path), making or migrating it where that is needed.

        With `reading` nothing is made or changed. `patience` is for how many seconds a store that
        another process holds is waited for. Raises a StoreUnusable.
        """
        made, where = parse(url)
        engine = connect(made, where, patience=patience, reading=reading)
        try:
            return cls(engine, where, ready(engine, where, reading=reading))
        except BaseException:
            engine.dispose()
            raise

    def close(self, *, waits: bool = True) -> None:
        """Writes what is queued and lets go of the database. A second call does nothing. Unless it
        `waits`, another process that holds the file is waited for a moment at most.

        Raises StoreGone where the file went away while it was written to.
        """
        with ExitStack() as closing:
            closing.callback(self._engine.dispose)
            for writer in filter(None, (self._bulk_writer, self._writer)):
                closing.callback(writer.close, waits=waits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # The message on a second Ctrl-C says that the run ends at once.
        self.close(waits=kind is None or not issubclass(kind, KeyboardInterrupt))

    # ------------------------------------------------------------------ writing

    def submit(self, handler: Handler[T, R], item: T) -> Future[R]:
        """Asks the writer to write an item; the future is done when it is committed."""
        if self._writer is None:
            self._writer = Writer(self._engine, self.where)
        return self._writer.submit(handler, item)

    def submit_bulk(self, handler: Handler[T, R], item: T) -> Future[R]:
        """The same for items of tens of thousands of rows, which wait for no others. Of SQLite it
        holds up to 256 MiB of pages from the first to the end.
        """
        if self._bulk_writer is None:
            self._bulk_writer = Writer(self._engine, self.where, bulk=True)
        return self._bulk_writer.submit(handler, item)

    def record(self, start: Start) -> None:
        """Records that a study was started; waits for the commit."""
        self.submit(add_starts, start).result()

    def add_packets(self, packets: Sequence[PacketRecord]) -> None:
        """Notes packets and the sources of their items, all or none; waits for the commit."""
        self.submit(add_packet_batch, tuple(packets)).result()

    def add_codes(self, codes: Sequence[LogLine]) -> int:
        """Keeps lines of coding logs, all or none; gives how many were new. Waits for the commit.

        Raises StoreContradicted where other words are there under the number of one of them.
        """
        found = self.submit(add_codes, tuple(codes)).result()
        if isinstance(found, int):
            return found
        raise StoreContradicted(
            f"{self.where} has a different judgement {found.sequence} of {found.coder}: "
            "another process wrote it meanwhile",
            "nothing of this was saved; give the same command again",
        )

    def add_seal(self, seal: Seal) -> Seal:
        """Keeps a sealed preregistration; gives the first seal of its text, which counts. Waits for
        the commit.
        """
        return self.submit(add_seals, seal).result()

    def keep_log_snapshots(self, folds: Sequence[LogSnapshotRecord]) -> None:
        """Keeps what came of logs, so that they need not be read again; waits for the commit."""
        for done in [self.submit(put_log_snapshots, fold) for fold in folds]:
            done.result()

    def merge(self, source: Store) -> Added:
        """Adds what this store lacks of another one, in one transaction; gives how much was new.

        Raises Contradicted, with nothing changed, where the two say different things.
        """
        from runners.store.merge import merge_into

        with self._copying_from(source) as (connection, reading):
            return merge_into(connection, reading, where=self.where, other=source.where)

    def copy_study(self, source: Store, study: str, *, seals: Collection[str] = ()) -> None:
        """Adds everything that another store has of one study (its whole id), and the sealed
        preregistrations with these hashes, in one transaction; this store is to have nothing of it
        yet.
        """
        from runners.store.copy_study import copy_study

        with self._copying_from(source) as (connection, reading):
            copy_study(connection, reading, study, seals)

    @contextmanager
    def _copying_from(self, source: Store) -> Iterator[tuple[Connection, Connection]]:
        """A connection that writes here, and one that reads one state of the source."""
        with (
            source.snapshot() as reading,
            store_errors(self.where),
            writing(self._engine) as connection,
        ):
            yield connection, reading

    def others(self) -> Iterator[OtherSession]:
        """The sessions of trials that do not count, since another session of the same trial does:
        finished ones first.
        """
        from runners.store.superseded import others_in

        with self.snapshot() as connection:
            yield from others_in(connection)

    def checked(self) -> StoreReport:
        """What the store holds, and what is wrong with it; reads all of it."""
        from runners.store.checks.integrity import checked

        with self.snapshot() as connection:
            return checked(connection)

    def wrong_value(self) -> WrongValue | None:
        """The first value that is not of its column's kind, if there is one; may read all of it."""
        from runners.store.checks.values import wrong_values

        with self.snapshot() as connection:
            return next(wrong_values(connection), None)

    @property
    def url(self) -> str:
        """By which another process opens it: with its password, so not for messages."""
        return self._engine.url.render_as_string(hide_password=False)

    def is_same(self, other: Store) -> bool:
        """Whether both are one store under two names."""
        if self._engine.dialect.name != other._engine.dialect.name:
            return False
        if self._engine.dialect.name == "sqlite":
            with suppress(OSError):
                return Path(self.where).samefile(other.where)
            return self.where == other.where  # an address of SQLite's own, such as file:NAME
        mine, its = self._engine.url, other._engine.url
        return mine.set(password=None) == its.set(password=None)

    def worker(self) -> StoreWorker:
        """A name for this process as a worker on the store; each call gives a new one."""
        pid = os.getpid()
        return StoreWorker(uuid.uuid4().hex, numbering(), pid, started(pid))

    # ------------------------------------------------------------------ reading

    def study(self, wanted: str | None = None) -> Study:
        """The study with this id (its beginning is enough), or else the one started last.

        Raises StoreMissing when there is none, or when several begin so.
        """
        every = self.studies()
        if not every:
            raise StoreMissing(f"there is no study in {self.where} yet", "run a script first")
        if wanted is None:
            return every[0]
        found = [study for study in every if wanted and study.id.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        names = ", ".join(study.id for study in (found or every)[:5])
        if found:
            raise StoreMissing(
                f"several studies in {self.where} begin with {wanted}: {names}",
                "write more letters",
            )
        raise StoreMissing(
            f"there is no study {wanted or 'without an id'} in {self.where}; there is {names}",
            "`devrun studies` lists them all",
        )

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one state of the store, whatever others write meanwhile."""
        with store_errors(self.where), self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection of its own for each question."""
        with store_errors(self.where), self._engine.connect() as connection:
            yield connection
