"""Opens the database behind a store: SQLite in WAL mode by default, PostgreSQL by URL.

Writes take SQLite's write lock when they begin, so that two processes wait for each other instead
of failing half-way; reads never wait. `synchronous=FULL` makes a committed reply survive a power
cut, and costs less than the network call that it keeps from being made twice.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from dsl.errors import os_errors_as
from runners.store.errors import (
    StoreForeign,
    StoreMissing,
    StoreReadOnly,
    StoreUnreachable,
    names_its_store,
    store_errors,
)

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

_CACHE_KIB = 2_000
_WRITING_KIB = 65_536
"""Memory that SQLite may keep pages in, and in a transaction that writes. Keys are hashes, so that
of a large index any page may be the next; with the usual 2 MB each is read and written again for
every row. A connection that kept the larger one would fill it with whatever is read later."""
_BULK_KIB = 262_144
"""The same for large transactions that follow each other: each adds to all pages of the indexes."""
WRITING = "devrun_writing"
"""The execution option of a connection that is going to write: the KiB of its pages."""


_DRIVERS = {"sqlite": "pysqlite", "postgresql": "psycopg"}
"""By which each database is asked: transactions, copies and errors differ from driver to driver."""


def parse(url: str) -> tuple[URL, str]:
    """The URL, and the name that messages give the store: a file's path, or the URL without its
    password. A text without `://` is the path of an SQLite file.

    Raises StoreForeign for what is no URL, or names a database that is not supported.
    """
    from sqlalchemy import URL, make_url
    from sqlalchemy.exc import ArgumentError

    if "://" not in url:
        made = URL.create("sqlite", database=url)
        _refuse_memory(made)
        return made, url
    try:
        made = make_url(url)
        backend = made.get_backend_name()
    except (ArgumentError, ValueError) as error:
        # The text may hold a password in the wrong place: it is not repeated.
        raise StoreForeign(
            "the store's URL is not valid", "write it like sqlite:///devrun.sqlite"
        ) from error
    if backend not in _DRIVERS:
        raise StoreForeign(
            f"a store cannot be in {backend}, only in SQLite or PostgreSQL",
            "write sqlite:///FILE or postgresql://USER@HOST/DATABASE",
        )
    _, _, driver = made.drivername.partition("+")
    if driver not in ("", _DRIVERS[backend]):
        raise StoreForeign(
            f"a store cannot be opened with the driver {driver}",
            f"write {backend}:// in place of {made.drivername}://",
        )
    if backend == "sqlite":
        _refuse_memory(made)
        return made, str(made.database)
    # A driver takes a password among its options, too: messages show none of them.
    return made, _printed(made.set(query={}))


def _refuse_memory(url: URL) -> None:
    """Raises StoreForeign for what SQLite takes for a database in memory, of which each connection
    would have its own.
    """
    name = url.database or ""
    named = name in ("", ":memory:") or name.startswith("file::memory:")
    if named or url.query.get("mode") == "memory":
        raise StoreForeign(
            "a store in memory would be lost at the end of the run",
            "write sqlite:///FILE, with three slashes",
        )


def without_passwords(url: str) -> str:
    """A store's URL as it was given, to be printed where others may read it: a password is
    `***` in its place, and `PASSWORD` among the options.
    """
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    if "://" not in url:
        return url
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):
        return "***"
    # A name that needs no quoting, unlike stars, which would become %2A there.
    secret = {name: "PASSWORD" for name in made.query if "password" in name.lower()}
    if not made.password and not secret:
        return url
    return _printed(made.update_query_dict(secret))


def _printed(url: URL) -> str:
    """The address with stars for its password. An empty one is none: stars would say that one was
    written.
    """
    return url.render_as_string(hide_password=bool(url.password))


def connect(url: URL, where: str, *, patience: float, reading: bool) -> Engine:
    """An engine on the database. With `reading`, nothing is created and nothing can be written.

    `patience` is for how many seconds a locked SQLite file is waited for, or a server's first word.
    Raises StoreMissing, StoreUnreachable.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, where, patience=patience, reading=reading)
    return _server(url, where, patience=patience, reading=reading)


def _server(url: URL, where: str, *, patience: float, reading: bool) -> Engine:
    from sqlalchemy import create_engine
    from sqlalchemy.exc import NoSuchModuleError, ProgrammingError

    options: dict[str, object] = {"postgresql_readonly": True} if reading else {}
    waiting = {} if "connect_timeout" in url.query else {"connect_timeout": max(2, round(patience))}
    try:
        engine = create_engine(
            url, pool_pre_ping=True, connect_args=waiting, execution_options=options
        )
    except (ImportError, NoSuchModuleError) as error:
        raise StoreUnreachable(
            f"the store {where} needs a database driver that is not installed",
            "install it with: pip install 'psycopg[binary]'",
        ) from error
    names_its_store(engine, where)
    try:
        with store_errors(where), engine.connect():
            return engine
    except ProgrammingError as error:
        # What the driver says of an option may hold a password.
        raise StoreForeign(
            f"the URL of the store {where} has an option that PostgreSQL does not know or take",
            "see what follows ? in the URL, such as sslmode=require or connect_timeout=10",
        ) from error


@contextmanager
def writing(engine: Engine, own: Connection | None = None) -> Iterator[Connection]:
    """A connection inside one transaction that writes; committed at the end, or rolled back. Where
    somebody keeps one of their `own`, it is that.
    """
    given = nullcontext(own) if own is not None else _writer(engine, _WRITING_KIB)
    with given as connection, connection.begin():
        yield connection


def bulk_connection(engine: Engine) -> Connection:
    """A connection for large transactions that follow each other. As long as it is kept, so are the
    pages of SQLite that it has read.
    """
    return _writer(engine, _BULK_KIB)


def _writer(engine: Engine, kib: int) -> Connection:
    return engine.connect().execution_options(**{WRITING: kib})


def _sqlite(url: URL, where: str, *, patience: float, reading: bool) -> Engine:
    from sqlalchemy import URL, create_engine, event
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    path = Path(str(url.database))
    uri = url.query.get("uri") == "true"
    if not uri:
        instead = "name another file with --store"
        with os_errors_as(StoreUnreachable, f"the store {where} cannot be opened", instead):
            _look_at(path, where, reading=reading)
    if not uri and not reading and path.exists() and not may_write(path.parent):
        raise StoreReadOnly(
            f"the store {where} cannot be written: the file or its folder is read-only",
            "scores and transcripts can still be read; to run, copy the file to a writable "
            "folder and name the copy with --store",
        )
    if reading and not uri:
        # A store on a read-only disk has no room for the files that readers share; without a
        # write-ahead log beside it nobody can be writing, and the file may be taken as it lies.
        query = {"mode": "ro", "uri": "true"}
        log = path.with_name(path.name + "-wal")
        if not may_write(path.parent):
            if not log.exists() or not log.stat().st_size:
                query["immutable"] = "1"
            else:
                _refuse_log(path, log, where)
        url = URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)

    try:
        engine = create_engine(url, connect_args={"timeout": patience})
    except ValueError as error:
        raise StoreForeign(
            f"the URL of the store {where} has an option that SQLite does not take",
            "write sqlite:///FILE, without what follows ?",
        ) from error
    names_its_store(engine, where)

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.isolation_level = None  # transactions begin where we say, below
        if not reading:
            _use_log(connection, patience)
            connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get(WRITING)
        if write:
            connection.exec_driver_sql(f"PRAGMA cache_size=-{write}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    @event.listens_for(engine, "checkin")
    def _given_back(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        if connection is not None:
            assert isinstance(connection, sqlite3.Connection)
            connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")

    with store_errors(where), engine.connect():
        return engine


def _look_at(path: Path, where: str, *, reading: bool) -> None:
    """Raises for what SQLite would report in words of its own."""
    if path.is_dir():
        raise StoreForeign(f"{where} is a folder", "name a file, such as devrun.sqlite")
    if not path.parent.is_dir():
        raise StoreUnreachable(
            f"the store {where} cannot be created: there is no folder {path.parent}",
            "create the folder, or name another file with --store",
        )
    if not path.exists():
        if not reading:
            return
        raise StoreMissing(
            f"there is no store {where}", "run a script first, or name the store with --store"
        )
    if not path.is_file():
        raise StoreForeign(f"{where} is a pipe or a device", "name a file, such as devrun.sqlite")
    if not os.access(path, os.R_OK):
        raise StoreUnreachable(
            f"the store {where} cannot be read: its permissions do not allow it",
            "see who may read it (on macOS and Linux: ls -l), or name another file with --store",
        )
    if path.stat().st_size:
        _see_that_it_is_ours(path, where)


def _see_that_it_is_ours(path: Path, where: str) -> None:
    """Looks without touching: opening a stranger's file the usual way would put it into WAL."""
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=0)) as connection:
            rows = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
            names = {str(name) for kind, name in rows if kind == "table"}
            acting = [(str(kind), str(name)) for kind, name in rows if kind in ("trigger", "view")]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname == "SQLITE_NOTADB":
            with store_errors(where):
                raise
        return  # locked, or no place for a reader's files: the usual way finds out
    if names and not {"alembic_version", "calls"} <= names:
        raise StoreForeign(
            f"{where} is not a devrun store: it holds tables like {sorted(names)[0]}",
            "name another file with --store; this one was not changed",
        )
    if acting:
        # A trigger can change replies as they are stored; a view can take the place of a table.
        kind, name = acting[0]
        raise StoreForeign(
            f"{where} holds the {kind} `{name}`, which devrun does not create; it could "
            "silently change what is stored or read",
            "restore an earlier copy, or name another file with --store",
        )


def may_write(folder: Path) -> bool:
    """Whether files can be made in this folder."""
    return os.access(folder, os.W_OK)


def _refuse_log(path: Path, log: Path, where: str) -> None:
    """Raises where what was stored last is in a log next to the store, and readers have no file to
    share: without the log the store would be read as it was before, without a word.
    """
    if not path.with_name(path.name + "-shm").exists():
        raise StoreReadOnly(
            f"the store {where} cannot be read here: its folder is read-only, and part of "
            f"the store is still in {log.name}",
            f"copy {path.name} and {log.name} to a writable folder and name the copy with --store",
        )


def _use_log(connection: sqlite3.Connection, patience: float) -> None:
    """Puts the file into WAL mode. SQLite does not wait for other processes here, so we do."""
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorname.startswith("SQLITE_BUSY")
            if not busy or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
