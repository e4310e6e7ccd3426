"""Whether every value of a store is of its column's kind: a number a number, JSON of its shape.

devrun writes nothing else, and SQLite takes anything: somebody else's store may hold words where a
number belongs. Commands read values without looking (a check of each would cost every reading), so
these are looked for by `devrun store check`, and when a command fails over a store: what failed
then is told apart from a fault of devrun.
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


def _json(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def read(value: Any) -> bool:
        try:
            return isinstance(value, str) and fits(json.loads(value))
        except (ValueError, RecursionError):
            return False

    return read


def _rows_of(*kinds: type) -> Callable[[Any], bool]:
    """Whether a value is a list of lists that hold these kinds, in this order."""

    def fit(value: Any) -> bool:
        return isinstance(value, list) and all(
            isinstance(row, list)
            and len(row) == len(kinds)
            and all(type(one) is kind for one, kind in zip(row, kinds, strict=True))
            for row in value
        )

    return fit


def _messages(value: Any) -> bool:
    from runners.store.messages import read

    try:
        read(value)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def _whole(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 40


def _behind(value: Any) -> bool:
    return _rows_of(str, str, list)(value) and all(
        _rows_of(int, int, str)(places) for _, _, places in value
    )


def _object(value: Any) -> bool:
    return isinstance(value, dict)


_OBJECT = ("JSON object", _json(_object))
_PAIRS = ("JSON list of pairs of words", _json(_rows_of(str, str)))

# By table and column; without a table it holds for a column wherever it stands.
_SHAPES: dict[tuple[str, str], tuple[str, Callable[[Any], bool]]] = {
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
        _json(_rows_of(str, str, str)),
    ),
    ("packet_items", "behind"): ("list of what is behind an item", _json(_behind)),
    ("packet_items", "masked"): ("JSON list of lines and words", _json(_rows_of(int, str))),
    ("folds", "body"): _OBJECT,
}


def _kind(column: Column[Any]) -> tuple[str, Callable[[Any], bool]]:
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
