"""The store: everything that was ever asked and answered, in one place.

Reading happens in the caller's thread, writing in one thread of its own. SQLAlchemy is imported
when a store is opened, not before.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Container, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from runners.store.processes import host, started
from runners.store.rows import (
    Attempt,
    KeptCall,
    KeptCode,
    KeptFold,
    KeptPacket,
    KeptParticipant,
    KeptTranscript,
    Start,
    StoredReply,
    StoreWorker,
    Study,
    StudyScript,
    StudyTrial,
    TrialProgress,
)
from runners.store.unusable import StoreMissing, told

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from runners.store.checking import StoreReport
    from runners.store.merging import Added
    from runners.store.others import OtherSession
    from runners.store.seals import PacketHead, Replied, Seal, Seen
    from runners.store.usage import Usage
    from runners.store.values import WrongValue
    from runners.store.versions import Ready
    from runners.store.writer import Handler, Writer

DEFAULT = "sqlite:///devrun.sqlite"
"""The store when none is named: a file in the working directory."""

T = TypeVar("T")
R = TypeVar("R")


class Store:
    """An open store. Use it in a `with` block, or close it.

    Every method raises a StoreUnusable when the database refuses.
    """

    def __init__(self, engine: Engine, where: str, ready: Ready) -> None:
        self._engine = engine
        self._writer: Writer | None = None
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
        from runners.store.connect import connect, parse
        from runners.store.versions import ready

        made, where = parse(url)
        engine = connect(made, where, patience=patience, reading=reading)
        try:
            return cls(engine, where, ready(engine, where, reading=reading))
        except BaseException:
            engine.dispose()
            raise

    def close(self) -> None:
        """Writes what is queued and lets go of the database. A second call does nothing.

        Raises StoreGone where the file went away while it was written to.
        """
        try:
            if self._writer is not None:
                self._writer.close()
        finally:
            self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ writing

    def submit(self, handler: Handler[T, R], item: T) -> Future[R]:
        """Asks the writer to write an item; the future is done when it is committed."""
        if self._writer is None:
            from runners.store.writer import Writer

            self._writer = Writer(self._engine, self.where)
        return self._writer.submit(handler, item)

    def record(self, start: Start) -> None:
        """Records that a study was started; waits for the commit."""
        from runners.store.writing import add_starts

        self.submit(add_starts, start).result()

    def hand_out(self, packets: Sequence[KeptPacket]) -> None:
        """Notes packets and what stands behind their items, all or none; waits for the commit."""
        from runners.store.writing import add_packet_batch

        self.submit(add_packet_batch, tuple(packets)).result()

    def bring_home(self, codes: Sequence[KeptCode]) -> int:
        """Keeps lines of coding logs, all or none; gives how many were new. Waits for the commit.

        Raises StoreContradicted where other words are there under the number of one of them.
        """
        from runners.store.unusable import StoreContradicted
        from runners.store.writing import add_codes

        found = self.submit(add_codes, tuple(codes)).result()
        if isinstance(found, int):
            return found
        raise StoreContradicted(
            f"{self.where} has other words as judgement {found.sequence} of {found.coder}: "
            "another process kept them meanwhile",
            "nothing of this was kept; give the same command again",
        )

    def keep_seal(self, seal: Seal) -> Seal:
        """Keeps a sealed preregistration; gives the first seal of its text, which counts. Waits for
        the commit.
        """
        from runners.store.seals import add_seals

        return self.submit(add_seals, seal).result()

    def keep_folds(self, folds: Sequence[KeptFold]) -> None:
        """Keeps what came of logs, so that they need not be read again; waits for the commit."""
        from runners.store.writing import put_folds

        for done in [self.submit(put_folds, fold) for fold in folds]:
            done.result()

    def take(self, source: Store) -> Added:
        """Adds what this store lacks of another one, in one transaction; gives how much was new.

        Raises Contradicted, with nothing taken, where the two say different things.
        """
        from runners.store.connect import writing
        from runners.store.merging import merge_into

        with (
            source.snapshot() as reading,
            told(self.where),
            writing(self._engine) as connection,
        ):
            return merge_into(connection, reading, where=self.where, other=source.where)

    def take_study(self, source: Store, study: str, *, seals: Collection[str] = ()) -> None:
        """Adds everything that another store has of one study (its whole id), and the sealed
        preregistrations with these hashes, in one transaction; this store is to have nothing of it
        yet.
        """
        from runners.store.connect import writing
        from runners.store.copying import copy_study

        with (
            source.snapshot() as reading,
            told(self.where),
            writing(self._engine) as connection,
        ):
            copy_study(connection, reading, study, seals)

    def others(self) -> Iterator[OtherSession]:
        """The sessions of trials that do not count, since another session of the same trial does:
        finished ones first.
        """
        from runners.store import others

        with self.snapshot() as connection:
            yield from others.others_in(connection)

    def checked(self) -> StoreReport:
        """What the store holds, and what is wrong with it; reads all of it."""
        from runners.store.checking import checked

        with self.snapshot() as connection:
            return checked(connection)

    def wrong_value(self) -> WrongValue | None:
        """The first value that is not of its column's kind, if there is one; may read all of it."""
        from runners.store.values import wrong_values

        with self.snapshot() as connection:
            return next(wrong_values(connection), None)

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
        import os

        pid = os.getpid()
        return StoreWorker(uuid.uuid4().hex, host(), pid, started(pid))

    # ------------------------------------------------------------------ looking up

    def lookup(self, keys: Sequence[str]) -> dict[str, StoredReply]:
        """The stored replies to these calls, by call key."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.kept_by_key(connection, keys)

    def of_sittings(self, sittings: Sequence[str]) -> dict[str, dict[str, StoredReply]]:
        """Every stored reply of these sittings, by sitting and then by call key."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.kept_of_sittings(connection, sittings)

    def finished(self, trials: Sequence[str]) -> dict[str, int]:
        """Which of these trials (by key) have every reply, and how many replies those are."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.finished(connection, trials)

    def standing(self, study: str, trials: Sequence[str]) -> TrialProgress:
        """Which of these trials are noted as the study's, and which are finished."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.standing(connection, study, trials)

    # ------------------------------------------------------------------ study by study

    def studies(self) -> tuple[Study, ...]:
        """Every recorded study, the one that was started last first."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.studies(connection)

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
                "write a few letters more",
            )
        raise StoreMissing(
            f"there is no study {wanted or 'without an id'} in {self.where}; there is {names}",
            "`devrun studies` lists them all",
        )

    def scripts_of(self, study: str) -> tuple[StudyScript, ...]:
        """The scripts of a study as they last stood, each followed by the files it includes."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.scripts(connection, study)

    def participants_of(self, study: str) -> tuple[KeptParticipant, ...]:
        """Everybody who took part in a study, in the order of their names."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.participants(connection, study)

    def trials_of(self, study: str) -> Iterator[StudyTrial]:
        """The trials of a study, by experiment, cell, participant, draw and sample."""
        from runners.store import reading

        with self._connected() as connection:
            yield from reading.trials_of(connection, study)

    def calls_of(self, study: str) -> Iterator[KeptCall]:
        """Every stored call of a study's sittings, one sitting after another."""
        from runners.store import reading

        with self._connected() as connection:
            yield from reading.calls_of(connection, study)

    def usage_of(self, study: str, participants: Sequence[str]) -> tuple[Usage, ...]:
        """What these participants' replies (by key) to a study came to, in tokens."""
        from runners.store import usage

        with self._connected() as connection:
            return usage.usage_of(connection, study, participants)

    def others_at_work(self, study: str, worker: StoreWorker) -> int:
        """How many other workers than this one have trials of a study in hand."""
        from runners.store import company

        with self._connected() as connection:
            return company.others_at_work(connection, study, worker.id)

    def asked_last(self, study: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Participants and scripts in the order in which a study's newest start named them."""
        from runners.store import usage

        with self._connected() as connection:
            return usage.asked_last(connection, study)

    def attempts_of(self, study: str) -> Iterator[Attempt]:
        """The calls of a study that at some time got no reply, oldest first."""
        from runners.store import reading

        with self._connected() as connection:
            yield from reading.attempts_of(connection, study)

    def calls(self, keys: Sequence[str]) -> dict[str, KeptCall]:
        """Everything kept of these calls, by call key."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.calls_by_key(connection, keys)

    def transcripts(self, trials: Sequence[str]) -> tuple[KeptTranscript, ...]:
        """Of which calls these finished trials are made."""
        from runners.store import reading

        with self._connected() as connection:
            return reading.transcripts_of(connection, trials)

    def packets_of(self, study: str) -> tuple[KeptPacket, ...]:
        """The packets of a study with what stands behind their items, oldest first."""
        from runners.store import reading_codes

        with self._connected() as connection:
            return reading_codes.packets_of(connection, study)

    def packet_keys(self, study: str) -> tuple[str, ...]:
        """The ids of the packets of a study, in no order."""
        from runners.store import reading_codes

        with self._connected() as connection:
            return reading_codes.packet_keys(connection, study)

    def packet(self, packet: str) -> KeptPacket | None:
        """The packet with this id, or None if this store never made it."""
        from runners.store import reading_codes

        with self._connected() as connection:
            return reading_codes.packet_named(connection, packet)

    def codes_of(self, packet: str) -> tuple[KeptCode, ...]:
        """The lines of a packet's log that came home, in the order in which they were written."""
        from runners.store import reading_codes

        with self._connected() as connection:
            return reading_codes.codes_of(connection, packet)

    def fold_of(self, packet: str, scheme: int) -> str | None:
        """What came of a packet's log, in the form of that number; None where that is not kept, or
        where the log has other lines by now.
        """
        from runners.store import reading_codes

        with self._connected() as connection:
            return reading_codes.fold_of(connection, packet, scheme)

    def told_words(self, study: str) -> dict[str, tuple[str, ...]]:
        """The hashes of the transcripts of a study's finished trials, by trial key; more than one
        where stores with different sessions of one trial were merged.
        """
        from runners.store import reading

        with self._connected() as connection:
            return reading.told_words(connection, study)

    def replies_that_ended(
        self, finishes: Sequence[str], sittings: Container[str]
    ) -> dict[str, dict[str, StoredReply]]:
        """The replies of these sittings that ended in one of these ways (values of Finish), by
        sitting and then by call key; sittings without any are missing.
        """
        from runners.store import reading

        with self._connected() as connection:
            return reading.replies_that_ended(connection, finishes, sittings)

    def seals(self) -> tuple[Seal, ...]:
        """Every preregistration that was sealed, oldest first."""
        from runners.store import seals

        with self._connected() as connection:
            return seals.seals_in(connection)

    def seen(self, experiments: Sequence[str]) -> Seen:
        """What there is of the scripts with these titles: replies by whom, and judgements."""
        from runners.store import seals

        with self._connected() as connection:
            return seals.seen_in(connection, experiments)

    def replied(self, study: str, before: str) -> Replied:
        """When the trials of a study were answered, and how often before a moment (UTC)."""
        from runners.store import seals

        with self._connected() as connection:
            return seals.replied_in(connection, study, before)

    def packet_heads(self, study: str) -> tuple[PacketHead, ...]:
        """The packets of a study without their items, oldest first."""
        from runners.store import seals

        with self._connected() as connection:
            return seals.packet_heads_in(connection, study)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one state of the store, whatever others write meanwhile."""
        with told(self.where), self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with told(self.where), self._engine.connect() as connection:
            yield connection
