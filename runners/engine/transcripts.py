"""Rebuilds the conversations of a trial from stored replies, for scoring, reading and tests.

Also what was said at each place of a transcript, and which replies were lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dsl.trial import Place, Session, Trial, Turn
from renderers.prompt import Message, Role
from runners.engine.session import Branches, NextCall, Walk, walks
from runners.participants.base import LOST, Finish
from runners.store.keys import transcript_hash
from runners.store.records import Sitting, StoredReply


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Transcript:
    """Every call of a trial in the order of the script, branches after what they grow from.

    What comes after a call that has no reply is not there, since its words are not known yet.
    """

    trial: Trial
    sitting: Sitting
    exchanges: tuple[Exchange, ...]

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


def transcribe(trial: Trial, sitting: Sitting, replies: Mapping[str, StoredReply]) -> Transcript:
    """The transcript of a trial out of replies by call key; pure."""
    return transcribe_with(trial, sitting, lambda step: replies.get(step.key))


def transcribe_with(
    trial: Trial, sitting: Sitting, reply_to: Callable[[NextCall], StoredReply | None]
) -> Transcript:
    """The transcript of a trial in which each call is answered by `reply_to`."""
    found = (each for walk in walks(trial, sitting.key) for each in _led(walk, reply_to))
    return Transcript(trial, sitting, tuple(found))


def _led(walk: Walk, reply_to: Callable[[NextCall], StoredReply | None]) -> Iterator[Exchange]:
    step = next(walk, None)
    while step is not None:
        reply = ""
        if isinstance(step, Branches):
            for branch in step.walks:
                yield from _led(branch, reply_to)
        else:
            kept = reply_to(step)
            yield Exchange(step.key, step.session, step.branch, step.turn, step.messages, kept)
            if kept is None:
                return
            reply = kept.text
        try:
            step = walk.send(reply)
        except StopIteration:
            return


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What was said at one place, and how it ended."""

    text: str
    finish: Finish


def answers_of(transcript: Transcript) -> dict[Place, GivenAnswer]:
    """What was said at every place of a transcript."""
    number = {id(session): index for index, session in enumerate(transcript.trial.sessions)}
    return {
        (number[id(exchange.session)], exchange.place): GivenAnswer(
            exchange.reply.text, Finish(exchange.reply.finish)
        )
        for exchange in transcript.exchanges
        if exchange.reply is not None
    }


def lost_places(answers: Mapping[Place, GivenAnswer]) -> frozenset[Place]:
    """The places whose reply was cut off by a limit of ours, or is no whole answer."""
    return frozenset(place for place, answer in answers.items() if answer.finish in LOST)
