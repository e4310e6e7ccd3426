"""Which process works on what, so that two on one store share a study instead of doubling it.

A claim is on a sitting: the scope within which calls can be the same. A claim is void when its
worker is dead: gone from this machine, or silent for two minutes on another; a container counts as
a machine, and so does one that was started again. A process that was
only asleep and comes back finds its work done; replies are stored once in any case. The database's
own row locks were the alternative; they do not outlast a transaction, and SQLite has none.

The next worker that comes deletes what dead ones left. Of one on another machine, that may only
sleep, it does so after a day: until then its claims hold again as soon as it wakes.

A process id alone may have been given to another program since; its start time, where the system
tells one, settles that. A lock file would vanish with the process, too, but not on a shared folder.
"""

from __future__ import annotations

import math
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, select, text, union, update

from runners.store.records import StoreWorker, now
from runners.store.rows import insert_new, row_of, with_keys
from runners.store.schema import batch_calls, calls, claims, workers
from runners.store.writer import each

HEARTBEAT = 15.0
"""Seconds between two signs of life."""

_SILENT = 120.0  # seconds after which a process on another machine counts as dead
_FORGOTTEN = 86_400.0  # seconds after which nothing of it is kept


_AT_WORK: set[str] = set()
# Several runs may follow each other in one process, and one that failed could not say goodbye: that
# the process lives says nothing about its workers, so it remembers which of them are at work.


@contextmanager
def at_work(worker: StoreWorker) -> Iterator[None]:
    """While inside, this process vouches for the worker."""
    _AT_WORK.add(worker.id)
    try:
        yield
    finally:
        _AT_WORK.discard(worker.id)


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """Sittings that a worker asks for. `batched`: also those with a call in a batch, which would be
    paid twice if it was asked beside that.
    """

    worker: StoreWorker
    sittings: tuple[str, ...]
    batched: bool = False


@each
def sign(connection: Connection, item: StoreWorker) -> None:
    """Notes that a worker is alive; the first time, that it is there at all, and deletes those that
    died.
    """
    beat = _clock(connection)
    if insert_new(connection, workers, [row_of(workers, item, worker=item.id, beat=beat)]):
        every = connection.scalars(union(select(workers.c.worker), select(claims.c.worker)))
        for dead in sorted(_dead(connection, item, set(every) - {item.id}, silent=_FORGOTTEN)):
            _remove(connection, dead)
    else:
        connection.execute(update(workers).where(workers.c.worker == item.id).values(beat=beat))


@each
def release(connection: Connection, item: ClaimRequest) -> None:
    """Gives claims back."""
    connection.execute(
        delete(claims).where(claims.c.worker == item.worker.id, claims.c.sitting.in_(item.sittings))
    )


@each
def leave(connection: Connection, item: StoreWorker) -> None:
    """Gives back all that a worker still holds, and deletes it."""
    _remove(connection, item.id)


def _remove(connection: Connection, worker: str) -> None:
    connection.execute(delete(claims).where(claims.c.worker == worker))
    connection.execute(delete(workers).where(workers.c.worker == worker))


@each
def claim(connection: Connection, wanted: ClaimRequest) -> frozenset[str]:
    """Claims sittings; gives those that the asker now holds. The rest is with a living process, or
    with a provider.
    """
    me = wanted.worker
    sittings = list(wanted.sittings)
    if not wanted.batched and sittings:
        out = set(_in_batches(connection, sittings))
        sittings = [key for key in sittings if key not in out]
    rows = [{"sitting": key, "worker": me.id, "at": now()} for key in sittings]
    if insert_new(connection, claims, rows):
        return frozenset(sittings)
    holders = {
        str(sitting): str(worker)
        for sitting, worker in connection.execute(
            select(claims.c.sitting, claims.c.worker).where(claims.c.sitting.in_(sittings))
        )
    }
    held = {sitting for sitting, worker in holders.items() if worker == me.id}
    dead = _dead(connection, me, set(holders.values()) - {me.id})
    for sitting, worker in holders.items():
        if worker in dead:
            taken = connection.execute(
                update(claims)
                .where(claims.c.sitting == sitting, claims.c.worker == worker)
                .values(worker=me.id, at=now())
            )
            if taken.rowcount == 1:
                held.add(sitting)
    return frozenset(held)


def _in_batches(connection: Connection, sittings: list[str]) -> Iterator[str]:
    answered = select(calls.c.call).where(calls.c.call == batch_calls.c.call).exists()
    query = select(batch_calls.c.sitting).where(batch_calls.c.kind == "", ~answered)
    for row in with_keys(connection, query, batch_calls.c.sitting, sittings):
        yield str(row[0])


def _dead(
    connection: Connection, me: StoreWorker, others: set[str], *, silent: float = _SILENT
) -> set[str]:
    """Those of the workers that will not come back, or gave no sign of life from elsewhere for so
    long. One that left no row is dead, too.
    """
    dead = set(others)
    clock = _clock(connection)
    for row in with_keys(connection, select(workers), workers.c.worker, sorted(others)):
        here = row.host == me.host
        if here and (row.pid, row.started) == (me.pid, me.started):
            gone = row.worker not in _AT_WORK
        else:
            gone = here and not alive(row.pid, row.started)
        if not gone and (here or _age(row.beat, clock) < silent):
            dead.discard(row.worker)
    return dead


def _clock(connection: Connection) -> str:
    """What time it is for all processes on this database."""
    if connection.dialect.name == "sqlite":
        return now()
    at: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    return at.astimezone(UTC).isoformat()


def _age(beat: str, clock: str) -> float:
    """Seconds since a sign of life; endless where its date cannot be read."""
    try:
        return (datetime.fromisoformat(clock) - datetime.fromisoformat(beat)).total_seconds()
    except (ValueError, TypeError):
        return math.inf


def host() -> str:
    """The name of this machine."""
    return socket.gethostname()


def numbering() -> str:
    """Whose process ids this process can look up: the machine's name, and on Linux its boot and the
    container. Several containers, or machines, may have one name, and each has a process 1.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{host()} {boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return host()


def started(pid: int) -> str:
    """When the process started, in the system's own ticks; empty where the system does not say."""
    fields = _process_state(pid)
    return fields[19] if len(fields) > 19 else ""


def alive(pid: int, start: str) -> bool:
    """Whether the process with this id, started then, runs on this machine.

    One that has ended keeps its id until its parent asks after it, and in a container perhaps for
    ever: it is dead all the same.
    """
    if not _exists(pid) or _process_state(pid)[:1] in (["Z"], ["X"]):
        return False
    now = started(pid)
    return not start or not now or now == start


def _process_state(pid: int) -> list[str]:
    """What the system tells of a process, its state first; nothing where it tells nothing."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    # The second field is the program's name in brackets and may hold spaces: count from its end.
    return stat.rpartition(")")[2].split()


if sys.platform == "win32":

    def _exists(pid: int) -> bool:
        import ctypes

        query_limited_information, still_active = 0x1000, 259
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(query_limited_information, False, pid)
        if not handle:
            return False
        code = ctypes.c_ulong()
        kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        kernel.CloseHandle(handle)
        return code.value == still_active

else:

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True
