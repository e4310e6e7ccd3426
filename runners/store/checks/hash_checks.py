"""Whether what a store holds is what was put into it: every hash made again.

Keys are hashes of what they name, so that a change by anything but devrun shows itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from sqlalchemy import Connection, RowMapping, Table, select

from coders.desk.log import read_log
from coders.packets.shape import PacketUnusable
from dsl.files.pictures import digest_of, media_type_of
from dsl.identity import trial_key
from dsl.trial import Cell
from runners.store import messages
from runners.store import schema as s
from runners.store.call_queries import CallQueries
from runners.store.checks.findings import BATCH, MISSING, FaultKind, Faults, rows_of
from runners.store.coding_queries import CodingQueries
from runners.store.keys import (
    call_key,
    code_key,
    participant_key,
    sitting_of,
    text_hash,
    transcript_hash,
)
from runners.store.preregistrations import Seal, hash_of, seal_key
from runners.store.records import CallRecord, Sitting, StoredReply, options_in
from runners.store.rows import levels_from
from runners.store.superseded import replies_of, reply_key

KINDS = {
    "script-hash": FaultKind("script", "that differs from what was stored"),
    "participant-key": FaultKind("participant", "whose key does not match its parameters"),
    "picture-hash": FaultKind("picture", "that differs from what was stored"),
    "call-picture": FaultKind("call", "that shows a missing picture", MISSING),
    "seal": FaultKind("preregistration", "that was changed after it was sealed"),
    "trial-key": FaultKind("trial", "whose key does not match its cell, draw, sample and seed"),
    "call-key": FaultKind("call", "whose key does not match its participant, trial and text"),
    "transcript-calls": FaultKind("transcript", "with a missing reply", MISSING),
    "transcript-hash": FaultKind("transcript", "whose replies were changed"),
    "other-call-key": FaultKind(
        "call", "of a superseded session, whose key does not match its content"
    ),
    "other-transcript-calls": FaultKind(
        "transcript", "of a superseded session, with a missing reply", MISSING
    ),
    "other-transcript-hash": FaultKind(
        "transcript", "of a superseded session, whose replies were changed"
    ),
    "log": FaultKind(
        "coding log",
        "that was changed after coding",
        "collect the coder's own file into an earlier copy of the store: `devrun collect "
        "FILE`; codes of these logs are not counted",
    ),
    "code-key": FaultKind(
        "line", "of a coding log whose key does not match its words", many="lines"
    ),
}
"""Every kind of thing whose hash can be wrong, and of a reply or picture that a hash names."""


def hash_faults(connection: Connection) -> Faults:
    """Every row whose hash is wrong, or names what is not there."""
    checks = (_names, _pictures, _seals, _trials, _calls, _transcripts)
    for check in (*checks, _superseded_calls, _superseded_transcripts, _logs):
        yield from check(connection)


def _names(connection: Connection) -> Faults:
    """Scripts and participants, which are named by what they say."""
    for row in rows_of(connection, select(s.scripts)):
        if text_hash(row["content"]) != row["hash"]:
            yield "script-hash", row["hash"]
    for row in rows_of(connection, select(s.participants)):
        if participant_key(json.loads(row["identity"])) != row["participant"]:
            yield "participant-key", f"{row['name']} ({row['participant']})"


def _pictures(connection: Connection) -> Faults:
    """Pictures, which are named by their bytes, and calls that show some that are not there."""
    there = frozenset(connection.scalars(select(s.pictures.c.picture)))
    for digest in sorted(there):
        # One by one: a batch of rows may be more than fits.
        query = select(s.pictures).where(s.pictures.c.picture == digest)
        for row in connection.execute(query).mappings():
            content = row["content"]
            if (digest_of(content), media_type_of(content)) != (digest, row["media_type"]):
                yield "picture-hash", digest
    # Most calls show none, and their messages need not be read: a picture is noted in a third part.
    for one in (s.calls, s.other_calls):
        query = select(one.c.call, one.c.messages).where(one.c.messages.contains(",[["))
        for row in rows_of(connection, query):
            if not there.issuperset(messages.shown_in(row["messages"])):
                yield "call-picture", row["call"]


def _seals(connection: Connection) -> Faults:
    """Preregistrations, each under the hash of all that its row says."""
    for row in rows_of(connection, select(s.preregistrations)):
        kept = Seal(row["hash"], row["content"], row["seen"], row["tool_version"], row["at"])
        if (seal_key(kept), hash_of(kept.text)) != (row["seal"], row["hash"]):
            yield "seal", row["hash"]


def _trials(connection: Connection) -> Faults:
    for row in rows_of(connection, select(s.study_trials)):
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
            yield "trial-key", row["trial"]


def _calls(connection: Connection) -> Faults:
    names = (
        "call", "sitting", "participant", "experiment", "levels", "wording", "draw", "sample",
        "place", "messages", "requested",
    )  # fmt: skip
    for row in rows_of(connection, select(*(s.calls.c[name] for name in names))):
        if _asked(row) != (row["call"], row["sitting"]):
            yield "call-key", row["call"]


def _superseded_calls(connection: Connection) -> Faults:
    for row in rows_of(connection, select(s.other_calls)):
        reply = reply_key(row["call"], row["text"], row["finish"])
        if (*_asked(row), reply) != (row["call"], row["sitting"], row["reply"]):
            yield "other-call-key", row["reply"]


def _asked(row: RowMapping) -> tuple[str, str]:
    """The keys of the call and of the sitting that a row ought to have."""
    said, sitting = messages.read(row["messages"]), _sitting(row).key
    return call_key(sitting, row["place"], said, *options_in(row["requested"])), sitting


def _sitting(row: RowMapping) -> Sitting:
    """The sitting that a row tells of, under the key that it ought to have."""
    cell = Cell(levels_from(row["levels"]), row["wording"])
    return sitting_of(
        row["participant"], row["experiment"], cell, draw=row["draw"], sample=row["sample"]
    )


_Calls = Sequence[tuple[str, ...]]
"""The calls of transcripts: (place, call key), in a superseded session with the reply's key."""


def _transcripts(connection: Connection) -> Faults:
    def replies(told: _Calls) -> Mapping[str, StoredReply]:
        return CallQueries(connection).lookup([key for _, key in told])

    return _told(connection, s.transcripts, "transcript", replies)


def _superseded_transcripts(connection: Connection) -> Faults:
    def replies(told: _Calls) -> Mapping[str, CallRecord]:
        return replies_of(connection, [(place, call, reply) for place, call, reply in told])

    return _told(connection, s.other_transcripts, "other-transcript", replies)


def _told(
    connection: Connection,
    table: Table,
    kind: str,
    replies_to: Callable[[_Calls], Mapping[str, StoredReply | CallRecord]],
) -> Faults:
    """Transcripts whose replies are not there or are others by now. `replies_to` finds the replies
    to calls, by the last key of each.
    """
    superseded = table is s.other_transcripts
    query = select(table.c.trial, table.c.hash, table.c.size, table.c.calls)
    rows = rows_of(connection, query.order_by(table.c.trial) if superseded else query)
    while some := list(islice(rows, BATCH)):
        told = [(row, [tuple(map(str, one)) for one in json.loads(row["calls"])]) for row in some]
        replies = replies_to([one for _, calls in told for one in calls])
        for row, calls in told:
            short = superseded and len(calls) < row["size"]
            if short or any(one[-1] not in replies for one in calls):
                yield f"{kind}-calls", row["trial"]
            elif row["hash"] != transcript_hash(
                (one[0], one[1], replies[one[-1]].text) for one in calls
            ):
                yield f"{kind}-hash", row["trial"]


def _logs(connection: Connection) -> Faults:
    codes = s.codes.c
    packets = connection.scalars(select(codes.packet).distinct().order_by(codes.packet)).all()
    for packet in packets:
        lines = CodingQueries(connection).codes_of(packet)
        try:
            read_log("".join(f"{line.line}\n" for line in lines), lines[0].coder)
        except PacketUnusable as fault:
            yield "log", f"{packet}: {fault.message}"
        query = select(codes.code, codes.sequence, codes.body)
        for row in rows_of(connection, query.where(codes.packet == packet)):
            if code_key(packet, row["sequence"], row["body"]) != row["code"]:
                yield "code-key", f"{packet}, line {row['sequence']}"
