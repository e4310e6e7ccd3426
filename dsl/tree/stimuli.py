"""Words that vary, and tables."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.words import Name, ProseLine


@record
class Forms:
    """What stands in the round brackets after a word, without the brackets: `she`, `plural modies`,
    `an`, `also sweets, candy`; several are separated by `;`.
    """

    text: str
    span: Span


@record
class PoolValue:
    """One candidate for a slot."""

    text: str
    forms: Forms | None
    span: Span


@record
class PoolSlot:
    """`original (forms): value, value, ...`; no values: a word that never varies."""

    name: Name
    forms: Forms | None
    values: tuple[PoolValue, ...]
    span: Span


@record
class Pool:
    """`people` and its slots. `kind`: people, things, places, words, colours, numbers, phrases."""

    kind: str
    slots: tuple[PoolSlot, ...]
    span: Span


@record
class TableRow:
    """One row, its cells split at `|`."""

    cells: tuple[ProseLine, ...]
    span: Span


@record
class TableNode:
    """`table NAME (column, column):` and its rows."""

    name: Name
    columns: tuple[Name, ...]
    rows: tuple[TableRow, ...]
    span: Span
