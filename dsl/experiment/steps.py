"""The steps of a session: what is said and asked, in which order."""

from __future__ import annotations

from dsl.experiment.questions import Order, QuestionStep, Show
from dsl.experiment.words import Case, Template
from dsl.record import record


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
    """Words for the system prompt; `head` is instructions or profile."""

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
)
