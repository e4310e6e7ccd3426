"""Whether every value of a store is of its column's kind: a number a number, JSON of its shape.

devrun writes nothing else, and SQLite takes anything: somebody else's store may hold words where a
number belongs. Commands read values without looking (a check of each would cost every reading), so
these are looked for by `devrun store check`, and when a command fails over a store: what failed
then is distinguished from a fault of devrun.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Column, Connection, Table

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class WrongValue:
    """A value that is not of its column's kind. `row` is the row's key, `wanted` the kind."""

    table: str
    column: str
    row: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column} of {self.row} is not a {self.wanted}"


def wrong_values(connection: Connection) -> Iterator[WrongValue]:
    """Every value that is not of its kind, table by table. Reads the whole store, a batch of rows
    at a time.
    """
    from runners.store import schema

    for table in schema.metadata.sorted_tables:
        yield from _of_table(connection, table)


def _of_table(connection: Connection, table: Table) -> Iterator[WrongValue]:
    from sqlalchemy import select, type_coerce
    from sqlalchemy.types import NullType

    from runners.store import schema
    from runners.store.schema import unescape

    # As the driver gives them: a column's own type would fail on what is looked for here.
    raw = [type_coerce(column, NullType()).label(column.name) for column in table.columns]
    kinds = [(*_kind(column), column) for column in table.columns]
    keys = [column.name for column in table.primary_key.columns]
    rows = connection.execution_options(yield_per=_BATCH).execute(select(*raw)).mappings()
    for row in rows:
        for wanted, fits, column in kinds:
            value = row[column.name]
            if value is None:
                sound = bool(column.nullable)
            else:
                escaped = isinstance(value, str) and isinstance(column.type, schema.EscapedText)
                sound = fits(unescape(value) if escaped else value)
            if not sound:
                named = " ".join(str(row[key])[:80] for key in keys)
                yield WrongValue(table.name, column.name, named, wanted)


Fits = Callable[[Any], bool]


def _json(kind: Any) -> Fits:
    """Whether a value is JSON of this type."""

    def fits(value: Any) -> bool:
        from msgspec import convert

        try:
            return isinstance(value, str) and convert(json.loads(value), kind) is not None
        except (ValueError, RecursionError):
            return False

    return fits


def _messages(value: Any) -> bool:
    from runners.store.messages import read

    try:
        read(value)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def _whole(value: Any) -> bool:
    return isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 40


_OBJECT = ("JSON object", _json(dict[str, Any]))
_PAIRS = ("JSON list of pairs of words", _json(list[tuple[str, str]]))
_SOURCES = list[tuple[str, str, list[tuple[int, int, str]]]]

# By table and column; without a table it holds for a column wherever it stands.
_SHAPES: dict[tuple[str, str], tuple[str, Fits]] = {
    ("", "levels"): _PAIRS,
    ("", "messages"): ("list of messages", _messages),
    ("", "requested"): _OBJECT,
    ("", "sent"): _OBJECT,
    ("", "settings"): _OBJECT,
    ("", "header"): _OBJECT,
    ("participants", "identity"): _OBJECT,
    ("study_trials", "seed"): ("whole number", _whole),
    ("transcripts", "calls"): _PAIRS,
    ("other_transcripts", "calls"): (
        "JSON list of threes of words",
        _json(list[tuple[str, str, str]]),
    ),
    ("packet_items", "behind"): ("list of what is behind an item", _json(_SOURCES)),
    ("packet_items", "masked"): ("JSON list of lines and words", _json(list[tuple[int, str]])),
    ("folds", "body"): _OBJECT,
}


def _kind(column: Column[Any]) -> tuple[str, Fits]:
    from sqlalchemy import Boolean, Float, Integer, LargeBinary

    shaped = _SHAPES.get((column.table.name, column.name)) or _SHAPES.get(("", column.name))
    if shaped is not None:
        return shaped
    if isinstance(column.type, Boolean):
        return "truth value", lambda value: value in (0, 1)
    if isinstance(column.type, Integer):
        return "whole number", lambda value: isinstance(value, int)
    if isinstance(column.type, Float):
        return "number", lambda value: isinstance(value, int | float) and value - value == 0
    if isinstance(column.type, LargeBinary):
        return "bytes", lambda value: isinstance(value, bytes | memoryview)
    return "text", lambda value: isinstance(value, str)
