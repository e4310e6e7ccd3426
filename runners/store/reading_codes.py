"""What is asked of a store about coding: packets, their logs line by line, what came of them."""

from __future__ import annotations

import json
from sys import intern
from typing import TYPE_CHECKING, Any

from runners.store.plain_order import plainly
from runners.store.rows import Behind, KeptCode, KeptPacket, PacketItem

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select


def packets_of(connection: Connection, study: str) -> tuple[KeptPacket, ...]:
    """The packets of a study with their items, in the order in which they were made."""
    from sqlalchemy import select

    from runners.store.schema import packets

    query = select(packets).where(packets.c.study == study)
    order = plainly(connection, (packets.c.at, packets.c.coder, packets.c.packet))
    return _packets(connection, query.order_by(*order))


def packet_keys(connection: Connection, study: str) -> tuple[str, ...]:
    """The ids of the packets of a study."""
    from sqlalchemy import select

    from runners.store.schema import packets

    return tuple(connection.scalars(select(packets.c.packet).where(packets.c.study == study)))


def packet_named(connection: Connection, packet: str) -> KeptPacket | None:
    """The packet with this id, or None."""
    from sqlalchemy import select

    from runners.store.schema import packets

    found = _packets(connection, select(packets).where(packets.c.packet == packet))
    return found[0] if found else None


def _packets(connection: Connection, query: Select[Any]) -> tuple[KeptPacket, ...]:
    from sqlalchemy import select

    from runners.store.schema import packet_items as table

    found: list[KeptPacket] = []
    known: dict[str, _Places] = {}
    columns = (
        table.c.item,
        table.c.position,
        table.c.phase,
        table.c.content,
        table.c.twin,
        table.c.behind,
        table.c.masked,
    )
    for row in connection.execute(query).mappings():
        mine = select(*columns).where(table.c.packet == row["packet"])
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
        found.append(KeptPacket(**{**row, "items": tuple(items)}))
    return tuple(found)


_Places = tuple[tuple[int, int, str], ...]


def _behind(text: str, known: dict[str, _Places]) -> tuple[Behind, ...]:
    """What stands behind an item. Most stand for one trial, and most trials have the same places:
    one copy of each will do, in `known` by how they are written.
    """
    # '[["TRIAL", "TRANSCRIPT", [[1, 0, "PLACE"], ...]]]'
    start, trial, comma, transcript, *rest = text.split('"', 4)
    if start == "[[" and comma == ", " and rest[0] in known:
        return (Behind(intern(trial), intern(transcript), known[rest[0]]),)
    found = tuple(
        Behind(
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


def codes_of(connection: Connection, packet: str) -> tuple[KeptCode, ...]:
    """The lines of a packet's log that came home, in the order in which they were written."""
    from sqlalchemy import select

    from runners.store.schema import codes

    query = select(codes).where(codes.c.packet == packet).order_by(codes.c.sequence, codes.c.code)
    return tuple(
        KeptCode(
            packet=row["packet"],
            coder=row["coder"],
            coder_kind=row["coder_kind"],
            sequence=row["sequence"],
            line=row["body"],
            item=row["item"],
            trial=row["trial"],
            transcript=row["transcript"],
            rubric=row["rubric"],
            place=row["place"],
            mark=row["mark"],
            flags=row["flags"],
            note=row["note"],
            codebook_version=row["codebook_version"],
            tool_version=row["tool_version"],
            at=row["at"],
        )
        for row in connection.execute(query).mappings()
    )


def fold_of(connection: Connection, packet: str, scheme: int) -> str | None:
    """What came of a packet's log, if every line that there is was there when it was worked out."""
    from sqlalchemy import func, select

    from runners.store.schema import codes, folds

    mine = codes.c.packet == packet
    newest = select(codes.c.sequence, codes.c.code).where(mine)
    ends = connection.execute(newest.order_by(codes.c.sequence.desc()).limit(1)).first()
    if ends is None:
        return None
    # Numbers count from 1 without a gap, so a log with two truths has more lines than its last.
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
