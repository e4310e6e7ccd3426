"""Walks a trial: which call comes next follows from the replies there are, and from nothing else.

Walking is pure. A walk yields one call at a time and is sent the reply; at a fork it yields a
walk for each branch and goes on with the trunk. The engine drives walks with a participant, and
`transcripts` drives the same ones with stored replies, so that resuming, replaying and reading
cannot differ. A table of each trial's state would have been the alternative, and a second truth.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from dsl.likelihoods import weighed
from dsl.trial import Fork, Node, Question, ScriptedTurn, Session, Trial, Turn
from renderers.prompt import Message, Role, opening, user_message
from runners.store.keys import call_key


@dataclass(frozen=True, slots=True)
class NextCall:
    """The next call of a walk: send the messages, and send the walk the text of the reply.

    `branch` says where it is: for each fork on the way, the fork's number in its walk and the
    number of the branch, both from 1; empty on the trunk. `answers` are the questions with a `keep`
    that were answered in this conversation, with their replies. `options` are the answers whose
    likelihoods are asked for, none where words are.
    """

    key: str
    turn: Turn
    messages: tuple[Message, ...]
    session: Session
    branch: tuple[tuple[int, int], ...]
    answers: tuple[tuple[Question, str], ...] = ()
    options: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The place of the turn within its trial."""
        return self.turn.place


@dataclass(frozen=True, slots=True)
class Branches:
    """A fork: each walk has its own copy of the conversation. Send the walk anything to go on."""

    walks: tuple[Walk, ...]


Walk = Generator[NextCall | Branches, str, None]
"""One line of conversation, still to be led."""


def walks(trial: Trial, sitting: str) -> tuple[Walk, ...]:
    """One walk for each session of the trial; `sitting` is the key of the trial's sitting."""
    return tuple(
        _walk(session, nodes=session.nodes, said=opening(session), sitting=sitting)
        for session in trial.sessions
    )


def _walk(
    session: Session,
    *,
    nodes: tuple[Node, ...],
    said: tuple[Message, ...],
    sitting: str,
    branch: tuple[tuple[int, int], ...] = (),
    answered: tuple[tuple[Question, str], ...] = (),
) -> Walk:
    messages = list(said)
    answers = answered
    forks = 0
    for node in nodes:
        if isinstance(node, Fork):
            forks += 1
            yield Branches(
                tuple(
                    _walk(
                        session,
                        nodes=nodes,
                        said=tuple(messages),
                        sitting=sitting,
                        branch=(*branch, (forks, number)),
                        answered=answers,
                    )
                    for number, nodes in enumerate(node.branches, start=1)
                )
            )
            continue
        messages.append(user_message(node))
        if isinstance(node, ScriptedTurn):
            reply = node.reply
        else:
            sent = tuple(messages)
            options = weighed(node.question) if node.question is not None else ()
            key = call_key(sitting, node.place, sent, options)
            reply = yield NextCall(key, node, sent, session, branch, answers, options)
            if node.question is not None and node.question.keep is not None:
                answers = (*answers, (node.question, reply))
        messages.append(Message(Role.ASSISTANT, reply))
