"""Whether a store still says what was put into it: every hash made again, every reference followed.

Keys are hashes of what they name, so that a change by anything but devrun shows itself, and there
are no foreign keys, so that a part that is missing does. What is found is counted by kind with a
few examples: a damaged store would give the same sentence ten thousand times. Nothing is mended: a
store that mends itself could not be distinguished from one that was tampered with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain, islice

from sqlalchemy import Connection, func, select, text

from runners.store import schema as s
from runners.store.call_queries import CallQueries
from runners.store.checks.findings import (
    BATCH,
    EXAMPLES,
    MISSING,
    FaultKind,
    Faults,
    Finding,
    findings,
    rows_of,
)
from runners.store.checks.hash_checks import KINDS, hash_faults
from runners.store.checks.store_counts import StoreCounts
from runners.store.checks.values import wrong_values
from runners.store.keys import NO_TRIAL


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreReport(StoreCounts):
    """What a store holds, and what is wrong with it."""

    findings: tuple[Finding, ...] = ()


def checked(connection: Connection) -> StoreReport:
    """Reads the whole store, on a connection that sees one state of it. Memory does not grow with
    the store, except with its longest coding log.
    """
    damaged = _damage(connection)
    if damaged is not None:
        # What such a file says about itself means nothing.
        return StoreReport(findings=(damaged,))
    wrong = findings(_VALUES, (("wrong-value", str(one)) for one in wrong_values(connection)))
    if wrong:
        # Hashes and references are made of these.
        return StoreReport(findings=wrong)
    faults = chain(hash_faults(connection), _orphans(connection), _items(connection))
    sizes = {name: _size(connection, name) for name in StoreCounts().numbers}
    return StoreReport(**sizes, findings=findings(KINDS | _ORPHAN_KINDS | _ITEMS, faults))


def _size(connection: Connection, name: str) -> int:
    """How many rows the table has of which a report has this name."""
    table = {"trials": s.study_trials, "others": s.other_transcripts}.get(name)
    query = select(func.count()).select_from(s.metadata.tables[name] if table is None else table)
    return connection.scalar(query) or 0


def _damage(connection: Connection) -> Finding | None:
    """What SQLite finds wrong with its own file. A server looks after its own."""
    if connection.dialect.name != "sqlite":
        return None
    told = [str(line) for line in connection.scalars(text("PRAGMA integrity_check"))]
    if told == ["ok"]:
        return None
    return Finding(
        "damaged",
        len(told),
        "the file is damaged: the database reports errors in its pages",
        tuple(told[:EXAMPLES]),
        "restore your last good copy, and check the disk",
    )


_VALUES = {"wrong-value": FaultKind("value", "that cannot be read")}
_ITEMS = {"item-words": FaultKind("item", "of a packet with a missing transcript", MISSING)}
_ORPHANS = (
    ("call-orphan", "call", "without a trial", s.calls.c.sitting, s.study_trials.c.sitting),
    ("other-call-orphan", "call", "of a superseded session without a trial",
     s.other_calls.c.sitting, s.study_trials.c.sitting),
    ("other-transcript-orphan", "transcript", "of a superseded session without a trial",
     s.other_transcripts.c.trial, s.study_trials.c.trial),
    ("attempt-orphan", "attempt", "without a trial",
     s.attempts.c.sitting, s.study_trials.c.sitting),
    ("transcript-orphan", "transcript", "without a trial",
     s.transcripts.c.trial, s.study_trials.c.trial),
    ("trial-orphan", "trial", "without a study", s.study_trials.c.study, s.studies.c.study),
    ("trial-participant", "trial", "with a missing participant",
     s.study_trials.c.participant, s.participants.c.participant),
    ("study-start", "study", "that was never started", s.studies.c.study, s.starts.c.study),
    ("start-orphan", "start", "without a study", s.starts.c.study, s.studies.c.study),
    ("start-script", "start", "with a missing script", s.start_scripts.c.hash, s.scripts.c.hash),
    ("start-picture", "start", "with a missing picture",
     s.start_pictures.c.picture, s.pictures.c.picture),
    ("picture-orphan", "picture", "without a start",
     s.pictures.c.picture, s.start_pictures.c.picture),
    ("start-participant", "start", "with a missing participant",
     s.start_participants.c.participant, s.participants.c.participant),
    ("packet-orphan", "packet", "without a study", s.packets.c.study, s.studies.c.study),
    ("item-orphan", "item", "without a packet", s.packet_items.c.packet, s.packets.c.packet),
    ("code-orphan", "line", "of a coding log without a packet",
     s.codes.c.packet, s.packets.c.packet),
)  # fmt: skip
"""Rows that name something that is not there: the column, and the one in which it should be."""
_ORPHAN_KINDS = {
    name: FaultKind(one, clause, MISSING, "studies" if one == "study" else "")
    for name, one, clause, _, _ in _ORPHANS
}


def _orphans(connection: Connection) -> Faults:
    """Rows that name something that is not there."""
    for name, _, _, column, parent in _ORPHANS:
        there = select(parent).distinct().subquery()
        owner = there.c[parent.name]
        # A join, since neither database looks up `NOT IN` quickly once the list is long.
        query = select(*column.table.primary_key).outerjoin(there, owner == column)
        query = query.where(owner.is_(None))
        if column.table in (s.calls, s.other_calls):
            query = query.where(column.table.c.sample != NO_TRIAL)
        for row in rows_of(connection, query):
            yield name, " ".join(str(part) for part in row.values())


def _items(connection: Connection) -> Faults:
    """Items of packets whose words are not there."""
    query = select(s.packet_items.c.packet, s.packet_items.c.item, s.packet_items.c.behind).where(
        s.packet_items.c.behind != "[]"
    )
    rows = rows_of(connection, query)
    while some := list(islice(rows, BATCH)):
        told = [(row, [(t, words) for t, words, _ in json.loads(row["behind"])]) for row in some]
        there = CallQueries(connection).transcript_pairs(
            [trial for _, pairs in told for trial, _ in pairs]
        )
        for row, pairs in told:
            if not there.issuperset(pairs):
                yield "item-words", f"{row['packet']} {row['item']}"
