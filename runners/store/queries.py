"""What every group of questions to a store needs.

A question is a method. A store asks each on a connection of its own; whoever has a connection open
already, in a merge or a check, asks the same of that: `CallQueries(connection).lookup(keys)`.
Questions with many keys go in slices, since databases limit the number of values in a statement.
Rows of a study come as an iterator, so that memory does not grow with the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from sqlite3 import sqlite_version_info
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, collate

from dsl.trial import Levels
from runners.store.schema import EscapedText

SLICE = 500
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
        yield from connection.execute(query.where(column.in_(keys[start : start + size])))


def binary_collation(
    connection: Connection, columns: Sequence[ColumnElement[Any]]
) -> Sequence[ColumnElement[Any]]:
    """The columns to sort by as Python and SQLite do: a server may follow a language of its own, in
    which capitals and signs do not count, and the same study would have its cells in another order.
    """
    if connection.dialect.name != "postgresql":
        return columns
    return [collate(one, "C") if isinstance(one.type, EscapedText) else one for one in columns]


@lru_cache(maxsize=256)
def levels_from(text: str) -> Levels:
    """The levels of a cell as they are stored; what most rows share is held once."""
    return tuple((str(factor), str(level)) for factor, level in json.loads(text))
