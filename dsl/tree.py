"""The script as written: one node per statement, each with its span, nothing resolved.

The tree is deliberately loose, as the grammar is: two `procedure`s or an unknown level make a
tree, because the checker can say more about them than a parser can. Names are kept as the author
wrote them (inner spaces collapsed); comparing them is the checker's work.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from dsl.span import Span

# ----------------------------------------------------------------------------- the author's words


@dataclass(frozen=True, slots=True)
class Text:
    """Plain words; `{{` and `}}` are single braces by now."""

    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class Brace:
    """A `{...}`: what stands between the braces, spaces at the ends removed. The span has the braces."""

    inside: str
    span: Span


Part = Text | Brace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of prose. `deeper`: set deeper than the block, so it keeps its own line.
    `new_paragraph`: an empty line stands before it."""

    parts: tuple[Part, ...]
    deeper: bool
    new_paragraph: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Prose:
    """The words after a colon: the rest of that line and the deeper lines below."""

    lines: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A label: the words as written with inner spaces collapsed to one."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Arm:
    """`LEVEL: words`; the label may join levels by `or` and `and`, or be `otherwise`."""

    label: Name
    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class By:
    """`by FACTOR, FACTOR` and its arms."""

    factors: tuple[Name, ...]
    arms: tuple[Arm, ...]
    span: Span


Words = Prose | By

# ----------------------------------------------------------------------------- front matter


@dataclass(frozen=True, slots=True)
class Format:
    """`format 1`."""

    version: int
    span: Span


@dataclass(frozen=True, slots=True)
class Title:
    """`experiment NAME`."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Meta:
    """`paper: words` and its like; `key` is lower case (`paper`, `doi`, `adapted by`, ...)."""

    key: str
    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Reference:
    """`reference LaMDA 3.74 LRS when given and conjunctive: source`; `what` is all before the colon."""

    what: Name
    source: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Note:
    """`note: words`, kept with the script and never sent."""

    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Include:
    """`include PATH`."""

    path: Name
    span: Span


# ----------------------------------------------------------------------------- stimuli


@dataclass(frozen=True, slots=True)
class Forms:
    """What stands in the round brackets after a word, without the brackets: `she`, `plural modies`,
    `an`, `also sweets, candy`; several are separated by `;`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PoolValue:
    """One candidate for a slot."""

    text: str
    forms: Forms | None
    span: Span


@dataclass(frozen=True, slots=True)
class PoolSlot:
    """`original (forms): value, value, ...`; no values: a word that never varies."""

    name: Name
    forms: Forms | None
    values: tuple[PoolValue, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pool:
    """`people` and its slots. `kind`: people, things, places, words, colours, numbers or phrases."""

    kind: str
    slots: tuple[PoolSlot, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row, its cells split at `|`."""

    cells: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """`table NAME (column, column):` and its rows."""

    name: Name
    columns: tuple[Name, ...]
    rows: tuple[TableRow, ...]
    span: Span


# ----------------------------------------------------------------------------- design


@dataclass(frozen=True, slots=True)
class Let:
    """`let NAME: words`."""

    name: Name
    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class LetBy:
    """`let NAME by FACTOR, FACTOR` and its arms."""

    name: Name
    by: By
    span: Span


@dataclass(frozen=True, slots=True)
class Worth:
    """`worth N`, exact."""

    amount: Fraction
    span: Span


LevelItem = Let | Worth | Reference | Note | Meta


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a factor and what it carries."""

    name: Name
    items: tuple[LevelItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Factor:
    """`conditions | versions | counterbalance NAME` with levels, or with one swap."""

    kind: FactorKind
    name: Name
    levels: tuple[Level, ...]
    swap: Swap | None
    span: Span


@dataclass(frozen=True, slots=True)
class Outcomes:
    """`outcomes: It lights. | It stays dark.`: when it works, when it does not."""

    cells: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rules:
    """`rules any of, two of`: the rules a reasoner should consider."""

    kinds: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Needs:
    """`needs any of | all of | two of: things`, one or more a line, separated by commas."""

    rule: str
    things: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class NeedsWhen:
    """`when LEVEL` / `otherwise` around `needs`; a branch without a label is the `otherwise`."""

    branches: tuple[tuple[Name | None, tuple[Needs, ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Shown:
    """`show:` with one set of things a line, alike or `by FACTOR`."""

    words: Words
    span: Span


MachineItem = Outcomes | Rules | Needs | NeedsWhen | Shown | Note


@dataclass(frozen=True, slots=True)
class Machine:
    """`machine NAME`: evidence stated once."""

    name: Name
    items: tuple[MachineItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Runs:
    """`runs 10`."""

    count: int
    span: Span


@dataclass(frozen=True, slots=True)
class Samples:
    """`samples 5`."""

    count: int
    span: Span


@dataclass(frozen=True, slots=True)
class Seed:
    """`seed 1985`."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Wording:
    """`wording original | permuted | original and permuted`."""

    which: str
    span: Span


@dataclass(frozen=True, slots=True)
class Permute:
    """`permute latin square | every combination | random`."""

    method: str
    span: Span


@dataclass(frozen=True, slots=True)
class Different:
    """`different A, B`: never the same value in one draw."""

    slots: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Together:
    """`together A, B`: drawn as a row."""

    slots: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Scoring:
    """`scoring lrs | accuracy | calibrated accuracy | agreement`."""

    method: str
    span: Span


@dataclass(frozen=True, slots=True)
class ContrastLine:
    """`QUESTION across FACTOR`, or `QUESTION across LEVEL, LEVEL`."""

    question: Name
    across: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Contrast:
    """`contrast NAME` and its lines."""

    name: Name
    lines: tuple[ContrastLine, ...]
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
    | Contrast
    | Note
)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Ask:
    """`ask: words`, `ask FORM: words`, or `ask by FACTOR`."""

    form: Name | None
    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Choices:
    """`choices rotated | shuffled | fixed:` one a line. `order` is None where none is written."""

    order: str | None
    options: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Rate:
    """`rate 1 to 5`."""

    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Labels:
    """`labels:` one a line."""

    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Answer:
    """`answer [all of | any of | none of]`, in words or `by FACTOR`."""

    quantity: str | None
    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class MachineAnswer:
    """`answer part of | what works | outcome of MACHINE[: things]`."""

    ask: str
    machine: Name
    things: Prose | None
    span: Span


@dataclass(frozen=True, slots=True)
class Wrong:
    """`wrong:` the lures, one a line."""

    quantity: str | None
    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Half:
    """`half:` what earns half a mark, one a line."""

    quantity: str | None
    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Example:
    """`example right | half | wrong: words`: an anchor for coders."""

    mark: str
    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Coders:
    """`coders: words`: guidance for coders."""

    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Guards:
    """`guards TEST`."""

    tests: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class IfFailed:
    """`if failed score zero | exclude | count anyway`."""

    action: str
    span: Span


@dataclass(frozen=True, slots=True)
class ScoredBy:
    """`scored by coders | match | choice | number | likelihood`."""

    scorer: str
    span: Span


@dataclass(frozen=True, slots=True)
class Keep:
    """`keep reply as NAME`."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class QuestionWhen:
    """`when` / `unless` / `otherwise` inside a question."""

    negated: bool
    label: Name
    items: tuple[QuestionItem, ...]
    otherwise: tuple[QuestionItem, ...] | None
    span: Span


# ----------------------------------------------------------------------------- steps


@dataclass(frozen=True, slots=True)
class Say:
    """`say:` or `say by FACTOR`: joins the next message."""

    words: Words
    span: Span


@dataclass(frozen=True, slots=True)
class Participant:
    """`participant:` a scripted reply, for training trials."""

    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Instructions:
    """`instructions:` or `profile:`, which go into the system prompt; `head` is which."""

    head: str
    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
class Listen:
    """`listen`: send now and take a reply that is not scored."""

    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """`do ROUTINE`."""

    routine: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Question:
    """`practice | control | test | record NAME` and its fields."""

    kind: QuestionKind
    name: Name
    items: tuple[QuestionItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """`when | unless LEVEL` and its steps, with the `otherwise` that follows, if any."""

    negated: bool
    label: Name
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] | None
    span: Span


@dataclass(frozen=True, slots=True)
class Separately:
    """`separately`: each child on its own copy of the conversation."""

    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class InOrder:
    """`in order`, `in rotated order`, `in any order`; `mode` is fixed, rotated or shuffled."""

    mode: str
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat N times`."""

    times: int
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each [rotated | shuffled | fixed] row of TABLE`; a machine is a table, too."""

    order: str | None
    table: Name
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Routine:
    """`routine NAME` and its steps."""

    name: Name
    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Procedure:
    """`procedure`: the session."""

    steps: tuple[Step, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GuideExample:
    """`example 0:` to `example 5:` for a whole trial."""

    score: int
    words: Prose
    span: Span


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script, in the order written. `file` is the name to print in messages."""

    file: str
    items: tuple[TopItem, ...]
    span: Span
