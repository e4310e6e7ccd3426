"""Evidence stated once."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.front import Note
from dsl.tree.words import Line, Name, Prose, Words


@record
class Outcomes:
    """`outcomes: It lights. | It stays dark.`: when it works, when it does not."""

    cells: tuple[Line, ...]
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
class Shown:
    """`show:` with one set of things a line, alike or `by FACTOR`."""

    words: Words
    span: Span


MachineItem = Outcomes | Rules | Needs | NeedsWhen | Shown | Note


@record
class Machine:
    """`machine NAME`: evidence stated once."""

    name: Name
    items: tuple[MachineItem, ...]
    span: Span
