"""Routines, the procedure, the coding guide, and the script as a whole."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.factors import Factor, Let, LetBy
from dsl.tree.front import Format, Include, Meta, Note, Reference, Title
from dsl.tree.machines import Machine
from dsl.tree.settings import Design
from dsl.tree.steps import Step
from dsl.tree.stimuli import Pool, Table
from dsl.tree.words import Name, Prose


@record
class Routine:
    """`routine NAME` and its steps."""

    name: Name
    steps: tuple[Step, ...]
    span: Span


@record
class Procedure:
    """`procedure`: the session."""

    steps: tuple[Step, ...]
    span: Span


@record
class GuideExample:
    """`example 0:` to `example 5:` for a whole trial."""

    score: int
    words: Prose
    span: Span


@record
class Guide:
    """`coding guide`."""

    items: tuple[GuideExample | Note, ...]
    span: Span


TopItem = (
    Format
    | Title
    | Meta
    | Reference
    | Note
    | Include
    | Pool
    | Table
    | Factor
    | LetBy
    | Let
    | Machine
    | Routine
    | Procedure
    | Guide
    | Design
)


@record
class Script:
    """A whole script, in the order written. `file` is the name to print in messages."""

    file: str
    items: tuple[TopItem, ...]
    span: Span
