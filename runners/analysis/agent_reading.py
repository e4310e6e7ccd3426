"""What an agent made of a trial, out of its transcript, for reading."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.trial import Place
from renderers.rows.agent_waves import (
    ReadAgent,
    ReadRecall,
    ReadStatement,
    ReadTry,
    ReadWave,
)
from runners.agents.state import Remembered
from runners.agents.steps import StepTaken
from runners.engine.transcripts import Exchange, Transcript


def agent_of_transcript(transcript: Transcript) -> ReadAgent | None:
    """The waves and answers of a trial with an agent; None for one without."""
    account = transcript.account
    if account is None:
        return None
    calls: dict[Place, list[Exchange]] = {}
    answers: dict[Place, Exchange] = {}
    for one in transcript.exchanges:
        if one.step:
            calls.setdefault((one.number, one.place.rpartition("/agent ")[0]), []).append(one)
        else:
            answers[one.number, one.place] = one
    waves = {}
    for number, wave in account.waves.items():
        session = transcript.trial.sessions[number]
        of = session.version or f"wave {session.wave}"
        waves[number] = ReadWave(
            wave.wave,
            wave.profile,
            _tries(calls.get((number, of), ()), wave.steps),
            tuple(one.name for one in wave.steps if one.skipped),
            _statements(wave.noted),
            _statements(wave.forgotten),
            _statements(wave.remembered),
            wave.notes,
            wave.waits,
        )
    return ReadAgent(
        waves,
        {
            place: ReadRecall(
                answers[place].messages[0].text,
                _statements(told.recalled),
                told.notes,
                _tries(calls.get(place, ()), told.steps),
            )
            for place, told in account.questions.items()
        },
    )


def _statements(found: Iterable[Remembered]) -> tuple[ReadStatement, ...]:
    return tuple(ReadStatement(one.text, one.score, one.wave) for one in found)


def _tries(calls: Iterable[Exchange], steps: Iterable[StepTaken]) -> tuple[ReadTry, ...]:
    """The calls of some steps, each with why its reply cannot be read."""
    unread = {step.name: iter(step.unread) for step in steps}
    return tuple(
        ReadTry(
            one.step,
            one.place,
            one.messages[0].text,
            one.reply.text if one.reply is not None else "",
            next(unread.get(one.step, iter(())), ""),
        )
        for one in calls
    )
