"""The kinds of question and their fields, and what is where in the story.

Story state says what is where, who knows of it, and which of that a question asks.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.declarations import Note, Own, Worth
from dsl.tree.words import Name, Prose, Words


@record
class Now:
    """`now marble in basket, known to Sally, Anne`, or `now Sam thinks tube holds pencil`.

    `who`: those who think so, a name such as `John thinks Mary` for what John takes her to think;
    empty for what is so. `relation`: `in` or another word of place, or `holds`. `value`: None where
    `who` cannot tell. `known`: those who know it from here on.
    """

    who: tuple[Name, ...]
    what: Name
    relation: str
    value: Name | None
    known: tuple[Name, ...]
    span: Span


@record
class Asks:
    """`asks where Sally thinks marble is`, `asks what tube held at first`, `asks something else`.

    `what` is None for something else. `who`: whose view is asked; None for what is so. `contents`:
    what it holds, and not where it is. `first`: at first, and not now.
    """

    who: Name | None
    what: Name | None
    contents: bool
    first: bool
    span: Span


class QuestionKind(StrEnum):
    """The kinds of question. Four are statements; a test with `answer equally often` is EVEN, a
    test that is an item of a bank ITEM, a practice in a `train` TRAINING, and what `explore` asks
    EXPLORING. A question whose reply was asked for again is ASKED_AGAIN, whatever asks it.
    """

    PRACTICE = "practice"
    CONTROL = "control"
    TEST = "test"
    RECORD = "record"
    EVEN = "even"
    """No answer is right in one trial; over draws each of two should be given equally often."""
    ITEM = "item"
    """Scored over the items of its bank, and in no LRS."""
    TRAINING = "training"
    """Practice until a criterion is met; the replies decide how often it is asked."""
    EXPLORING = "exploring"
    """What to try on a machine next; never scored."""
    ASKED_AGAIN = "asked again"
    """Only the last reply to it counts, and this is not the last one."""

    @property
    def statement(self) -> str:
        """The statement that asks it. What is sent hangs on this: how a reply counts may change."""
        if self in (QuestionKind.TRAINING, QuestionKind.ASKED_AGAIN):
            return QuestionKind.PRACTICE.value
        if self is QuestionKind.EXPLORING:
            return "explore"
        return QuestionKind.TEST.value if self in TESTS else self.value


TESTS = (QuestionKind.TEST, QuestionKind.EVEN, QuestionKind.ITEM)
"""The kinds of question that `test` asks."""

JUDGED = (QuestionKind.CONTROL, *TESTS)
"""The kinds of question that coders judge; what is recorded or practised is shown only."""


@record
class Ask:
    """`ask: words`, `ask FORM: words`, or `ask by FACTOR`."""

    form: Name | None
    words: Words
    span: Span


@record
class Choices:
    """`choices rotated | shuffled | fixed:` one a line, or `by FACTOR`. `order` is None where none
    is written. `once`: all rows of a loop have one order.
    """

    order: str | None
    words: Words
    span: Span
    once: bool = False


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
    """`answer [all of | any of | none of | equally often]`, in words or `by FACTOR`;
    `answer number within 1`, whose tolerance is `within`; or `answer rating 5 to 7`, which is `any
    of` these numbers, `scale` then.
    """

    quantity: str | None
    words: Words
    span: Span
    within: Fraction | None = None
    scale: bool = False


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
class PassWith:
    """`pass with 5 of 6 right`; `words` are all after `pass with`."""

    words: Name
    span: Span


@record
class IfFailedNode:
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
class ThenArm:
    """`right: words`, `unclear, ask again at most 2 times: words`, or `otherwise: words`.

    `again`: how often the words ask the question again; 0 where they are only said.
    """

    label: Name
    again: int
    words: Prose
    span: Span


@record
class Then:
    """`then`, and below it what is said after each outcome of the question."""

    arms: tuple[ThenArm, ...]
    span: Span


@record
class ItemGroup:
    """The group of an item of a bank, as its file has it, what it shows, by `turns` in which draws
    it is asked (as in `QuestionStep`), and its `control`. No statement of a script.
    """

    name: str
    span: Span
    turns: tuple[int, int] | None = None
    format: str = ""
    control: str = ""


@record
class Tries:
    """`explore MACHINE, at most 8 tries`: how often the machine can be tried, None where that is
    not said; `may_end`: the participant can end earlier. No statement of its own.
    """

    most: int | None
    may_end: bool
    span: Span
    meant: int | None = None
    """The number in a line that says it in another way."""


@record
class QuestionWhen:
    """`when` / `unless` / `otherwise` inside a question."""

    negated: bool
    label: Name
    items: tuple[QuestionItem, ...]
    otherwise: tuple[QuestionItem, ...] | None
    span: Span


@record
class SayNode:
    """`say:` or `say by FACTOR`: joins the next message."""

    words: Words
    span: Span


@record
class ShowNode:
    """`show PATH: words`: a picture joins the next message; the words say what is to be seen. Of an
    item of a bank `at` is the character of its question that the picture precedes.
    """

    path: Name
    words: Prose
    span: Span
    at: int | None = None


@record
class ItemNode:
    """`item NAME [(reversed)]: words`."""

    name: Name
    reversed: bool
    words: Prose
    span: Span


@record
class QuestionNode:
    """`practice | control | test | record NAME` and its fields; or `explore MACHINE`, whose `next`
    is an `ask` of that form, and which has `Tries`.
    """

    kind: QuestionKind
    name: Name
    items: tuple[QuestionItem, ...]
    span: Span


QuestionItem = (
    Ask
    | SayNode
    | ShowNode
    | Choices
    | Rate
    | Labels
    | Answer
    | MachineAnswer
    | Wrong
    | Half
    | Example
    | Coders
    | Own
    | Worth
    | Guards
    | PassWith
    | IfFailedNode
    | ScoredBy
    | Keep
    | Asks
    | Then
    | ItemNode
    | ItemGroup
    | Tries
    | Note
    | QuestionWhen
)
