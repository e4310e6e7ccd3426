"""Brings what one store has into another: the union of both, or nothing.

Nearly every row is named by a hash of what it says, so the same row under the same name is the same
row, and merging again adds nothing. Three kinds can contradict each other: a reply (the same words
were sent to the same participant from both stores, and answered differently), a packet, and a
coding log. Then nothing of that store is taken: of two replies the one that is left out could not
be found again, and the transcripts built on it would name words that are not there. Taking what
does not contradict was the alternative; half a trial from each machine is a trial nobody was told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runners.store.inserting import insert_counted
from runners.store.rows import KeptPacket

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

_BATCH = 500  # rows that are held at once


@dataclass(frozen=True, slots=True)
class Added:
    """How many rows of each kind were new, by what a user calls them."""

    studies: int
    trials: int
    calls: int
    transcripts: int
    packets: int
    codes: int


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
    from runners.store import schema

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
        )
    }
    _pictures(target, source)
    calls, replies = _calls(target, source, where=where, other=other)
    added["transcripts"] = _union(target, source, schema.transcripts)
    packets, changed = _packets(target, source, where=where, other=other)
    codes, parted = _codes(target, source, where=where, other=other)
    if sentences := (*replies, *changed, *parted):
        raise Contradicted(sentences)
    _folds(target, source)
    return Added(
        studies=added["studies"],
        trials=added["study_trials"],
        calls=calls,
        transcripts=added["transcripts"],
        packets=packets,
        codes=codes,
    )


def _union(target: Connection, source: Connection, table: Table) -> int:
    return sum(insert_counted(target, table, rows) for rows in _rows(source, table))


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Every row of a table in the order of its key, some at a time."""
    from sqlalchemy import select

    query = select(table).order_by(*table.primary_key)
    result = source.execution_options(yield_per=_BATCH).execute(query)
    for some in result.mappings().partitions(_BATCH):
        yield [dict(row) for row in some]


def _pictures(target: Connection, source: Connection) -> None:
    """Brings the pictures one by one: several hundred at once may be more than fits."""
    from sqlalchemy import select

    from runners.store.schema import pictures

    names = select(pictures.c.picture).order_by(pictures.c.picture)
    there = frozenset(target.scalars(names))
    for name in source.scalars(names).all():
        if name not in there:
            row = source.execute(select(pictures).where(pictures.c.picture == name)).mappings()
            insert_counted(target, pictures, [dict(one) for one in row])


def _calls(
    target: Connection, source: Connection, *, where: str, other: str
) -> tuple[int, list[str]]:
    from runners.store.reading import kept_by_key
    from runners.store.schema import calls

    new = 0
    parting: list[str] = []
    for rows in _rows(source, calls):
        added = insert_counted(target, calls, rows)
        new += added
        if added == len(rows):
            continue
        there = kept_by_key(target, [row["call"] for row in rows])
        for row in rows:
            kept = there[row["call"]]
            # Requests have ids and times of their own: the reply is what was said.
            if (kept.text, kept.finish) != (row["text"], row["finish"]):
                parting.append(
                    f"{_place(row)}: {other} has another reply of {_name(source, row)} to the same "
                    f"words than {where}"
                )
    return new, parting


def _place(row: Mapping[str, Any]) -> str:
    levels = ", ".join(level for _, level in json.loads(row["levels"]))
    parts = [row["experiment"], levels, row["wording"], f"draw {row['draw']}"]
    if row["sample"] > 1:
        parts.append(f"sample {row['sample']}")
    return " / ".join([*(part for part in parts if part), row["place"].lstrip("/")])


def _name(source: Connection, row: Mapping[str, Any]) -> str:
    from sqlalchemy import select

    from runners.store.schema import participants

    known = participants.c.participant == row["participant"]
    return source.scalar(select(participants.c.name).where(known)) or "the participant"


def _packets(
    target: Connection, source: Connection, *, where: str, other: str
) -> tuple[int, list[str]]:
    from runners.store.reading import packet_named
    from runners.store.writing import add_packet_batch

    new = 0
    changed: list[str] = []
    for key in _packet_keys(source):
        packet = packet_named(source, key)
        assert packet is not None
        kept = packet_named(target, key)
        if kept is None:
            add_packet_batch(target, [(packet,)])
            new += 1
        elif _said(kept) != _said(packet):
            changed.append(
                f"the packet {key[:12]} of {packet.coder} holds other items in {other} than in "
                f"{where}"
            )
    return new, changed


def _packet_keys(source: Connection) -> Sequence[str]:
    from sqlalchemy import select

    from runners.store.schema import packets

    return source.scalars(select(packets.c.packet).order_by(packets.c.packet)).all()


def _said(packet: KeptPacket) -> tuple[object, ...]:
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
    from sqlalchemy import select

    from runners.store.reading import codes_of
    from runners.store.schema import codes
    from runners.store.writing import add_codes

    new = 0
    parting: list[str] = []
    # Also of packets that the source never made: an orphan is no reason to lose somebody's work.
    packets = source.scalars(select(codes.c.packet).distinct().order_by(codes.c.packet)).all()
    for packet in packets:
        (found,) = add_codes(target, [codes_of(source, packet)])
        if isinstance(found, int):
            new += found
        else:
            parting.append(
                f"the log of {found.coder} on packet {packet[:12]} parts at judgement "
                f"{found.sequence}: {other} has other words there than {where}"
            )
    return new, parting


def _folds(target: Connection, source: Connection) -> None:
    from runners.store.schema import folds
    from runners.store.writing import put_fold_rows

    for rows in _rows(source, folds):
        put_fold_rows(target, rows)
