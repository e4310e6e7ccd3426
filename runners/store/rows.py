"""Rows of tables: asked for, made of records and back, and added where they may be there already.

A question is a method. A store asks each on a connection of its own; whoever has a connection open
already, in a merge or a check, asks the same of that: `CallQueries(connection).lookup(keys)`.
Questions with many keys go in slices, since databases limit the number of values in a statement.
Rows of a study come as an iterator, so that memory does not grow with the store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, lru_cache
from itertools import groupby
from sqlite3 import sqlite_version_info
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    RowMapping,
    Select,
    Table,
    cast,
    collate,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects import postgresql

from dsl.trial import Levels
from runners.store.schema import EscapedText, escape

Value = str | int | float | bool | bytes | None
Row = Mapping[str, Value]
T = TypeVar("T")
BATCH = 500
"""Rows that are held at once. Of thousands Python looks again and again for cycles among them."""
SLICE = 500
_STAGING_KIB = 65_536
"""Memory for rows on their way into a table of SQLite."""
_BY_COPY = 200
"""From so many rows on COPY takes half the time of INSERT; of fewer it takes more."""
LARGE_SLICE = 2_000 if sqlite_version_info >= (3, 32) else SLICE  # older ones take 999 values


class Queries:
    """Questions that are all asked on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def connected(self) -> AbstractContextManager[Connection]:
        """The connection for the next question."""
        return nullcontext(self._connection)


def with_keys(
    connection: Connection,
    query: Select[Any],
    column: ColumnElement[str],
    keys: Sequence[str],
    *,
    size: int = SLICE,
) -> Iterator[Any]:
    """The rows of a query whose column holds one of these keys, some keys at a time."""
    for start in range(0, len(keys), size):
        # All of a slice at once: to ask for rows one by one takes twice as long.
        yield from connection.execute(query.where(column.in_(keys[start : start + size]))).all()


def streamed(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """The rows of a query that has many, of which some are held at once."""
    result = connection.execute(query, execution_options={"yield_per": BATCH})
    for some in result.partitions():
        yield from some


def binary_collation(
    connection: Connection, columns: Sequence[ColumnElement[Any]]
) -> Sequence[ColumnElement[Any]]:
    """The columns to sort by as Python and SQLite do: a server may follow a language of its own, in
    which capitals and signs do not count, and the same study would have its cells in another order.
    """
    if connection.dialect.name != "postgresql":
        return columns
    return [collate(one, "C") if isinstance(one.type, EscapedText) else one for one in columns]


def size_of(connection: Connection, column: ColumnElement[str]) -> ColumnElement[int]:
    """How many bytes the text of a column has."""
    if connection.dialect.name == "postgresql":
        return func.octet_length(column)
    # Older versions of SQLite have no such function.
    return func.length(cast(column, LargeBinary))


_MEDIA = '","image/'


def pictures_in(kept: ColumnElement[str]) -> ColumnElement[int]:
    """How many pictures kept messages show: before the media type of each stands its digest. Within
    words quotation marks are escaped, so that a text has this nowhere but at its beginning.
    """
    return (func.length(kept) - func.length(func.replace(kept, _MEDIA, ""))) // len(_MEDIA)


def row_id(table: Table) -> ColumnElement[int]:
    """The number by which SQLite keeps a row of a table: higher for what was stored later."""
    return literal_column(f"{table.name}.rowid")


def as_stored(
    connection: Connection, table: Table, wanted: ColumnElement[bool]
) -> ColumnElement[bool]:
    """The condition on rows of a table; under it SQLite reads them in the order in which they were
    stored. An index gives them in the order of hashes, where each is on another page of the file.
    """
    if connection.dialect.name != "sqlite":
        return wanted
    row = row_id(table)
    return row.in_(select(row).select_from(table).where(wanted).correlate(None))


@lru_cache(maxsize=256)
def levels_from(text: str) -> Levels:
    """The levels of a cell as they are stored; what most rows share is held once."""
    return tuple((str(factor), str(level)) for factor, level in json.loads(text))


def row_of(table: Table, item: object, **other: Value) -> Row:
    """The row of a record whose fields have the columns' names; `other` are those that have not."""
    return {name: other[name] if name in other else getattr(item, name) for name in _columns(table)}


def record_of(kind: type[T], row: RowMapping | Mapping[str, Any], **other: Any) -> T:
    """The record of a row, the other way round."""
    names: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]
    return kind(**{name: other[name] if name in other else row[name] for name in names})


@cache
def _columns(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns)


def insert_new(connection: Connection, table: Table, rows: Sequence[Row]) -> bool:
    """Adds the rows whose key is not there; gives whether every one of them was new."""
    return insert_counted(connection, table, rows) == len(rows)


def insert_counted(connection: Connection, table: Table, rows: Sequence[Row]) -> int:
    """Adds the rows whose key is not there; gives how many those were."""
    names = tuple(rows[0]) if rows else ()
    return insert_values(
        connection, table, names, [tuple(map(row.__getitem__, names)) for row in rows]
    )


def insert_values(
    connection: Connection, table: Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> int:
    """Adds the rows whose key is not there, of the columns of these names; gives how many.

    Rows go in the order of their keys: two processes that add the same ones wait for each other,
    and never in a circle.
    """
    if not rows:
        return 0
    keys = [column.name for column in table.primary_key]
    at = list(map(names.index, keys))
    ordered = sorted(rows, key=lambda row: [str(row[key]) for key in at])
    dialect, columns = connection.dialect, ", ".join(names)
    if dialect.driver == "psycopg" and len(ordered) >= _BY_COPY:
        # COPY knows no rows that are there already.
        with staged(connection, table, names, map(stored_row, ordered)) as incoming:
            return connection.exec_driver_sql(
                f"INSERT INTO {table.name} ({columns}) SELECT {columns} FROM {incoming} "
                f"ORDER BY {', '.join(keys)} ON CONFLICT DO NOTHING",
                execution_options={"preserve_rowcount": True},
            ).rowcount
    if dialect.name == "sqlite":
        # To bind each value by the type of its column takes as long again as the rest.
        marks = ", ".join("?" * len(names))
        statement = f"INSERT INTO {table.name} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        return connection.exec_driver_sql(statement, list(map(stored_row, ordered))).rowcount
    # PostgreSQL's driver is not asked how many rows an INSERT added, unless one says so.
    result = connection.execute(
        postgresql.insert(table).on_conflict_do_nothing(),
        [dict(zip(names, row, strict=True)) for row in ordered],
        execution_options={"preserve_rowcount": True},
    )
    return result.rowcount


def stored_row(row: Iterable[Any]) -> tuple[Any, ...]:
    """A row as a driver takes it."""
    return tuple([escape(one) if isinstance(one, str) else one for one in row])


@contextmanager
def staged(
    connection: Connection,
    table: Table,
    names: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    name: str = "incoming",
) -> Iterator[str]:
    """Inside, a table that this connection alone sees, with rows of these columns of a table (as
    `stored_row` makes them); gives its name.
    """
    columns, staging = ", ".join(names), f"{name}_{table.name}"
    connection.exec_driver_sql(
        f"CREATE TEMPORARY TABLE IF NOT EXISTS {staging} AS "
        f"SELECT {columns} FROM {table.name} WHERE false"
    )
    if connection.dialect.name == "sqlite":
        # With less it is written to a file, and read again.
        connection.exec_driver_sql(f"PRAGMA temp.cache_size=-{_STAGING_KIB}")
        marks = ", ".join("?" * len(names))
        statement = f"INSERT INTO {staging} ({columns}) VALUES ({marks})"
        _cursor(connection).executemany(statement, rows)
    else:
        with (
            _cursor(connection) as driver,
            driver.copy(f"COPY {staging} ({columns}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)
    yield staging
    connection.exec_driver_sql(f"DROP TABLE {staging}")


def _cursor(connection: Connection) -> Any:
    return connection.connection.cursor()


def batches(
    connection: Connection,
    table: Table,
    where: ColumnElement[bool] | None = None,
    *,
    size: int = BATCH,
) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table in the order of its key, some at a time."""
    query = select(table) if where is None else select(table).where(where)
    result = connection.execution_options(yield_per=size).execute(
        query.order_by(*table.primary_key)
    )
    for some in result.mappings().partitions(size):
        yield [dict(row) for row in some]


def whole_groups(
    rows: Iterable[T], key: Callable[[T], str], size: int = BATCH
) -> Iterator[dict[str, list[T]]]:
    """Rows by their key, some whole groups of about `size` rows at a time; the rows of a group
    follow each other.
    """
    some: dict[str, list[T]] = {}
    held = 0
    for name, group in groupby(rows, key):
        some[name] = list(group)
        held += len(some[name])
        if held >= size:
            yield some
            some, held = {}, 0
    if some:
        yield some
