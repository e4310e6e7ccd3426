"""Keeps a store's schema at the version that this devrun knows.

A new store is made from `schema` in one step and stamped; an older one is migrated, after a copy of
its file was made; a newer one is refused. alembic is imported only to migrate. Running every
migration for each new store would have been one way instead of two, but would cost a quarter of a
second on every first run; a test proves that both ways give the same tables.
"""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    column,
    create_mock_engine,
    insert,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.engine.mock import MockConnection
from sqlalchemy.schema import ExecutableDDLElement

from runners.store.connect import may_write, writing
from runners.store.errors import StoreForeign, StoreTooNew, StoreUnusable, store_errors
from runners.store.schema import metadata

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010")
"""Every version a store can have, oldest first; the last is what `schema` describes."""

MIGRATIONS = Path(__file__).parent / "migrations"
_STAMP = "alembic_version"


@dataclass(frozen=True, slots=True)
class Ready:
    """What was found, and done about it: `was` is the version that the store had, empty if it was
    made now, and `copied` the copy that was made before a migration.
    """

    was: str
    copied: Path | None = None


def ready(engine: Engine, where: str, *, reading: bool) -> Ready:
    """Makes, migrates or refuses the store.

    With `reading` nothing is changed: an older store is refused, too.
    Raises StoreForeign, StoreTooNew, and whatever the disk makes of it.
    """
    with store_errors(where):
        found = _version(engine, where, REVISIONS)
        if found == REVISIONS[-1]:
            return Ready(found)
        if reading and found is None:
            raise StoreForeign(
                f"{where} is not a devrun store: it is empty",
                "run a script first, or name the store with --store; a file that was copied while "
                "a command wrote to it also needs the file of the same name that ends in -wal",
            )
        if reading:
            raise StoreUnusable(
                f"the store {where} has the older version {found} and is not upgraded by a "
                "command that only reads",
                # A server's URL is named without its password, and would not do unchanged.
                _remedy(where)
                if engine.dialect.name == "sqlite"
                else "dump it (`pg_dump`), then give `devrun store upgrade --store URL` with its "
                "URL",
            )
        if found is None:
            _create(engine)
            return Ready("")
        return Ready(found, migrate(engine, where, found))


def _remedy(where: str) -> str:
    if may_write(Path(where).absolute().parent):
        return (
            f"write `devrun store upgrade --store {shlex.quote(where)}`; the store is copied first"
        )
    return (
        f"its folder is read-only: copy {Path(where).name} to a writable folder, and give "
        "`devrun store upgrade --store COPY` with the copy's name"
    )


def migrate(engine: Engine, where: str, found: str, folder: Path = MIGRATIONS) -> Path | None:
    """Takes a store from version `found` to the newest in `folder`; the file is copied before."""
    from alembic import command
    from alembic.config import Config

    copy = _copy(engine, found)
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with store_errors(where), writing(engine) as connection:
        _one_at_a_time(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return copy


def _version(engine: Engine, where: str, known: tuple[str, ...]) -> str | None:
    """The store's version; None for an empty database."""
    with engine.connect() as connection:
        names = set(inspect(connection).get_table_names())
        if not names:
            return None
        if connection.dialect.name == "postgresql":
            _refuse_what_acts(connection, where)
        stamp = _stamped(connection) if _STAMP in names else None
    if stamp is None or "calls" not in names:
        raise StoreForeign(
            f"{where} is not a devrun store: it holds tables like {sorted(names)[0]}",
            "name another file with --store; this one was not changed",
        )
    if stamp not in known:
        raise StoreTooNew(
            f"the store {where} has version {stamp}; this devrun knows versions up to {known[-1]}",
            "a newer devrun made it: install that one, or name another file with --store",
        )
    return stamp


def _refuse_what_acts(connection: Connection, where: str) -> None:
    """Raises StoreForeign where something on a server acts on our tables or takes the place of one.
    In a file, `connect` looks for it before opening. Other views are the user's own.
    """
    found = connection.execute(text(_ACTING), {"ours": sorted(metadata.tables)}).first()
    if found is not None:
        kind, name, table = found
        on = f" on `{table}`" if name != table else ""
        raise StoreForeign(
            f"the store {where} holds the {kind} `{name}`{on}, which devrun does not create; "
            "it could silently change what is stored or read",
            "ask the server's administrator about it; drop it, or name another database "
            "with --store",
        )


_ACTING = """
WITH ours AS (
    SELECT c.oid, c.relname, c.relkind FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:ours)
)
SELECT 'trigger', tgname, relname FROM pg_trigger JOIN ours ON ours.oid = tgrelid
    WHERE NOT tgisinternal
UNION ALL
SELECT 'rule', rulename, relname FROM pg_rewrite JOIN ours ON ours.oid = ev_class
    WHERE rulename <> '_RETURN'
UNION ALL
SELECT 'policy', polname, relname FROM pg_policy JOIN ours ON ours.oid = polrelid
UNION ALL
SELECT 'view', relname, relname FROM ours WHERE relkind IN ('v', 'm', 'f')
ORDER BY 1, 2
"""
"""What acts on the tables named: triggers, rules, policies that hide rows, and views in place of
tables (with foreign tables, which are read from somewhere else)."""


def _stamped(connection: Connection) -> str | None:
    version = connection.scalar(select(column("version_num")).select_from(table(_STAMP)))
    return None if version is None else str(version)


def _create(engine: Engine) -> None:
    with writing(engine) as connection:
        _one_at_a_time(connection)
        if inspect(connection).get_table_names():
            return
        for statement in _statements(engine.url.drivername):
            connection.exec_driver_sql(statement)
        connection.execute(insert(_stamp()).values(version_num=REVISIONS[-1]))


def _stamp() -> Table:
    stamp = Table(
        _STAMP, MetaData(), Column("version_num", String(32), nullable=False, primary_key=True)
    )
    stamp.primary_key.name = f"{_STAMP}_pkc"
    return stamp


@cache
def _statements(driver: str) -> tuple[str, ...]:
    """What makes the tables of a new store, as text: most of making one is to write it."""
    made: list[str] = []

    def write(one: ExecutableDDLElement, *_: object) -> None:
        made.append(str(one.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine(f"{driver}://", write)
    metadata.create_all(engine, checkfirst=False)
    _stamp().create(engine)
    return tuple(made)


def _one_at_a_time(connection: Connection) -> None:
    """Waits for whoever makes or migrates this store just now; SQLite's write lock does so by
    itself.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(5033161)"))


def _copy(engine: Engine, found: str) -> Path | None:
    """A copy of an SQLite store next to it, whole even while others write; None on a server."""
    import sqlite3

    if engine.dialect.name != "sqlite":
        return None
    path = Path(str(engine.url.database))
    copy = _free(path.with_name(f"{path.name}.before-migration-from-{found}"))
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except BaseException:
        # Half a copy would be taken for a whole one.
        copy.unlink(missing_ok=True)
        raise
    return copy


def _free(path: Path) -> Path:
    """The path, or with a number after it where there is such a file: an earlier copy stays."""
    names = (path if n == 1 else path.with_name(f"{path.name}-{n}") for n in count(1))
    return next(name for name in names if not name.exists())
