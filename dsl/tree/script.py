"""The design block, routines, the procedure, the coding guide, and the script as a whole."""

from __future__ import annotations

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.banks import Bank
from dsl.tree.declarations import (
    FactorFrom,
    FactorNode,
    Format,
    Include,
    LetBy,
    LetNode,
    LetRows,
    MachineNode,
    Meta,
    Note,
    Pool,
    ReferenceNode,
    TableFrom,
    TableNode,
    Title,
    WavesNode,
)
from dsl.tree.questionnaires import QuestionnaireNode
from dsl.tree.steps import Step
from dsl.tree.words import Name, Prose


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


DEFAULT_SEED = 1
"""The seed of a script that names none."""


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

    `sides` is what is before the first comma, `more` the level after `expecting more in`,
    `family` the name after `family`, and `on` the measure after `on`.
    """

    sides: Name
    more: Name | None
    family: Name | None
    on: Name | None
    span: Span


@record
class FramingWords:
    """`before: words`, `after: words`, `system: words` or `answer line: words`."""

    head: str
    words: Prose
    span: Span


@record
class FramingAim:
    """`erases GROUP` or `baseline FRAMING`: what a framing is to change, and what it is compared
    with besides none.
    """

    head: str
    name: Name
    span: Span


@record
class FramingAbout:
    """`about GROUP: words`: what `{description}` is in the words of a framing around an item of
    this group of a bank.
    """

    name: Name
    words: Prose
    span: Span


@record
class FramingNode:
    """`framing NAME` and its words; without any they are in a file."""

    name: Name
    items: tuple[FramingWords | FramingAim | FramingAbout | Note, ...]
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
    | FramingNode
    | Note
)


@record
class DesignNode:
    """`design` and its settings."""

    items: tuple[DesignItem, ...]
    span: Span


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


@record
class PassNode:
    """`pass NAME when TERM and TERM`; `words` are all after `pass`, which the checker splits."""

    words: Name
    span: Span


@record
class TotalNode:
    """`total NAME of A, B, C`; `words` are all after `total`."""

    words: Name
    span: Span


@record
class Measures:
    """`measures`: passes and totals."""

    items: tuple[PassNode | TotalNode | Note, ...]
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
    | TableFrom
    | Bank
    | FactorNode
    | FactorFrom
    | WavesNode
    | LetBy
    | LetNode
    | LetRows
    | MachineNode
    | Routine
    | Procedure
    | Guide
    | Measures
    | DesignNode
    | QuestionnaireNode
    | FramingNode
)


@record
class Script:
    """A whole script, in the order written. `file` is the name to print in messages."""

    file: str
    items: tuple[TopItem, ...]
    span: Span
