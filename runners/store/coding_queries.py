"""What is asked of a store about coding: packets, their logs line by line, what came of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import eq, itemgetter
from sys import intern
from typing import Any, overload

from sqlalchemy import Connection, Select, func, select, type_coerce
from sqlalchemy.types import NullType

from runners.store.records import ItemSource, LogLine, PacketItem, PacketRecord
from runners.store.rows import Queries, as_stored, binary_collation, record_of
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

    def each_packet_of(self, study: str, *, bare: Container[str] = ()) -> Iterator[PacketRecord]:
        """The same, one after the other; `bare` ones (by their ids) come without their items."""
        with self.connected() as connection:
            query = select(packets).where(packets.c.study == study)
            order = binary_collation(connection, (packets.c.at, packets.c.coder, packets.c.packet))
            yield from _packets(connection, query.order_by(*order), bare=bare)

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
        """The last line of a packet's log; None without one."""
        with self.connected() as connection:
            newest = select(codes.c.sequence, codes.c.code).where(codes.c.packet == packet)
            ends = connection.execute(newest.order_by(codes.c.sequence.desc()).limit(1)).first()
            return None if ends is None else (ends.sequence, ends.code)

    def is_whole(self, packet: str, end: LogEnd) -> bool:
        """Whether a packet's log that ends so has one truth. Its lines are numbered from 1 without
        a gap: a log with two truths has more of them.
        """
        with self.connected() as connection:
            query = select(func.count()).select_from(codes).where(codes.c.packet == packet)
            return connection.scalar(query) == end[0]

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

Places = tuple[tuple[int, int, str], ...]
"""Where the questions of an item are in its trial: (number, session, place)."""

Masked = tuple[tuple[int, str], ...]
"""What was masked in an item: (number of the line, what was there) pairs."""

_AT_ONCE = 2_000
"""So many items are held as they are stored."""


class ItemSources:
    """The sources of items as columns. Most items have one.

    `trials` and `transcripts` have an entry for each source; `place` is where its places are among
    `places`.
    """

    def __init__(
        self,
        trials: Sequence[str],
        transcripts: Sequence[str],
        place: array[int],
        places: Sequence[Places],
    ) -> None:
        self.trials, self.transcripts = trials, transcripts
        self.place, self.places = place, places

    def __getitem__(self, number: int) -> ItemSource:
        places = self.places[self.place[number]]
        return ItemSource(self.trials[number], self.transcripts[number], places)


class GrowingSources(ItemSources):
    """Sources that are added one by one. Packets that are read together share them, since most
    sources are each coder's.
    """

    def __init__(self) -> None:
        self._trials, self._transcripts = list[str](), list[str]()
        self._places: dict[Places, int] = {}
        self._listed: list[Places] = []
        super().__init__(self._trials, self._transcripts, array("i"), self._listed)

    def add(self, one: ItemSource) -> int:
        """Adds a source, and gives its number."""
        place = self._places.setdefault(one.places, len(self._listed))
        if place == len(self._listed):
            self._listed.append(one.places)
        return self.add_at(one.trial, one.transcript, place)

    def add_at(self, trial: str, transcript: str, place: int) -> int:
        """The same, where it has places that are known by number."""
        self._trials.append(trial)
        self._transcripts.append(transcript)
        self.place.append(place)
        return len(self._trials) - 1


class PacketItems(Sequence[PacketItem]):
    """The items of a packet as columns, an entry for each in the order of the packet; the record of
    one is made when it is asked for. A large study has hundreds of thousands.

    `twins` and `masked` have those items that have any, by number. `source` has the numbers of all
    sources (in `sources`), those of an item up to its entry in `ends`.
    """

    __slots__ = (
        "contents", "ends", "items", "masked", "phases", "positions", "source", "sources", "twins",
    )  # fmt: skip

    def __init__(
        self,
        *,
        items: TextColumn,
        positions: array[int],
        phases: list[str],
        contents: TextColumn,
        twins: dict[int, str],
        masked: dict[int, Masked],
        source: array[int],
        ends: array[int],
        sources: ItemSources,
    ) -> None:
        self.items, self.positions, self.phases, self.contents = items, positions, phases, contents
        self.twins, self.masked = twins, masked
        self.source, self.ends, self.sources = source, ends, sources

    @classmethod
    def of_parts(
        cls, parts: Iterable[Sequence[Iterable[Any]]], sources: ItemSources
    ) -> PacketItems:
        """Each part has a column for each field of a PacketItem; for `behind` these are numbers
        among the `sources`. Items are put in the order of positions.
        """
        found = cls(
            items=TextColumn(),
            positions=array("i"),
            phases=[],
            contents=TextColumn(),
            twins={},
            masked={},
            source=array("i"),
            ends=array("i", [0]),
            sources=sources,
        )
        for items, positions, phases, contents, twins, behind, masked in parts:
            found.twins.update((at, one) for at, one in enumerate(twins, len(found)) if one)
            found.masked.update((at, one) for at, one in enumerate(masked, len(found)) if one)
            found.items.extend(items)
            found.positions.extend(positions)
            found.phases.extend(phases)
            found.contents.extend(contents)
            numbers = list(behind)
            found.source.extend(chain.from_iterable(numbers))
            found.ends.extend(accumulate(map(len, numbers), initial=found.ends.pop()))
        order = sorted(range(len(found)), key=found.positions.__getitem__)
        if order != [*range(len(found))]:
            found._sort(order)
        return found

    def _sort(self, order: Sequence[int]) -> None:
        """Puts what stands at these places in their order."""
        if all(map(eq, self.ends, range(len(self.ends)))):  # the usual one: each has one source
            self.source = array("i", map(self.source.__getitem__, order))
        else:
            behind = list(map(self._numbers, order))
            self.source = array("i", chain.from_iterable(behind))
            self.ends = array("i", accumulate(map(len, behind), initial=0))
        self.items, self.contents = self.items.take(order), self.contents.take(order)
        self.positions = array("i", map(self.positions.__getitem__, order))
        self.phases = list(map(self.phases.__getitem__, order))
        few = self.twins.keys() | self.masked.keys()
        places = {at: place for place, at in enumerate(order) if at in few}
        self.twins = {places[at]: twin for at, twin in self.twins.items()}
        self.masked = {places[at]: one for at, one in self.masked.items()}

    @classmethod
    def of(cls, items: Sequence[PacketItem]) -> PacketItems:
        """The columns of these items."""
        if isinstance(items, PacketItems):
            return items
        sources = GrowingSources()
        columns = [[getattr(one, name) for one in items] for name in PacketItem.__match_args__]
        columns[5] = [list(map(sources.add, behind)) for behind in columns[5]]
        return cls.of_parts([columns], sources)

    def _numbers(self, at: int) -> array[int]:
        return self.source[self.ends[at] : self.ends[at + 1]]

    def behind(self, at: int) -> tuple[ItemSource, ...]:
        """The sources of an item, by its number."""
        return tuple(map(self.sources.__getitem__, self._numbers(at)))

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[PacketItem]:
        return map(self.__getitem__, range(len(self)))

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
            self.twins.get(place, ""), self.behind(place), self.masked.get(place, ()),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))


def _packets(
    connection: Connection, query: Select[Any], *, bare: Container[str] = ()
) -> Iterator[PacketRecord]:
    stored = _StoredSources()
    # As they are stored: of these columns only the last two can hold a character that was escaped.
    names = ("item", "position", "phase", "content", "twin", "behind", "masked")
    columns = [type_coerce(packet_items.c[name], NullType()) for name in names]
    for row in connection.execute(query).mappings().all():
        if row["packet"] in bare:
            yield PacketRecord(**{**row, "items": ()})
            continue
        wanted = packet_items.c.packet == row["packet"]
        mine = select(*columns).where(as_stored(connection, packet_items, wanted))
        # A few rows at a time: the source of an item is a thousand characters.
        result = connection.execute(mine, execution_options={"yield_per": _AT_ONCE})
        parts = (
            (
                ids,
                positions,
                map(intern, phases),
                hashes,
                twins,
                map(stored.numbers, behind),
                [() if one == "[]" else _masked(unescape(one)) for one in masked],
            )
            for some in result.partitions()
            for ids, positions, phases, hashes, twins, behind, masked in [zip(*some)]  # noqa: B905
        )
        yield PacketRecord(**{**row, "items": PacketItems.of_parts(parts, stored.sources)})


class _StoredSources:
    """Reads the sources of items. Most have one trial, which each coder has, and most trials have
    the same places: one copy of each will do.
    """

    def __init__(self) -> None:
        self.sources = GrowingSources()
        self.place: dict[str, int] = {}
        """The number of places by how they are stored."""
        self.by_trial: dict[str, int] = {}

    def numbers(self, stored: str) -> Sequence[int]:
        """The numbers of the sources of an item, out of what is stored."""
        if stored == "[]":
            return ()
        # '[["TRIAL", "TRANSCRIPT", [[1, 0, "PLACE"], ...]]]'
        start, trial, comma, transcript, *rest = stored.split('"', 4)
        sources, place = self.sources, self.place.get(rest[0])
        if start != "[[" or comma != ", " or place is None:
            found = [sources.add(one) for one in _behind(unescape(stored))]
            if len(found) == 1:
                self.place[rest[0]] = sources.place[found[0]]
            return found
        number = self.by_trial.get(trial)
        if (
            number is None
            or sources.place[number] != place
            or sources.transcripts[number] != transcript
        ):
            number = self.by_trial[trial] = sources.add_at(trial, intern(transcript), place)
        return (number,)


def _behind(text: str) -> tuple[ItemSource, ...]:
    return tuple(
        ItemSource(
            intern(trial),
            intern(transcript),
            tuple((int(question), int(session), intern(str(at))) for question, session, at in told),
        )
        for trial, transcript, told in json.loads(text)
    )


def _masked(text: str) -> Masked:
    return tuple((int(line), str(was)) for line, was in json.loads(text))
