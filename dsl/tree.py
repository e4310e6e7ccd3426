"""The script as written: one node per statement, each with its span, nothing resolved.

The tree is deliberately loose, as the grammar is: two `procedure`s or an unknown level make a
tree, because the checker can say more about them than a parser can. Names are kept as the author
wrote them (inner spaces collapsed); comparing them is the checker's work.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.record import record
from dsl.span import Span

# ----------------------------------------------------------------------------- the author's words


@record
class Text:
    """Plain words; `{{` and `}}` are single braces by now."""

    words: str
    span: Span


@record
class Brace:
    """A `{...}` and the words in it, without spaces at the ends; the span has the braces."""

    inside: str
    span: Span


Part = Text | Brace


@record
class Line:
    """One line of prose. `deeper`: set deeper than the block, so it keeps its own line.
    `new_paragraph`: an empty line stands before it.
    """

    parts: tuple[Part, ...]
    deeper: bool
    new_paragraph: bool
    span: Span


@record
class Prose:
    """The words after a colon: the rest of that line and the deeper lines below."""

    lines: tuple[Line, ...]
    span: Span


@record
class Name:
    """A label: the words as written with inner spaces collapsed to one."""

    text: str
    span: Span


@record
class Arm:
    """`LEVEL: words`; the label may join levels by `or` and `and`, or be `otherwise`."""

    label: Name
    words: Prose
    span: Span


@record
class By:
    """`by FACTOR, FACTOR` and its arms."""

    factors: tuple[Name, ...]
    arms: tuple[Arm, ...]
    span: Span


Words = Prose | By

# ----------------------------------------------------------------------------- front matter


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
class Reference:
    """`reference LaMDA 3.74 LRS when given: source`; `what` is all that stands before the colon."""

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


# ----------------------------------------------------------------------------- stimuli


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

    cells: tuple[Line, ...]
    span: Span


@record
class Table:
    """`table NAME (column, column):` and its rows."""

    name: Name
    columns: tuple[Name, ...]
    rows: tuple[TableRow, ...]
    span: Span


# ----------------------------------------------------------------------------- design


@record
class Let:
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
class Worth:
    """`worth N`, exact."""

    amount: Fraction
    span: Span


LevelItem = Let | Worth | Reference | Note | Meta


@record
class Level:
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
    """Between (`conditions`), within (`versions`), or balanced and forgotten (`counterbalance`)."""

    CONDITIONS = "conditions"
    VERSIONS = "versions"
    COUNTERBALANCE = "counterbalance"


@record
class Factor:
    """`conditions | versions | counterbalance NAME` with levels, or with one swap."""

    kind: FactorKind
    name: Name
    levels: tuple[Level, ...]
    swap: Swap | None
    span: Span


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
    """`scoring lrs | accuracy | calibrated accuracy | agreement`."""

    method: str
    span: Span


@record
class ContrastLine:
    """`QUESTION across FACTOR`, or `QUESTION across LEVEL, LEVEL`."""

    question: Name
    across: tuple[Name, ...]
    span: Span


@record
class Contrast:
    """`contrast NAME` and its lines."""

    name: Name
    lines: tuple[ContrastLine, ...]
    span: Span


DesignItem = (
    Runs | Samples | Seed | Wording | Permute | Different | Together | Scoring | Contrast | Note
)


@record
class Design:
    """`design` and its settings."""

    items: tuple[DesignItem, ...]
    span: Span


# ----------------------------------------------------------------------------- questions


class QuestionKind(StrEnum):
    """The four kinds of question."""

    PRACTICE = "practice"
    CONTROL = "control"
    TEST = "test"
    RECORD = "record"


@record
class Ask:
    """`ask: words`, `ask FORM: words`, or `ask by FACTOR`."""

    form: Name | None
    words: Words
    span: Span


@record
class Choices:
    """`choices rotated | shuffled | fixed:` one a line. `order` is None where none is written."""

    order: str | None
    options: Prose
    span: Span


@record
class Rate:
    """`rate 1 to 5`."""

    low: int
    high: int
    span: Span


@record
class Labels:
    """`labels:` one a line."""

    words: Prose
    span: Span


@record
class Answer:
    """`answer [all of | any of | none of]`, in words or `by FACTOR`."""

    quantity: str | None
    words: Words
    span: Span


@record
class MachineAnswer:
    """`answer part of | what works | outcome of MACHINE[: things]`."""

    ask: str
    machine: Name
    things: Prose | None
    span: Span


@record
class Wrong:
    """`wrong:` the lures, one a line."""

    quantity: str | None
    words: Words
    span: Span


@record
class Half:
    """`half:` what earns half a mark, one a line."""

    quantity: str | None
    words: Words
    span: Span


@record
class Example:
    """`example right | half | wrong: words`: an anchor for coders."""

    mark: str
    words: Words
    span: Span


@record
class Coders:
    """`coders: words`: guidance for coders."""

    words: Words
    span: Span


@record
class Guards:
    """`guards TEST`."""

    tests: tuple[Name, ...]
    span: Span


@record
class IfFailed:
    """`if failed score zero | exclude | count anyway`."""

    action: str
    span: Span


@record
class ScoredBy:
    """`scored by coders | match | choice | number | likelihood`."""

    scorer: str
    span: Span


@record
class Keep:
    """`keep reply as NAME`."""

    name: Name
    span: Span


@record
class QuestionWhen:
    """`when` / `unless` / `otherwise` inside a question."""

    negated: bool
    label: Name
    items: tuple[QuestionItem, ...]
    otherwise: tuple[QuestionItem, ...] | None
    span: Span


# ----------------------------------------------------------------------------- steps


@record
class Say:
    """`say:` or `say by FACTOR`: joins the next message."""

    words: Words
    span: Span


@record
class Participant:
    """`participant:` a scripted reply, for training trials."""

    words: Prose
    span: Span


@record
class Instructions:
    """`instructions:` or `profile:`, which go into the system prompt; `head` is which."""

    head: str
    words: Prose
    span: Span


@record
class Listen:
    """`listen`: send now and take a reply that is not scored."""

    span: Span


@record
class Do:
    """`do ROUTINE`."""

    routine: Name
    span: Span


@record
class Question:
    """`practice | control | test | record NAME` and its fields."""

    kind: QuestionKind
    name: Name
    items: tuple[QuestionItem, ...]
    span: Span


@record
class When:
    """`when | unless LEVEL` and its steps, with the `otherwise` that follows, if any."""

    negated: bool
    label: Name
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] | None
    span: Span


@record
class Separately:
    """`separately`: each child on its own copy of the conversation."""

    steps: tuple[Step, ...]
    span: Span


@record
class InOrder:
    """`in order`, `in rotated order`, `in any order`; `mode` is fixed, rotated or shuffled."""

    mode: str
    steps: tuple[Step, ...]
    span: Span


@record
class Repeat:
    """`repeat N times`."""

    times: int
    steps: tuple[Step, ...]
    span: Span


@record
class ForEach:
    """`for each [rotated | shuffled | fixed] row of TABLE`; a machine is a table, too."""

    order: str | None
    table: Name
    steps: tuple[Step, ...]
    span: Span


@record
class Scene:
    """`scene NAME`: several steps that share one copy of the conversation."""

    name: Name
    steps: tuple[Step, ...]
    span: Span


Step = (
    Say
    | Participant
    | Instructions
    | Listen
    | Do
    | Question
    | When
    | Separately
    | InOrder
    | Repeat
    | ForEach
    | Scene
    | Note
)

QuestionItem = (
    Ask
    | Say
    | Choices
    | Rate
    | Labels
    | Answer
    | MachineAnswer
    | Wrong
    | Half
    | Example
    | Coders
    | Worth
    | Guards
    | IfFailed
    | ScoredBy
    | Keep
    | Note
    | QuestionWhen
)


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
