"""The steps of a session: what is said and asked, in which order, and how replies are judged."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.diagnostic import Span
from dsl.experiment.design import Things
from dsl.experiment.layouts import Layout
from dsl.experiment.words import ALWAYS, Case, Guard, Template
from dsl.record import hashed_record, record
from dsl.tree import QuestionKind

if TYPE_CHECKING:
    from dsl.criterion import Criterion
    from dsl.files.pictures import PictureFile


class Quantity(StrEnum):
    """How many of the phrases must be in a reply."""

    ALL = "all of"
    ANY = "any of"
    NONE = "none of"
    OFTEN = "equally often"
    """Of two answers over draws; in one trial neither is right (`QuestionKind.EVEN`)."""


class Order(StrEnum):
    """The order of choices, rows or questions."""

    FIXED = "fixed"
    ROTATED = "rotated"
    SHUFFLED = "shuffled"
    MIXED = "mixed"
    """Of rows only: shuffled, but never sorted by outcome (see `dsl.drawing.orders`)."""


class IfFailed(StrEnum):
    """What a failed gate does."""

    SCORE_ZERO = "score zero"
    EXCLUDE = "exclude"
    COUNT_ANYWAY = "count anyway"


class Scorer(StrEnum):
    """What sorts the replies before coders see them."""

    CODERS = "coders"
    MATCH = "match"
    CHOICE = "choice"
    NUMBER = "number"
    LIKELIHOOD = "likelihood"


class MachineAsk(StrEnum):
    """What a machine is asked for a key."""

    PART = "part of"
    WORKS = "what works"
    OUTCOME = "outcome of"


@record
class MachineKey:
    """A key that follows from a machine's evidence; `things` are slot names (empty for WORKS)."""

    ask: MachineAsk
    machine: str
    things: Things = ()


@record
class ClauseTemplate:
    """One part of a key: these phrases, in this quantity. `within`: each is a number, and so is any
    that differs from it by no more than this. `scale`: they are a range of a scale, whose other
    points are lures unless the script names some.
    """

    quantity: Quantity
    phrases: tuple[Template, ...]
    within: Fraction | None = None
    scale: bool = False


@record
class Form:
    """One way to ask, a scored question of its own; `name` is empty for the only form."""

    name: str
    words: tuple[Case[Template], ...]


@record
class Rating:
    """`rate 1 to 5` and the labels of its points, which may be none."""

    low: int
    high: int
    labels: tuple[Template, ...] = ()


@record
class Guidance:
    """Words for coders: `mark` is right, half, wrong, or empty for a general note."""

    mark: str
    words: tuple[Case[Template], ...]
    guard: Guard = ALWAYS


@record
class Rubric:
    """How a question is judged; nothing in here is ever sent.

    `answer`: statements that must all hold, each by cases; a statement whose guard does not hold is
    not there. `wrong` and `half` are lists of cases, joined. `own`: guards under which the question
    is one that the paper asked, whatever the story; without any, the story decides.
    """

    answer: tuple[tuple[Case[ClauseTemplate | MachineKey], ...], ...] = ()
    wrong: tuple[tuple[Case[tuple[Template, ...]], ...], ...] = ()
    half: tuple[tuple[Case[tuple[Template, ...]], ...], ...] = ()
    worth: Fraction = Fraction(1)
    guards: tuple[str, ...] = ()
    if_failed: IfFailed = IfFailed.SCORE_ZERO
    scorer: Scorer = Scorer.MATCH
    guidance: tuple[Guidance, ...] = ()
    own: tuple[Guard, ...] = ()
    pass_with: tuple[int, int] | None = None
    """(K, N): a control of N rows is one gate, passed when K of them are right."""

    def machine_keys(self) -> list[Case[MachineKey]]:
        """The answers that follow from a machine, as cases."""
        cases = (case for statement in self.answer for case in statement)
        return [Case(one.guard, one.value) for one in cases if isinstance(one.value, MachineKey)]


class Outcome(StrEnum):
    """What a reply can be read as, besides one of the choices of a question without a key.

    `half` and `refusal` count as `unclear` unless the question has an arm for them.
    """

    RIGHT = "right"
    WRONG = "wrong"
    HALF = "half"
    RATED = "rated"
    """Of a scale without a key: the reply names one point."""
    REFUSAL = "refusal"
    UNCLEAR = "unclear"
    TRIED = "tried"
    """Of an exploration: the reply names what to put on the machine."""
    DONE = "done"
    """Of an exploration: the participant has seen enough."""
    CARRIED = "carried"
    """Of a record that waves carry: the next wave has this reply."""


@record
class Follow:
    """What is said after some outcomes of a question; `outcomes` is empty for `otherwise`.

    `again`: how often the words ask the question again; with 0 they begin the next message.
    """

    outcomes: tuple[str, ...]
    again: int
    words: Template


@record
class Steering:
    """What follows the replies to a question. `outcomes` are all that a reply can be read as,
    `choices` the names as outcomes of its choices, in the order written, and empty with a key.
    `then` is what is said next.
    """

    outcomes: tuple[str, ...]
    choices: tuple[Case[tuple[str, ...]], ...] = ()
    then: tuple[Follow, ...] = ()


class ItemFormat(StrEnum):
    """What an item of a bank shows besides words."""

    TEXT = "text"
    ONE_PICTURE = "one picture"
    SEVERAL_PICTURES = "several pictures"
    VIDEO = "video"
    """Frames of it are shown as pictures."""


@record
class TryLimit:
    """How often a machine can be tried: `most` times, or with `may_end` less often, as the
    participant likes.
    """

    machine: str
    most: int
    may_end: bool


@record
class Show:
    """A picture that joins the next message, and in words what is to be seen on it; no case that
    holds, no picture. The words are for those who see none, and are sent to no real participant.
    Within a question it precedes the character `at` of the question's words.
    """

    picture: PictureFile
    words: tuple[Case[Template], ...]
    at: int | None = None


@record
class Framed:
    """Words around a question: before it, and after its choices. A reply is read on the lines that
    begin with `answer_line` and a colon, if it has any; everywhere, if that is empty.
    """

    before: Template = ()
    after: Template = ()
    answer_line: str = ""


@hashed_record
class QuestionStep:
    """A question: what is sent (says, forms, choices, rating), what is kept, and its rubric.

    `guards` in the rubric is empty when a control guards every test of its version.
    """

    kind: QuestionKind
    name: str
    says: tuple[tuple[Case[Template], ...] | Show, ...]
    forms: tuple[Form, ...]
    choices: tuple[Case[tuple[Template, ...]], ...]
    order: Order
    rating: Rating | None
    keep: str | None
    rubric: Rubric
    span: Span
    reversed: bool = False
    """Whether it is an item of a questionnaire that counts the other way round."""
    scene: str = ""
    """The scene it is in. For readers of tables; nothing that is sent hangs on it."""
    steering: Steering | None = None
    """Only where something that is sent depends on the reply."""
    framed: tuple[Case[Framed], ...] = ()
    """The words around it, by framing; no case that holds, no words."""
    readings: Steering | None = None
    """What a reply can be read as, where a measure may count it and no coder judges it."""
    group: str = ""
    """The group of an item of a bank."""
    format: str = ""
    """What an item of a bank shows, an `ItemFormat`; participants are shown what they can be."""
    control: str = ""
    """The item of a bank of which this one is the manipulated version; empty for none."""
    turns: tuple[int, int] | None = None
    """(k, N): of N draws, one after another, it is asked in the first k, once in every rotation of
    its choices. None: in every draw."""
    layouts: tuple[Case[Layout], ...] = ()
    """How an item of a bank is put under a protocol; no case that holds, as any question is."""
    once: bool = False
    """All rows of a loop have one order of choices."""
    tries: TryLimit | None = None
    """Of a question that explores a machine; it is asked before each try, after the first one in
    its second form if it has one."""


@record
class Say:
    """Words that join the next message; no case that holds, no words."""

    words: tuple[Case[Template], ...]


@record
class Scripted:
    """A reply put into the participant's mouth."""

    words: Template


@record
class System:
    """Words for the system prompt; `head` is instructions, profile, or system in a framing."""

    head: str
    words: Template


@record
class Listen:
    """Send now, take a reply that is not scored."""


@record
class Either:
    """The steps of the first branch whose guard holds; none, if no guard holds."""

    branches: tuple[Case[tuple[Step, ...]], ...]


@record
class ForkStep:
    """Each branch on its own copy of the conversation. Several forms of one question under a fork
    are several branches; `expand` sees to that.
    """

    branches: tuple[tuple[Step, ...], ...]


@record
class InOrder:
    """Children in one conversation, in this order; `key` names the choice of order."""

    order: Order
    children: tuple[tuple[Step, ...], ...]
    key: str


@record
class Repeat:
    """The steps, so many times."""

    times: int
    steps: tuple[Step, ...]


@record
class ForEach:
    """The steps once for each row of a table or machine; `key` names the choice of order."""

    order: Order
    table: str
    steps: tuple[Step, ...]
    key: str


@record
class Train:
    """The steps again and again, until the replies to the one question in them meet the criterion.
    What is asked after it is asked in any case; failing counts as a failed control question.
    """

    name: str
    criterion: Criterion
    question: str
    steps: tuple[Step, ...]
    if_failed: IfFailed
    span: Span


@record
class Retell:
    """Words for each try of a machine that was made in the trial of the same draw at other `levels`
    of conditions; without any, for each that the best explorer would make.
    """

    machine: str
    levels: tuple[tuple[str, str], ...]
    words: tuple[Case[Template], ...]


Step = (
    Say
    | Show
    | Scripted
    | System
    | Listen
    | QuestionStep
    | Either
    | ForkStep
    | InOrder
    | Repeat
    | ForEach
    | Train
    | Retell
)
