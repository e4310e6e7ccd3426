"""The design block: runs, wording, chance, contrasts, comparisons."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.front import Note
from dsl.tree.words import Name


@record
class Runs:
    """`runs 10`."""

    count: int
    span: Span


@record
class Samples:
    """`samples 5`."""

    count: int
    span: Span


@record
class Seed:
    """`seed 1985`."""

    number: int
    span: Span


@record
class Wording:
    """`wording original | permuted | original and permuted`."""

    which: str
    span: Span


@record
class Permute:
    """`permute latin square | every combination | random`."""

    method: str
    span: Span


@record
class Different:
    """`different A, B`: never the same value in one draw."""

    slots: tuple[Name, ...]
    span: Span


@record
class Together:
    """`together A, B`: drawn as a row."""

    slots: tuple[Name, ...]
    span: Span


@record
class Scoring:
    """`scoring WORDS`, where `dsl.scoring` says which words."""

    method: str
    span: Span


@record
class ContrastLineNode:
    """`QUESTION across FACTOR`, or `QUESTION across LEVEL, LEVEL`."""

    question: Name
    across: tuple[Name, ...]
    span: Span


@record
class ContrastNode:
    """`contrast NAME` and its lines."""

    name: Name
    lines: tuple[ContrastLineNode, ...]
    span: Span


@record
class Compare:
    """`compare LEVEL with LEVEL`, `compare with guessing`, `compare original with permuted`.

    `sides` is what stands before the first comma, `more` the level after `expecting more in`,
    `family` the name after `family`.
    """

    sides: Name
    more: Name | None
    family: Name | None
    span: Span


DesignItem = (
    Runs
    | Samples
    | Seed
    | Wording
    | Permute
    | Different
    | Together
    | Scoring
    | ContrastNode
    | Compare
    | Note
)


@record
class DesignNode:
    """`design` and its settings."""

    items: tuple[DesignItem, ...]
    span: Span
