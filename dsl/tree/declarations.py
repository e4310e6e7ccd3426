"""What a script declares: provenance, words that vary, tables, lets, factors and machines."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.words import By, Name, Prose, ProseLine, Words


@record
class Format:
    """`format 1`."""

    version: int
    span: Span


@record
class Title:
    """`experiment NAME`."""

    name: Name
    span: Span


@record
class Meta:
    """`paper: words` and its like; `key` is lower case (`paper`, `doi`, `adapted by`, ...)."""

    key: str
    words: Prose
    span: Span


@record
class ReferenceNode:
    """`reference LaMDA 3.74 LRS when given: source`; `what` is all that is before the colon."""

    what: Name
    source: Prose
    span: Span


@record
class Note:
    """`note: words`, kept with the script and never sent."""

    words: Prose
    span: Span


@record
class Include:
    """`include PATH`."""

    path: Name
    span: Span


@record
class LetNode:
    """`let NAME: words`."""

    name: Name
    words: Prose
    span: Span


@record
class LetBy:
    """`let NAME by FACTOR, FACTOR` and its arms."""

    name: Name
    by: By
    span: Span


@record
class Own:
    """`own`: asked in the study that the script is from."""

    span: Span


@record
class Worth:
    """`worth N`, exact."""

    amount: Fraction
    span: Span


LevelItem = LetNode | Own | Worth | ReferenceNode | Note | Meta


@record
class LevelNode:
    """One level of a factor and what it carries."""

    name: Name
    items: tuple[LevelItem, ...]
    span: Span


@record
class Swap:
    """`swap A, B` or `rotate A, B, C` as the body of a counterbalance; `verb` is which."""

    verb: str
    slots: tuple[Name, ...]
    span: Span


class FactorKind(StrEnum):
    """Between (`conditions`), within (`versions`), balanced and forgotten (`counterbalance`), or
    the outcomes of a question, which a participant's reply decides.
    """

    CONDITIONS = "conditions"
    VERSIONS = "versions"
    COUNTERBALANCE = "counterbalance"
    OUTCOMES = "outcomes"


@record
class FactorNode:
    """`conditions | versions | counterbalance NAME` with levels, or with one swap; `from_file`: its
    levels are rows of a file.
    """

    kind: FactorKind
    name: Name
    levels: tuple[LevelNode, ...]
    swap: Swap | None
    span: Span
    from_file: bool = False


@record
class FactorFrom:
    """`conditions NAME from PATH`: a level for each row of a file."""

    name: Name
    path: Name
    span: Span


@record
class LetRows:
    """A let from a column of a file: `rows` are levels of `factors` and the words there."""

    name: Name
    factors: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], Prose], ...]
    span: Span


@record
class Carry:
    """`carry NAME: words`: the next wave has the reply to a record, and the first these words."""

    name: Name
    words: Prose
    span: Span


@record
class WithoutWave:
    """`without wave 0`."""

    number: int
    span: Span


@record
class WavesNode:
    """`waves NAME from PATH` and its lines. Once the file is read, `numbers` are those of the
    waves, and `slots` the names of its columns.
    """

    name: Name
    path: Name
    items: tuple[Carry | WithoutWave | Note, ...]
    span: Span
    numbers: tuple[int, ...] = ()
    slots: tuple[str, ...] = ()


@record
class Forms:
    """What is in the round brackets after a word, without the brackets: `she`, `plural modies`,
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


@record
class TableFrom:
    """`table NAME from PATH`: the columns and rows are those of a file."""

    name: Name
    path: Name
    span: Span


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


@record
class Offers:
    """`offers:` the things that may be put on a machine that is explored."""

    things: Prose
    span: Span


MachineItem = Offers | Outcomes | Rules | Needs | NeedsWhen | ShownNode | Note


@record
class MachineNode:
    """`machine NAME`: evidence stated once."""

    name: Name
    items: tuple[MachineItem, ...]
    span: Span
