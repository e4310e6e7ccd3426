"""Whether a store still says what was put into it: every hash made again, every reference followed.

Keys are hashes of what they name, so that a change by anything but devrun shows itself, and there
are no foreign keys, so that a part that is missing does. What is found is counted by kind with a
few examples: a damaged store would give the same sentence ten thousand times. Nothing is mended: a
store that mends itself could not be told from one that was tampered with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, Table, func, select, text

from runners.store import schema as s
from runners.store.call_queries import CallQueries
from runners.store.findings import BATCH, CHANGED, EXAMPLES, MISSING, FaultKind, Finding, rows_of
from runners.store.hash_checks import hash_faults
from runners.store.records import StoreCounts
from runners.store.values import wrong_values


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
    values = _values(connection)
    if values.count:
        # Hashes and references are made of these.
        return StoreReport(findings=(values.found(),))
    kinds = (*hash_faults(connection), *_orphans(connection), _items(connection))
    return StoreReport(
        studies=_size(connection, s.studies),
        trials=_size(connection, s.study_trials),
        calls=_size(connection, s.calls),
        transcripts=_size(connection, s.transcripts),
        packets=_size(connection, s.packets),
        codes=_size(connection, s.codes),
        others=_size(connection, s.other_transcripts),
        preregistrations=_size(connection, s.preregistrations),
        findings=tuple(kind.found() for kind in kinds if kind.count),
    )


def _size(connection: Connection, table: Table) -> int:
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


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


def _values(connection: Connection) -> FaultKind:
    """Values that are not of their column's kind."""
    kind = FaultKind("wrong-value", "value", "that cannot be read", CHANGED)
    for wrong in wrong_values(connection):
        kind.note(str(wrong))
    return kind


def _orphans(connection: Connection) -> Iterator[FaultKind]:
    """Rows that name something that is not there."""
    trials, starts = s.study_trials.c, s.starts.c
    for name, one, clause, column, parent in (
        ("call-orphan", "call", "without a trial", s.calls.c.sitting, trials.sitting),
        ("other-call-orphan", "call", "of a superseded session without a trial",
         s.other_calls.c.sitting, trials.sitting),
        ("other-transcript-orphan", "transcript",
         "of a superseded session without a trial",
         s.other_transcripts.c.trial, trials.trial),
        ("attempt-orphan", "attempt", "without a trial", s.attempts.c.sitting, trials.sitting),
        ("transcript-orphan", "transcript", "without a trial", s.transcripts.c.trial, trials.trial),
        ("trial-orphan", "trial", "without a study", trials.study, s.studies.c.study),
        ("trial-participant", "trial", "with a missing participant",
         trials.participant, s.participants.c.participant),
        ("study-start", "study", "that was never started", s.studies.c.study, starts.study),
        ("start-orphan", "start", "without a study", starts.study, s.studies.c.study),
        ("start-script", "start", "with a missing script",
         s.start_scripts.c.hash, s.scripts.c.hash),
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
    ):  # fmt: skip
        kind = FaultKind(name, one, clause, MISSING, "studies" if one == "study" else "")
        there = select(parent).distinct().subquery()
        owner = there.c[parent.name]
        # A join, since neither database looks up `NOT IN` quickly once the list is long.
        query = select(*column.table.primary_key).outerjoin(there, owner == column)
        for row in rows_of(connection, query.where(owner.is_(None))):
            kind.note(" ".join(str(part) for part in row.values()))
        yield kind


def _items(connection: Connection) -> FaultKind:
    """Items of packets that stand for words that are not there."""
    kind = FaultKind("item-words", "item", "of a packet with a missing transcript", MISSING)
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
                kind.note(f"{row['packet']} {row['item']}")
    return kind
