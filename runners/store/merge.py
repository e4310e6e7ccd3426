"""Brings what one store has into another: the union of both, or nothing.

Nearly every row is named by a hash of what it says, so the same row under the same name is the same
row, and merging again adds nothing. Three kinds can contradict each other: a reply (the same words
were sent to the same participant from both stores, and answered differently), a packet, and a
coding log. For the last two nothing of that store is taken.

Replies that differ are what two people have who ran one script each on a computer of their own.
Then the store that takes keeps its session of the trial, and the session of the other store is kept
beside it, whole (see `others`); half a trial from each computer would be a trial nobody was told.
That the session that was finished first counts was the alternative: a merge would then change what
the store that takes had scored, and what people had coded in it would count no longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, select, text

from runners.store import schema
from runners.store.call_queries import CallQueries, sitting_from
from runners.store.checks.store_counts import StoreCounts
from runners.store.coding_queries import CodingQueries
from runners.store.records import PacketRecord, StoredReply
from runners.store.rows import BATCH, batches, insert_counted, whole_groups
from runners.store.schema import (
    calls,
    codes,
    other_calls,
    other_transcripts,
    packets,
    participants,
    pictures,
    study_trials,
    transcripts,
)
from runners.store.superseded import add_other_calls, reply_key
from runners.store.writes import add_codes, add_packet_batch, put_log_snapshot_rows

_NAMED = 5  # other sessions that are named

_Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Added(StoreCounts):
    """How many rows of each kind were new. `others` are sessions of trials that the store had
    already, and that were kept beside those; `named` are the first of them, by trial and
    participant.
    """

    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MergedStore:
    """What became of one source (`store`): what was new of it, or why nothing of it was taken."""

    store: str
    added: Added | None
    contradictions: tuple[str, ...] = ()


@dataclass(slots=True)
class Contradicted(Exception):
    """What two stores say differently, a sentence each. Raised inside the transaction, so that
    nothing of the source stays.
    """

    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self.sentences)


def merge_into(target: Connection, source: Connection, *, where: str, other: str) -> Added:
    """Adds to `target` what it lacks of `source`; `where` and `other` are what messages call them.

    Both must be inside a transaction, that of `source` on one state of it. Memory does not grow
    with the stores. Raises Contradicted.
    """
    _hold_off(target)
    added = {
        table.name: _union(target, source, table)
        for table in (
            schema.scripts,
            schema.participants,
            schema.studies,
            schema.starts,
            schema.start_scripts,
            schema.start_pictures,
            schema.start_participants,
            schema.study_trials,
            schema.attempts,
            schema.preregistrations,
        )
    }
    _pictures(target, source)
    superseded = _Superseded()
    calls = _calls(target, source, superseded)
    transcripts = _transcripts(target, source, superseded)
    _others(target, source, superseded)
    packets, changed = _packets(target, source, where=where, other=other)
    codes, parted = _codes(target, source, where=where, other=other)
    if sentences := (*changed, *parted):
        raise Contradicted(sentences)
    _folds(target, source)
    return Added(
        studies=added["studies"],
        trials=added["study_trials"],
        calls=calls,
        transcripts=transcripts,
        packets=packets,
        codes=codes,
        others=superseded.sessions,
        named=tuple(superseded.named),
        preregistrations=added["preregistrations"],
    )


def _hold_off(target: Connection) -> None:
    """Lets runs that write wait: a reply that came in the middle could differ from one that is just
    being taken. SQLite's write lock does so by itself.
    """
    if target.dialect.name == "postgresql":
        target.execute(text("LOCK TABLE calls IN SHARE ROW EXCLUSIVE MODE"))


def _union(target: Connection, source: Connection, table: Table) -> int:
    return sum(insert_counted(target, table, rows) for rows in batches(source, table))


def _pictures(target: Connection, source: Connection) -> None:
    """Brings the pictures one by one: several hundred at once may be more than fits."""
    names = select(pictures.c.picture).order_by(pictures.c.picture)
    there = frozenset(target.scalars(names))
    for name in source.scalars(names).all():
        if name not in there:
            row = source.execute(select(pictures).where(pictures.c.picture == name)).mappings()
            insert_counted(target, pictures, [dict(one) for one in row])


@dataclass(slots=True)
class _Superseded:
    """What was found to be another session, so far."""

    sessions: int = 0
    named: list[str] = field(default_factory=list)
    any: bool = False

    def note(self, source: Connection, rows: Sequence[_Row], new: set[str]) -> None:
        """Count the sittings of these replies that are `new`, and name the first of them."""
        self.any = True
        self.sessions += len(new)
        first = {row["sitting"]: row for row in reversed(rows) if row["sitting"] in new}
        for row in list(first.values())[: _NAMED - len(self.named)]:
            self.named.append(f"{sitting_from(row).title}: {_name(source, row)}")


def _calls(target: Connection, source: Connection, superseded: _Superseded) -> int:
    """Takes the calls that are not there, sitting by sitting; gives how many those are."""
    new = 0
    query = select(calls).order_by(calls.c.sitting, calls.c.call)
    found = source.execution_options(yield_per=BATCH).execute(query).mappings()
    rows: Iterator[_Row] = map(dict, found)
    for sittings in whole_groups(rows, itemgetter("sitting")):
        there = set(
            target.scalars(
                select(calls.c.sitting).distinct().where(calls.c.sitting.in_(tuple(sittings)))
            )
        )
        fresh = [row for key, rows in sittings.items() if key not in there for row in rows]
        known = {key: rows for key, rows in sittings.items() if key in there}
        fresh += _agreeing(target, source, known, superseded)
        new += insert_counted(target, calls, fresh)
    return new


def _agreeing(
    target: Connection,
    source: Connection,
    sittings: Mapping[str, list[_Row]],
    superseded: _Superseded,
) -> list[_Row]:
    """The calls that are to be taken of sittings that both stores know. Where a reply differs, the
    finished trials without such a reply are taken (the script had other words then), and all else
    of the sitting is another session.
    """
    kept = CallQueries(target).lookup([row["call"] for rows in sittings.values() for row in rows])
    parted = {
        key: differing
        for key, rows in sittings.items()
        if (differing := {row["call"] for row in rows if not _agrees(row, kept)})
    }
    told = _calls_without(source, parted)
    taken: list[_Row] = []
    others: list[_Row] = []
    for key, rows in sittings.items():
        for row in rows:
            if row["call"] not in kept and (key not in parted or row["call"] in told):
                taken.append(row)
            elif row["call"] not in kept or row["call"] in parted.get(key, ()):
                others.append(row)
    if others:
        superseded.note(source, others, add_other_calls(target, others))
    return taken


def _agrees(row: _Row, kept: Mapping[str, StoredReply]) -> bool:
    """Whether a call has the very same reply among those that are kept, or none."""
    found = kept.get(row["call"])
    # Requests have ids and times of their own: the reply is what was said.
    return found is None or (found.text, found.finish) == (row["text"], row["finish"])


def _calls_without(source: Connection, parted: Mapping[str, set[str]]) -> set[str]:
    """The calls of the finished trials of these sittings in which no reply differs."""
    if not parted:
        return set()
    query = (
        select(study_trials.c.sitting, transcripts.c.calls)
        .join(transcripts, transcripts.c.trial == study_trials.c.trial)
        .where(study_trials.c.sitting.in_(tuple(parted)))
    )
    found: set[str] = set()
    for sitting, pairs in source.execute(query):
        keys = {str(key) for _, key in json.loads(pairs)}
        if keys.isdisjoint(parted[sitting]):
            found |= keys
    return found


def _transcripts(target: Connection, source: Connection, superseded: _Superseded) -> int:
    """Takes the finished trials: those of sessions that count, and the others as what they are."""
    if not superseded.any:
        return _union(target, source, transcripts)
    new = 0
    for rows in batches(source, transcripts):
        pairs = [
            [(str(place), str(key)) for place, key in json.loads(row["calls"])] for row in rows
        ]
        keys = [key for told in pairs for _, key in told]
        there, here = CallQueries(source).lookup(keys), CallQueries(target).lookup(keys)
        counting: list[_Row] = []
        others: list[_Row] = []
        for row, told in zip(rows, pairs, strict=True):
            # A reply that is in neither store is lost, and no other session.
            if all(there.get(key) in (None, here.get(key)) for _, key in told):
                counting.append(row)
                continue
            triples = [
                [place, key, reply_key(key, there[key].text, there[key].finish)]
                for place, key in told
                if key in there
            ]
            others.append({**row, "calls": json.dumps(triples, ensure_ascii=False)})
        new += insert_counted(target, transcripts, counting)
        insert_counted(target, other_transcripts, others)
    return new


def _others(target: Connection, source: Connection, superseded: _Superseded) -> None:
    """Takes the other sessions that the source keeps, but for what counts in the target."""
    for rows in batches(source, other_calls):
        kept = CallQueries(target).lookup([row["call"] for row in rows])
        others = [
            {name: value for name, value in row.items() if name != "reply"}
            for row in rows
            if row["call"] not in kept or not _agrees(row, kept)
        ]
        if others:
            superseded.note(source, others, add_other_calls(target, others))
    for rows in batches(source, other_transcripts):
        query = select(transcripts.c.trial, transcripts.c.hash)
        found = target.execute(query.where(transcripts.c.trial.in_([row["trial"] for row in rows])))
        counting = {(trial, words) for trial, words in found}
        insert_counted(
            target,
            other_transcripts,
            [row for row in rows if (row["trial"], row["hash"]) not in counting],
        )


def _name(source: Connection, row: _Row) -> str:
    known = participants.c.participant == row["participant"]
    return source.scalar(select(participants.c.name).where(known)) or "the participant"


def _packets(
    target: Connection, source: Connection, *, where: str, other: str
) -> tuple[int, list[str]]:
    new = 0
    changed: list[str] = []
    for key in _packet_keys(source):
        packet = CodingQueries(source).packet(key)
        assert packet is not None
        kept = CodingQueries(target).packet(key)
        if kept is None:
            add_packet_batch(target, [(packet,)])
            new += 1
        elif _compared(kept) != _compared(packet):
            changed.append(
                f"the packet {key[:12]} of {packet.coder} has different items in {other} and "
                f"in {where}"
            )
    return new, changed


def _packet_keys(source: Connection) -> Sequence[str]:
    return source.scalars(select(packets.c.packet).order_by(packets.c.packet)).all()


def _compared(packet: PacketRecord) -> tuple[object, ...]:
    """What must agree. Packets that are named by their content (a judge's, a table's) may have been
    made at two times by two versions of the tool.
    """
    header = json.loads(packet.header)
    for moment in ("made", "tool_version"):
        header.pop(moment, None)
    return (
        packet.study,
        packet.coder,
        packet.coder_kind,
        packet.view,
        packet.codebook_version,
        json.loads(packet.settings),
        header,
        packet.items,
    )


def _codes(
    target: Connection, source: Connection, *, where: str, other: str
) -> tuple[int, list[str]]:
    new = 0
    parting: list[str] = []
    # Also of packets that the source never made: an orphan is no reason to lose somebody's work.
    packets = source.scalars(select(codes.c.packet).distinct().order_by(codes.c.packet)).all()
    for packet in packets:
        (found,) = add_codes(target, [CodingQueries(source).codes_of(packet)])
        if isinstance(found, int):
            new += found
        else:
            parting.append(
                f"the log of {found.coder} on packet {packet[:12]} differs from judgement "
                f"{found.sequence} on between {other} and {where}"
            )
    return new, parting


def _folds(target: Connection, source: Connection) -> None:
    for rows in batches(source, schema.folds):
        put_log_snapshot_rows(target, rows)
