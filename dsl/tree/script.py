"""Routines, the procedure, the coding guide, and the script as a whole."""

from __future__ import annotations

from dsl.record import record
from dsl.span import Span
from dsl.tree.factors import FactorNode, LetBy, LetNode
from dsl.tree.front import Format, Include, Meta, Note, ReferenceNode, Title
from dsl.tree.machines import MachineNode
from dsl.tree.settings import DesignNode
from dsl.tree.steps import Step
from dsl.tree.stimuli import Pool, TableNode
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
    | ReferenceNode
    | Note
    | Include
    | Pool
    | TableNode
    | FactorNode
    | LetBy
    | LetNode
    | MachineNode
    | Routine
    | Procedure
    | Guide
    | DesignNode
)


@record
class Script:
    """A whole script, in the order written. `file` is the name to print in messages."""

    file: str
    items: tuple[TopItem, ...]
    span: Span
