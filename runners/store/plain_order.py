"""The order of words in a query, the same on every database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection


def plainly(
    connection: Connection, columns: Sequence[ColumnElement[Any]]
) -> Sequence[ColumnElement[Any]]:
    """The columns to sort by as Python and SQLite do: a server may follow a language of its own, in
    which capitals and signs do not count, and the same study would have its cells in another order.
    """
    from sqlalchemy import collate

    from runners.store.schema import EscapedText

    if connection.dialect.name != "postgresql":
        return columns
    return [collate(one, "C") if isinstance(one.type, EscapedText) else one for one in columns]
