"""What happens in a session."""

from __future__ import annotations

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.declarations import Note
from dsl.tree.questions import IfFailedNode, Now, QuestionNode, SayNode, ShowNode
from dsl.tree.words import Name, Prose


@record
class ParticipantNode:
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
class ListenNode:
    """`listen`: send now and take a reply that is not scored."""

    span: Span


@record
class Do:
    """`do ROUTINE`."""

    routine: Name
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
class InOrderNode:
    """`in order`, `in rotated order`, `in any order`; `mode` is fixed, rotated or shuffled."""

    mode: str
    steps: tuple[Step, ...]
    span: Span


@record
class RepeatNode:
    """`repeat N times`."""

    times: int
    steps: tuple[Step, ...]
    span: Span


@record
class ForEachNode:
    """`for each [rotated | shuffled | mixed | fixed] row of TABLE`; a machine is a table, too."""

    order: str | None
    table: Name
    steps: tuple[Step, ...]
    span: Span


@record
class RetellNode:
    """`retell MACHINE from LEVEL`, or `retell MACHINE in full`: what is said of each try that was
    made at another level, or that the best explorer would make. `label` is all that the line says.
    """

    label: Name
    items: tuple[SayNode | Note, ...]
    span: Span


@record
class TrainNode:
    """`train NAME until CRITERION, at most N questions`: its steps again and again, until enough
    replies in a row, or of the last ones, are right. `label` is all that the line says.
    """

    label: Name
    items: tuple[Step | IfFailedNode, ...]
    span: Span


@record
class Scene:
    """`scene NAME`: several steps that share one copy of the conversation."""

    name: Name
    steps: tuple[Step, ...]
    span: Span


Step = (
    SayNode
    | ShowNode
    | ParticipantNode
    | Instructions
    | ListenNode
    | Do
    | QuestionNode
    | When
    | Separately
    | InOrderNode
    | RepeatNode
    | ForEachNode
    | TrainNode
    | RetellNode
    | Scene
    | Now
    | Note
)
