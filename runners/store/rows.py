"""Rows of tables from records and back, and rows added that may be there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, select
from sqlalchemy.dialects import postgresql, sqlite

Value = str | int | float | bool | bytes | None
Row = Mapping[str, Value]
T = TypeVar("T")
BATCH = 500
"""Rows that are held at once."""


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
    """Adds the rows whose key is not there; gives how many those were.

    Rows go in the order of their keys: two processes that add the same ones wait for each other,
    and never in a circle.
    """
    if not rows:
        return 0
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    ordered = sorted(rows, key=lambda row: [str(row[key]) for key in keys])
    statement = dialect.insert(table).on_conflict_do_nothing()
    # PostgreSQL's driver is not asked how many rows an INSERT added, unless one says so.
    result = connection.execute(
        statement, [dict(row) for row in ordered], execution_options={"preserve_rowcount": True}
    )
    return result.rowcount


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
