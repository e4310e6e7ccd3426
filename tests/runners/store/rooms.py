"""Rows for tests of the store."""

from __future__ import annotations

from renderers.prompt import Message, Role
from runners.store.records import (
    CallRecord,
    FailedCall,
    ParticipantRecord,
    Sitting,
    Start,
    StudyScript,
    StudyTrial,
    TranscriptRecord,
)

AWKWARD = "a lone \ud83d, a NUL \x00, a DLE \x10, and 😀"
CHILD = ParticipantRecord("p" * 64, "sim/child", True, '{"model":"child"}')
MODEL = ParticipantRecord("q" * 64, "openai/m", False, '{"model":"m"}')


def sitting(number: int = 1) -> Sitting:
    key = f"{number:064d}"
    return Sitting(key, CHILD.key, "False belief", (("place", "box"),), "permuted", number, 1)


def call(number: int = 1, *, text: str = "In the box.", seat: int = 1) -> CallRecord:
    return CallRecord(
        key=f"c{number:063d}",
        sitting=sitting(seat),
        place="/test belief",
        messages=(Message(Role.SYSTEM, "Listen."), Message(Role.USER, AWKWARD)),
        text=text,
        finish="stop",
        raw='{"text": "In the box."}',
        requested='{"model":"child"}',
        sent="{}",
        model_returned=None,
        request_id="r-1",
        input_tokens=12,
        output_tokens=None,
        latency_s=0.25,
        tries=2,
        simulated=True,
        tool_version="0.1.0",
        at=f"2026-01-01T00:00:00.{number:03d}Z",
    )


def attempt(number: int = 1, *, seat: int = 1) -> FailedCall:
    return FailedCall(
        id=f"a{number:063d}",
        call=f"c{number:063d}",
        sitting=sitting(seat),
        place="/test belief",
        kind="timeout",
        message="no answer within 5 seconds",
        tries=6,
        tool_version="0.1.0",
        at=f"2026-01-01T00:00:01.{number:03d}Z",
    )


def transcript(trial: str, *calls: CallRecord, hash: str = "h" * 64) -> TranscriptRecord:
    pairs = tuple((each.place, each.key) for each in calls)
    return TranscriptRecord(trial, hash, pairs, "0.1.0", "2026-01-01T00:00:02.000Z")


def study_trial(number: int = 1, *, study: str = "study-1") -> StudyTrial:
    return StudyTrial(study, f"t{number:063d}", sitting(number), "d" * 64, seed=2**70)


def start(
    *,
    id: str = "start-1",
    study: str = "study-1",
    at: str = "2026-01-01T00:00:00.000Z",
    scripts: tuple[StudyScript, ...] | None = None,
    participants: tuple[ParticipantRecord, ...] = (CHILD,),
) -> Start:
    script = StudyScript("a.dev", "a.dev", "experiment A\n", "False belief", "d" * 64, "e" * 64)
    return Start(
        id=id,
        study=study,
        simulated=True,
        settings='{"runs": 10}',
        scripts=(script,) if scripts is None else scripts,
        participants=participants,
        tool_version="0.1.0",
        at=at,
    )
