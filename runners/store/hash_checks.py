"""Whether what a store holds is what was put into it: every hash made again.

Keys are hashes of what they name, so that a change by anything but devrun shows itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from sqlalchemy import Connection, RowMapping, select

from coders.desk.log import read_log
from coders.packets.shape import PacketUnusable
from dsl.files.pictures import digest_of, media_type_of
from dsl.identity import trial_key
from dsl.trial import Cell
from runners.store import messages
from runners.store.call_queries import CallQueries
from runners.store.coding_queries import CodingQueries
from runners.store.findings import BATCH, CHANGED, MISSING, FaultKind, rows_of
from runners.store.keys import (
    call_key,
    code_key,
    participant_key,
    sitting_of,
    text_hash,
    transcript_hash,
)
from runners.store.preregistrations import Seal, hash_of, seal_key
from runners.store.records import Sitting, options_in
from runners.store.rows import levels_from
from runners.store.schema import (
    calls,
    codes,
    other_calls,
    other_transcripts,
    participants,
    pictures,
    preregistrations,
    scripts,
    study_trials,
    transcripts,
)
from runners.store.superseded import replies_of, reply_key


def hash_faults(connection: Connection) -> Iterator[FaultKind]:
    """Every kind of thing whose hash can be wrong, with what was found of it."""
    yield from _names(connection)
    yield from _pictures(connection)
    yield _seals(connection)
    yield _trials(connection)
    yield _calls(connection)
    yield from _transcripts(connection)
    yield from _superseded(connection)
    yield from _logs(connection)


def _names(connection: Connection) -> Iterator[FaultKind]:
    """Scripts and participants, which are named by what they say."""
    kind = FaultKind("script-hash", "script", "that differs from what was stored", CHANGED)
    for row in rows_of(connection, select(scripts)):
        if text_hash(row["content"]) != row["hash"]:
            kind.note(row["hash"])
    yield kind
    kind = FaultKind(
        "participant-key", "participant", "whose key does not match its parameters", CHANGED
    )
    for row in rows_of(connection, select(participants)):
        if participant_key(json.loads(row["identity"])) != row["participant"]:
            kind.note(f"{row['name']} ({row['participant']})")
    yield kind


def _pictures(connection: Connection) -> Iterator[FaultKind]:
    """Pictures, which are named by their bytes, and calls that show some that are not there."""
    kind = FaultKind("picture-hash", "picture", "that differs from what was stored", CHANGED)
    there = frozenset(connection.scalars(select(pictures.c.picture)))
    for digest in sorted(there):
        # One by one: a batch of rows may be more than fits.
        query = select(pictures).where(pictures.c.picture == digest)
        for row in connection.execute(query).mappings():
            content = row["content"]
            if (digest_of(content), media_type_of(content)) != (digest, row["media_type"]):
                kind.note(digest)
    yield kind
    kind = FaultKind("call-picture", "call", "that shows a missing picture", MISSING)
    # Most calls show none, and their messages need not be read: a picture is noted in a third part.
    for one in (calls, other_calls):
        query = select(one.c.call, one.c.messages).where(one.c.messages.contains(",[["))
        for row in rows_of(connection, query):
            if not there.issuperset(messages.shown_in(row["messages"])):
                kind.note(row["call"])
    yield kind


def _seals(connection: Connection) -> FaultKind:
    """Preregistrations, each under the hash of all that its row says."""
    kind = FaultKind("seal", "preregistration", "that was changed after it was sealed", CHANGED)
    for row in rows_of(connection, select(preregistrations)):
        kept = Seal(row["hash"], row["content"], row["seen"], row["tool_version"], row["at"])
        if (seal_key(kept), hash_of(kept.text)) != (row["seal"], row["hash"]):
            kind.note(row["hash"])
    return kind


def _trials(connection: Connection) -> FaultKind:
    kind = FaultKind(
        "trial-key", "trial", "whose key does not match its cell, draw, sample and seed", CHANGED
    )
    for row in rows_of(connection, select(study_trials)):
        sitting = _sitting(row)
        cell = Cell(sitting.levels, sitting.wording)
        key = trial_key(
            row["procedure"],
            cell,
            sitting.draw,
            sitting.sample,
            int(row["seed"]),
            sitting.participant,
        )
        if (key, sitting.key) != (row["trial"], row["sitting"]):
            kind.note(row["trial"])
    return kind


def _calls(connection: Connection) -> FaultKind:
    kind = FaultKind(
        "call-key", "call", "whose key does not match its participant, trial and text",
        CHANGED,
    )  # fmt: skip
    names = (
        "call", "sitting", "participant", "experiment", "levels", "wording", "draw", "sample",
        "place", "messages", "requested",
    )  # fmt: skip
    for row in rows_of(connection, select(*(calls.c[name] for name in names))):
        if _asked(row) != (row["call"], row["sitting"]):
            kind.note(row["call"])
    return kind


def _asked(row: RowMapping) -> tuple[str, str]:
    """The keys of the call and of the sitting that a row ought to have."""
    said, sitting = messages.read(row["messages"]), _sitting(row).key
    return call_key(sitting, row["place"], said, options_in(row["requested"])), sitting


def _sitting(row: RowMapping) -> Sitting:
    """The sitting that a row tells of, under the key that it ought to have."""
    cell = Cell(levels_from(row["levels"]), row["wording"])
    return sitting_of(
        row["participant"], row["experiment"], cell, draw=row["draw"], sample=row["sample"]
    )


def _transcripts(connection: Connection) -> tuple[FaultKind, FaultKind]:
    lost = FaultKind("transcript-calls", "transcript", "with a missing reply", MISSING)
    changed = FaultKind("transcript-hash", "transcript", "whose replies were changed", CHANGED)
    rows = rows_of(connection, select(transcripts.c.trial, transcripts.c.hash, transcripts.c.calls))
    while some := list(islice(rows, BATCH)):
        told = [(row, [(str(p), str(key)) for p, key in json.loads(row["calls"])]) for row in some]
        replies = CallQueries(connection).lookup([key for _, pairs in told for _, key in pairs])
        for row, pairs in told:
            if not all(key in replies for _, key in pairs):
                lost.note(row["trial"])
            elif row["hash"] != transcript_hash((p, key, replies[key].text) for p, key in pairs):
                changed.note(row["trial"])
    return lost, changed


def _superseded(connection: Connection) -> Iterator[FaultKind]:
    """The sessions of trials that do not count."""
    kind = FaultKind(
        "other-call-key", "call",
        "of a superseded session, whose key does not match its content", CHANGED,
    )  # fmt: skip
    for row in rows_of(connection, select(other_calls)):
        reply = reply_key(row["call"], row["text"], row["finish"])
        if (*_asked(row), reply) != (row["call"], row["sitting"], row["reply"]):
            kind.note(row["reply"])
    yield kind
    lost = FaultKind(
        "other-transcript-calls", "transcript",
        "of a superseded session, with a missing reply", MISSING,
    )  # fmt: skip
    changed = FaultKind(
        "other-transcript-hash", "transcript",
        "of a superseded session, whose replies were changed", CHANGED,
    )  # fmt: skip
    rows = rows_of(connection, select(other_transcripts).order_by(other_transcripts.c.trial))
    while some := list(islice(rows, BATCH)):
        told = [(row, [(str(p), str(c), str(r)) for p, c, r in json.loads(row["calls"])])
                for row in some]  # fmt: skip
        replies = replies_of(connection, [one for _, triples in told for one in triples])
        for row, triples in told:
            if len(triples) < row["size"] or any(r not in replies for _, _, r in triples):
                lost.note(row["trial"])
            elif row["hash"] != transcript_hash((p, c, replies[r].text) for p, c, r in triples):
                changed.note(row["trial"])
    yield from (lost, changed)


def _logs(connection: Connection) -> tuple[FaultKind, FaultKind]:
    log = FaultKind(
        "log", "coding log", "that was changed after coding",
        "collect the coder's own file into an earlier copy of the store: `devrun collect "
            "FILE`; codes of these logs are not counted",
    )  # fmt: skip
    named = FaultKind(
        "code-key", "line", "of a coding log whose key does not match its words", CHANGED, "lines"
    )
    packets = connection.scalars(select(codes.c.packet).distinct().order_by(codes.c.packet)).all()
    for packet in packets:
        lines = CodingQueries(connection).codes_of(packet)
        try:
            read_log("".join(f"{line.line}\n" for line in lines), lines[0].coder)
        except PacketUnusable as fault:
            log.note(f"{packet}: {fault.message}")
        query = select(codes.c.code, codes.c.sequence, codes.c.body)
        for row in rows_of(connection, query.where(codes.c.packet == packet)):
            if code_key(packet, row["sequence"], row["body"]) != row["code"]:
                named.note(f"{packet}, line {row['sequence']}")
    return log, named
