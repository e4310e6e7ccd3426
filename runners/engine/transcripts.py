"""Rebuilds the conversations of a trial from stored replies, for scoring, reading and tests.

Also what was said at each place of a transcript, and which replies were lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from dsl.expanding.after import After
from dsl.record import record, replace
from dsl.trial import Place, Session, Trial, Turn
from renderers.prompt import Message, Role
from runners.engine.session import Branches, Heard, NextCall, Walk, heard, walks
from runners.participants.base import LOST, Finish
from runners.store.keys import transcript_hash
from runners.store.records import Sitting, StoredReply

if TYPE_CHECKING:
    from renderers.rows.agent_waves import AgentAccount
    from runners.agents.agent import Agent


@record
class Exchange:
    """One call of a trial: what was sent, all of the conversation up to there, and what came back.

    `reply` is None for a call that is still to be made. `branch` is as in `session.Ask`.
    """

    key: str
    session: Session
    branch: tuple[tuple[int, int], ...]
    turn: Turn
    messages: tuple[Message, ...]
    reply: StoredReply | None
    number: int
    """The index of the session in the trial."""
    step: str = ""
    """The name of the agent's step that it belongs to; empty where the script asks."""

    @property
    def place(self) -> str:
        """The place of the turn within its trial."""
        return self.turn.place

    @property
    def conversation(self) -> tuple[Message, ...]:
        """The conversation on this branch up to and with the reply, if there is one."""
        if self.reply is None:
            return self.messages
        return (*self.messages, Message(Role.ASSISTANT, self.reply.text))


@record
class Transcript:
    """Every call of a trial in the order of the script, branches after what they grow from.

    What comes after a call that has no reply is not there, since its words are not known yet.
    """

    trial: Trial
    sitting: Sitting
    exchanges: tuple[Exchange, ...]
    account: AgentAccount | None = None
    """What came of each wave and question, where an agent was asked."""

    @property
    def complete(self) -> bool:
        """Whether every call has its reply."""
        return all(exchange.reply is not None for exchange in self.exchanges)

    @property
    def hash(self) -> str:
        """The hash of all words of the conversations, under which codes refer to them."""
        return transcript_hash(
            (exchange.place, exchange.key, exchange.reply.text if exchange.reply else "")
            for exchange in self.exchanges
        )


def transcribe(
    trial: Trial,
    sitting: Sitting,
    replies: Mapping[str, StoredReply],
    after: After | None = None,
    agent: Agent | None = None,
) -> Transcript:
    """The transcript of a trial out of replies by call key; pure. `after` is as for `walks`."""
    return transcribe_with(trial, sitting, lambda step: replies.get(step.key), after, agent)


def transcribe_with(
    trial: Trial,
    sitting: Sitting,
    reply_to: Callable[[NextCall], StoredReply | None],
    after: After | None = None,
    agent: Agent | None = None,
) -> Transcript:
    """The transcript of a trial in which each call is answered by `reply_to`. Where words depend on
    replies, its trial is the one that these replies led to.
    """
    found: list[Exchange] = []
    path: list[tuple[Place, str]] = []
    account: AgentAccount | None = None
    if agent is not None:
        from renderers.rows.agent_waves import AgentAccount

        account = AgentAccount()
    for walk in walks(trial, sitting.key, after, agent, account):
        _lead(walk, reply_to, found, path)
    if path and after is not None:
        trial = after(tuple(path))
        asked = trial.turns
        # A reply that is followed by the same question again does not count.
        found = [
            replace(
                one,
                session=trial.sessions[one.number],
                turn=asked.get((one.number, one.place), one.turn),
            )
            for one in found
        ]
    return Transcript(trial, sitting, tuple(found), account)


def _lead(
    walk: Walk,
    reply_to: Callable[[NextCall], StoredReply | None],
    found: list[Exchange],
    path: list[tuple[Place, str]],
) -> bool:
    """Lead a walk as far as there are replies, and say whether it ended; its exchanges and outcomes
    are added.
    """
    step = next(walk, None)
    while step is not None:
        said = Heard()
        if isinstance(step, Branches):
            ended = [_lead(branch, reply_to, found, path) for branch in step.walks]
            if step.waits and not all(ended):
                return False
        else:
            kept = reply_to(step)
            where = step.session, step.branch, step.turn, step.messages
            found.append(Exchange(step.key, *where, kept, step.number, step.step))
            if kept is None:
                path.extend(step.path)
                return False
            said = heard(kept)
        try:
            step = walk.send(said)
        except StopIteration as end:
            path.extend(end.value)
            return True
    return True


@record
class GivenAnswer:
    """What was said at one place, and how it ended."""

    text: str
    finish: Finish


def answers_of(transcript: Transcript) -> dict[Place, GivenAnswer]:
    """What was said at every place of the script."""
    return {
        (exchange.number, exchange.place): GivenAnswer(
            exchange.reply.text, Finish(exchange.reply.finish)
        )
        for exchange in transcript.exchanges
        if exchange.reply is not None and not exchange.step
    }


def unshown_places(answers: Mapping[Place, GivenAnswer]) -> frozenset[Place]:
    """The places of items that the participant was not shown."""
    return frozenset(p for p, answer in answers.items() if answer.finish is Finish.NOT_SHOWN)


def unanswered_places(answers: Mapping[Place, GivenAnswer]) -> frozenset[Place]:
    """The places without a whole answer: lost, or not shown."""
    return frozenset(place for place, answer in answers.items() if answer.finish in LOST)


def lost_places(answers: Mapping[Place, GivenAnswer]) -> frozenset[Place]:
    """The places whose reply was cut off by a limit of ours, or is no whole answer."""
    return unanswered_places(answers) - unshown_places(answers)
