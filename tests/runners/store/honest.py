"""A small store whose every key is made of what it names, as a run and coders leave one."""

from __future__ import annotations

import json

from rooms import AWKWARD, CHILD, attempt, call, start, study_trial
from test_codes import PACKET

from coders.desk.log import checksum
from dsl.identity import trial_key
from dsl.record import replace
from dsl.trial import Cell
from runners.store.keys import call_key, participant_key, sitting_of, transcript_hash
from runners.store.records import (
    CallRecord,
    ItemSource,
    LogLine,
    PacketRecord,
    Sitting,
    StudyScript,
    StudyTrial,
    TranscriptRecord,
)
from runners.store.store import Store
from runners.store.writes import add_attempts, add_calls, add_transcripts, add_trials

STUDY = "study-1"
CHILD_KEY = participant_key({"model": "child"})
HONEST_CHILD = replace(CHILD, key=CHILD_KEY)


def sitting() -> Sitting:
    cell = Cell((("place", "box"),), "permuted")
    return sitting_of(CHILD_KEY, "False belief", cell, draw=1, sample=1)


def trial() -> StudyTrial:
    cell = Cell((("place", "box"),), "permuted")
    key = trial_key("d" * 64, cell, 1, 1, 2**70, CHILD_KEY)
    return replace(study_trial(), key=key, sitting=sitting())


def transcript() -> TranscriptRecord:
    calls = tuple((one.place, one.key) for one in CALLS)
    told = transcript_hash((one.place, one.key, one.text) for one in CALLS)
    return TranscriptRecord(trial().key, told, calls, "0.1.0", "2026-01-01T00:00:02.000Z")


def _call(place: str) -> CallRecord:
    words = call().messages
    key = call_key(sitting().key, place, words)
    return replace(call(), key=key, sitting=sitting(), place=place, text=AWKWARD)


CALLS = (_call("/control"), _call("/test"))


def packet() -> PacketRecord:
    behind = (ItemSource(trial().key, transcript().hash, ((1, 0, "/test"),)),)
    items = tuple(replace(item, behind=behind if item.behind else ()) for item in PACKET.items)
    return replace(PACKET, study=STUDY, items=items)


def log() -> tuple[LogLine, ...]:
    """Three lines of a log, each with the checksum that the coding tool would give it."""
    lines: list[LogLine] = []
    before = ""
    for number, kind in enumerate(("opened", "shown", "mark"), start=1):
        body = json.dumps(
            {
                "seq": number,
                "kind": kind,
                "at": "2026-01-03T00:00:00.000Z",
                "packet": PACKET.packet,
                "coder": "Ada",
                "codebook_version": "c1",
                "tool_version": "0.1.0",
                "item": "i1",
            }
        )
        total = checksum(before, body)
        line = f'{body[:-1]}, "sum": "{total}"}}'
        lines.append(LogLine(PACKET.packet, "Ada", "blind", number, line, item="i1"))
        before = total
    return tuple(lines)


def fill(store: Store) -> None:
    script = StudyScript("a.dev", "a.dev", "experiment A\n", "False belief", "d" * 64, "e" * 64)
    store.record(start(participants=(HONEST_CHILD,), scripts=(script,)))
    store.submit(add_trials, (trial(),)).result()
    for one in CALLS:
        store.submit(add_calls, one).result()
    store.submit(add_transcripts, transcript()).result()
    store.submit(add_attempts, replace(attempt(), sitting=sitting())).result()
    store.add_packets([packet()])
    store.add_codes(log())
