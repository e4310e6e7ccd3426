"""Evidence stated once."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.front import Note
from dsl.tree.words import Name, Prose, ProseLine, Words


@record
class Outcomes:
    """`outcomes: It lights. | It stays dark.`: when it works, when it does not."""

    cells: tuple[ProseLine, ...]
    span: Span


@record
class Rules:
    """`rules any of, two of`: the rules a reasoner should consider."""

    kinds: tuple[Name, ...]
    span: Span


@record
class Needs:
    """`needs any of | all of | two of: things`, one or more a line, separated by commas."""

    rule: str
    things: Prose
    span: Span


@record
class NeedsWhen:
    """`when LEVEL` / `otherwise` around `needs`; a branch without a label is the `otherwise`."""

    branches: tuple[tuple[Name | None, tuple[Needs, ...]], ...]
    span: Span


@record
class ShownNode:
    """`show:` with one set of things a line, alike or `by FACTOR`."""

    words: Words
    span: Span


MachineItem = Outcomes | Rules | Needs | NeedsWhen | ShownNode | Note


@record
class MachineNode:
    """`machine NAME`: evidence stated once."""

    name: Name
    items: tuple[MachineItem, ...]
    span: Span
