"""Adds rows that may be there already, in the words of each database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

Value = str | int | float | bool | None
Row = Mapping[str, Value]


def insert_new(connection: Connection, table: Table, rows: Sequence[Row]) -> bool:
    """Adds the rows whose key is not there; gives whether every one of them was new.

    Rows go in the order of their keys: two processes that add the same ones wait for each other,
    and never in a circle.
    """
    from sqlalchemy.dialects import postgresql, sqlite

    if not rows:
        return True
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    ordered = sorted(rows, key=lambda row: [str(row[key]) for key in keys])
    statement = dialect.insert(table).on_conflict_do_nothing()
    result = connection.execute(statement, [dict(row) for row in ordered])
    return bool(result.rowcount == len(rows))
