"""What is asked of a store about coding: packets, their logs line by line, what came of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from operator import itemgetter
from sys import intern
from typing import Any

from sqlalchemy import Connection, Select, func, select

from runners.store.records import ItemSource, LogLine, PacketItem, PacketRecord
from runners.store.rows import Queries, binary_collation, record_of
from runners.store.schema import codes, folds, packet_items, packets


@dataclass(frozen=True, slots=True)
class PacketHead:
    """A packet without its items: whose it is, its view, and how it was made (JSON)."""

    packet: str
    coder: str
    kind: str
    view: str
    settings: str


class CodingQueries(Queries):
    """Questions about packets and coding logs."""

    def packets_of(self, study: str) -> tuple[PacketRecord, ...]:
        """The packets of a study with their items, in the order in which they were made."""
        with self.connected() as connection:
            query = select(packets).where(packets.c.study == study)
            order = binary_collation(connection, (packets.c.at, packets.c.coder, packets.c.packet))
            return _packets(connection, query.order_by(*order))

    def packet_keys(self, study: str) -> tuple[str, ...]:
        """The ids of the packets of a study."""
        with self.connected() as connection:
            return tuple(
                connection.scalars(select(packets.c.packet).where(packets.c.study == study))
            )

    def packet(self, packet: str) -> PacketRecord | None:
        """The packet with this id, or None."""
        with self.connected() as connection:
            found = _packets(connection, select(packets).where(packets.c.packet == packet))
            return found[0] if found else None

    def packet_heads(self, study: str) -> tuple[PacketHead, ...]:
        """The packets of a study without their items, oldest first."""
        with self.connected() as connection:
            names = ("packet", "coder", "coder_kind", "view", "settings")
            query = (
                select(*(packets.c[name] for name in names))
                .where(packets.c.study == study)
                .order_by(packets.c.at, packets.c.packet)
            )
            return tuple(PacketHead(*row) for row in connection.execute(query))

    def judges_of(self, study: str) -> tuple[tuple[str, str], ...]:
        """The (packet, name) pairs of the models that judged packets of a study, by name."""
        judges = (one for one in self.packet_heads(study) if one.kind == "automatic")
        return tuple(sorted(((one.packet, one.coder) for one in judges), key=itemgetter(1, 0)))

    def codes_of(self, packet: str) -> tuple[LogLine, ...]:
        """The collected lines of a packet's log, in the order in which they were written."""
        with self.connected() as connection:
            query = (
                select(codes)
                .where(codes.c.packet == packet)
                .order_by(codes.c.sequence, codes.c.code)
            )
            return tuple(
                record_of(LogLine, row, line=row["body"])
                for row in connection.execute(query).mappings()
            )

    def log_snapshot(self, packet: str, scheme: int) -> str | None:
        """What came of a packet's log, in the form of that number; None where that is not kept, or
        where the log has other lines by now.
        """
        with self.connected() as connection:
            mine = codes.c.packet == packet
            newest = select(codes.c.sequence, codes.c.code).where(mine)
            ends = connection.execute(newest.order_by(codes.c.sequence.desc()).limit(1)).first()
            if ends is None:
                return None
            # Numbers count from 1 without a gap: a log with two truths has more lines than that.
            lines = connection.scalar(select(func.count()).select_from(codes).where(mine))
            if lines != ends.sequence:
                return None
            query = select(folds.c.body).where(
                folds.c.packet == packet,
                folds.c.sequence == ends.sequence,
                folds.c.code == ends.code,
                folds.c.scheme == scheme,
            )
            return connection.scalar(query)


def _packets(connection: Connection, query: Select[Any]) -> tuple[PacketRecord, ...]:
    found: list[PacketRecord] = []
    known: dict[str, _Places] = {}
    names = ("item", "position", "phase", "content", "twin", "behind", "masked")
    columns = [packet_items.c[name] for name in names]
    for row in connection.execute(query).mappings():
        mine = select(*columns).where(packet_items.c.packet == row["packet"])
        items = [
            PacketItem(
                intern(item),
                position,
                intern(phase),
                intern(content),
                intern(twin),
                () if behind == "[]" else _behind(behind, known),
                () if masked == "[]" else _masked(masked),
            )
            for item, position, phase, content, twin, behind, masked in connection.execute(mine)
        ]
        # Databases sort rows as long as these on disk.
        items.sort(key=lambda one: one.position)
        found.append(PacketRecord(**{**row, "items": tuple(items)}))
    return tuple(found)


_Places = tuple[tuple[int, int, str], ...]


def _behind(text: str, known: dict[str, _Places]) -> tuple[ItemSource, ...]:
    """What stands behind an item. Most stand for one trial, and most trials have the same places:
    one copy of each will do, in `known` by how they are written.
    """
    # '[["TRIAL", "TRANSCRIPT", [[1, 0, "PLACE"], ...]]]'
    start, trial, comma, transcript, *rest = text.split('"', 4)
    if start == "[[" and comma == ", " and rest[0] in known:
        return (ItemSource(intern(trial), intern(transcript), known[rest[0]]),)
    found = tuple(
        ItemSource(
            intern(trial),
            intern(transcript),
            tuple((int(question), int(session), intern(str(at))) for question, session, at in told),
        )
        for trial, transcript, told in json.loads(text)
    )
    if len(found) == 1:
        known[rest[0]] = found[0].places
    return found


def _masked(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(line), str(was)) for line, was in json.loads(text))
