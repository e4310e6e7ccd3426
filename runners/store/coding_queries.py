"""What is asked of a store about coding: packets, their logs line by line, what came of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter, eq, itemgetter
from sys import intern
from typing import Any, overload

from sqlalchemy import ColumnElement, Connection, Select, func, select, type_coerce
from sqlalchemy.types import NullType

from runners.store.records import ItemSource, LogLine, PacketItem, PacketRecord
from runners.store.rows import Queries, binary_collation, record_of, streamed
from runners.store.schema import codes, folds, packet_items, packets, unescape
from runners.store.text_column import TextColumn


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
        return tuple(self.each_packet_of(study))

    def each_packet_of(self, study: str) -> Iterator[PacketRecord]:
        """The same, one after the other."""
        with self.connected() as connection:
            query = select(packets).where(packets.c.study == study)
            order = binary_collation(connection, (packets.c.at, packets.c.coder, packets.c.packet))
            yield from _packets(connection, query.order_by(*order))

    def packet_keys(self, study: str) -> tuple[str, ...]:
        """The ids of the packets of a study."""
        with self.connected() as connection:
            return tuple(
                connection.scalars(select(packets.c.packet).where(packets.c.study == study))
            )

    def packet(self, packet: str) -> PacketRecord | None:
        """The packet with this id, or None."""
        with self.connected() as connection:
            return next(
                _packets(connection, select(packets).where(packets.c.packet == packet)), None
            )

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

    def log_end(self, packet: str) -> LogEnd | None:
        """The last line of a packet's log; None without one, or where two are in question."""
        with self.connected() as connection:
            mine = codes.c.packet == packet
            newest = select(codes.c.sequence, codes.c.code).where(mine)
            ends = connection.execute(newest.order_by(codes.c.sequence.desc()).limit(1)).first()
            if ends is None:
                return None
            # Numbers count from 1 without a gap: a log with two truths has more lines than that.
            lines = connection.scalar(select(func.count()).select_from(codes).where(mine))
            return (ends.sequence, ends.code) if lines == ends.sequence else None

    def snapshot_at(self, packet: str, end: LogEnd, scheme: int) -> str | None:
        """What came of a packet's log up to this line, in the form of that number, if kept."""
        with self.connected() as connection:
            query = select(folds.c.body).where(
                folds.c.packet == packet,
                folds.c.sequence == end[0],
                folds.c.code == end[1],
                folds.c.scheme == scheme,
            )
            return connection.scalar(query)


LogEnd = tuple[int, str]
"""The number of the last line of a log, and the line's key."""


class PacketItems(Sequence[PacketItem]):
    """The items of a packet as columns, an entry for each in the order of the packet; the record of
    one is made when it is asked for. A large study has hundreds of thousands.

    `twins` and `masked` have those items that have any, by number.
    """

    __slots__ = ("behind", "contents", "items", "masked", "phases", "positions", "twins")

    def __init__(self, rows: Iterable[Sequence[Any]]) -> None:
        """A row has the fields of a PacketItem; rows are put in the order of positions."""
        self.positions = array("q")
        self.phases: list[str] = []
        self.contents: list[str] = []
        self.twins: dict[int, str] = {}
        self.behind: list[tuple[ItemSource, ...]] = []
        self.masked: dict[int, tuple[tuple[int, str], ...]] = {}
        self.items = TextColumn(map(self._add, rows))
        order = sorted(range(len(self)), key=self.positions.__getitem__)
        if order != [*range(len(self))]:
            self._sort(order)

    def _add(self, row: Sequence[Any]) -> str:
        """Adds all of an item but its id, which is given."""
        item, position, phase, content, twin, behind, masked = row
        if twin:
            self.twins[len(self)] = twin
        if masked:
            self.masked[len(self)] = masked
        self.positions.append(position)
        self.phases.append(phase)
        self.contents.append(content)
        self.behind.append(behind)
        return str(item)

    def _sort(self, order: Sequence[int]) -> None:
        """Puts what stands at these places in their order."""
        self.items = TextColumn(map(list(self.items).__getitem__, order))
        self.positions = array("q", map(self.positions.__getitem__, order))
        columns: tuple[list[Any], ...] = (self.phases, self.contents, self.behind)
        for column in columns:
            column[:] = list(map(column.__getitem__, order))
        places = {at: place for place, at in enumerate(order)}
        self.twins = {places[at]: twin for at, twin in self.twins.items()}
        self.masked = {places[at]: one for at, one in self.masked.items()}

    @classmethod
    def of(cls, items: Sequence[PacketItem]) -> PacketItems:
        """The columns of these items."""
        if isinstance(items, PacketItems):
            return items
        return cls(map(attrgetter(*PacketItem.__match_args__), items))

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[PacketItem]:
        every = zip(
            self.items, self.positions, self.phases, self.contents, self.behind, strict=True
        )
        for at, (item, position, phase, content, behind) in enumerate(every):
            twin, masked = self.twins.get(at, ""), self.masked.get(at, ())
            yield PacketItem(item, position, phase, content, twin, behind, masked)

    @overload
    def __getitem__(self, at: int) -> PacketItem: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[PacketItem, ...]: ...

    def __getitem__(self, at: int | slice) -> PacketItem | tuple[PacketItem, ...]:
        if isinstance(at, slice):
            return tuple(map(self.__getitem__, range(len(self))[at]))
        place = range(len(self))[at]
        return PacketItem(
            self.items[place], self.positions[place], self.phases[place], self.contents[place],
            self.twins.get(place, ""), self.behind[place], self.masked.get(place, ()),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))


def _packets(connection: Connection, query: Select[Any]) -> Iterator[PacketRecord]:
    sources = _Sources()
    names = ("item", "position", "phase", "content", "twin", "behind", "masked")
    # As they are stored: of these columns only the last two can hold a character that was escaped.
    columns: list[ColumnElement[Any]] = [
        type_coerce(packet_items.c[name], NullType()) for name in names
    ]
    for row in connection.execute(query).mappings().all():
        mine = select(*columns).where(packet_items.c.packet == row["packet"])
        # A few rows at a time: the source of an item is a thousand characters.
        rows = streamed(connection, mine)
        items = PacketItems(
            (
                item,
                position,
                intern(phase),
                intern(content),
                twin,
                sources.of(behind),
                () if masked == "[]" else _masked(unescape(masked)),
            )
            for item, position, phase, content, twin, behind, masked in rows
        )
        yield PacketRecord(**{**row, "items": items})


_Places = tuple[tuple[int, int, str], ...]


class _Sources:
    """The sources of items. Most have one trial, which each coder has, and most trials
    have the same places: one copy of each will do.
    """

    def __init__(self) -> None:
        self.places: dict[str, _Places] = {}
        """By how they are stored."""
        self.by_trial: dict[str, tuple[ItemSource, ...]] = {}

    def of(self, stored: str) -> tuple[ItemSource, ...]:
        """The source of an item, out of what is stored."""
        if stored == "[]":
            return ()
        # '[["TRIAL", "TRANSCRIPT", [[1, 0, "PLACE"], ...]]]'
        start, trial, comma, transcript, *rest = stored.split('"', 4)
        if start != "[[" or comma != ", " or rest[0] not in self.places:
            found = _behind(unescape(stored))
            if len(found) == 1:
                self.places[rest[0]] = found[0].places
            return found
        places, known = self.places[rest[0]], self.by_trial.get(trial)
        if known and known[0].transcript == transcript and known[0].places is places:
            return known
        found = (ItemSource(intern(trial), intern(transcript), places),)
        self.by_trial[found[0].trial] = found
        return found


def _behind(text: str) -> tuple[ItemSource, ...]:
    return tuple(
        ItemSource(
            intern(trial),
            intern(transcript),
            tuple((int(question), int(session), intern(str(at))) for question, session, at in told),
        )
        for trial, transcript, told in json.loads(text)
    )


def _masked(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(line), str(was)) for line, was in json.loads(text))
