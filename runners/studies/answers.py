"""What was said at each place of a transcript, and which replies were lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.trial import Place
from runners.engine.transcripts import Transcript
from runners.participants.base import LOST, Finish


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
