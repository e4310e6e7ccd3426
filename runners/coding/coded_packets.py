"""Packets with what was collected of them: which count, and which may be looked at.

Everything is read from the log lines, or from the snapshot that is kept of a log, so that an
undo in a log is an undo in the scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from coders.adjudication.disagreements import Opinion
from coders.desk.log import Event, read_log
from coders.desk.state import ItemCodes, Judgement, LogState, replay
from coders.packets.shape import CoderKind, Phase
from dsl.record import replace
from dsl.words import and_list
from runners.coding.log_snapshots import (
    SCHEME,
    ItemStates,
    LogSnapshot,
    NewestTimes,
    Ways,
    is_imported,
    newest_of,
    unpacked,
)
from runners.store.coding_queries import LogEnd, PacketItems
from runners.store.records import PacketRecord
from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class CodedPacket:
    """A packet with what was collected of it.

    `newest` is when each item was judged last, by item; `imported` says that the codes came from a
    table. `events` are empty, and `state` is without moments, in a packet from `packets_standing`.
    """

    packet: PacketRecord
    state: LogState
    events: tuple[Event, ...]
    newest: Mapping[str, str]
    imported: bool
    failed: bool = False
    """Whether the coder failed every form of the calibration, after which nothing can be coded."""

    @property
    def columns(self) -> PacketItems:
        """The items as columns."""
        return columns_of(self.packet)

    def states(self) -> Iterator[ItemCodes | None]:
        """What stands for each item of the packet, in its order; None for one not shown."""
        ways, numbers = self.ways()
        return (None if number < 0 else ways[number] for number in numbers)

    def ways(self) -> tuple[Sequence[ItemCodes], Sequence[int]]:
        """The ways in which items were judged, and for each item of the packet, in its order, the
        number of its way; -1 for one not shown.
        """
        items, ids = self.state.items, self.columns.items
        if isinstance(items, ItemStates) and items.ids is ids:
            return items.ways, items.numbers
        numbers = {item: number for number, item in enumerate(items)}
        return list(items.values()), [numbers.get(item, -1) for item in ids]

    def state_of(self, at: int) -> ItemCodes:
        """What stands for an item, by its number in the packet; nothing yet for one not shown."""
        items, ids = self.state.items, self.columns.items
        if isinstance(items, ItemStates) and items.ids is ids:
            return items.state_of(at)
        return self.state.codes(ids[at])

    def judged_last(self, at: int) -> str:
        """When an item (by its number in the packet) was judged last; empty if it was not."""
        items = self.columns.items
        if isinstance(self.newest, NewestTimes) and self.newest.ids is items:
            return self.newest.times[at]
        return self.newest.get(items[at], "")

    def in_brief(self) -> CodedPacket:
        """Who coded, whether anything, what the study was taken to be about, and whether it was
        handed in: no more of items and codes.
        """
        some = dict.fromkeys(islice(self.state.items, 1), ItemCodes())
        whole = self.state
        state = LogState(some, locked=whole.locked, begun=whole.begun, hypothesis=whole.hypothesis)
        packet = replace(self.packet, items=())
        return CodedPacket(packet, state, self.events, {}, self.imported, self.failed)

    @property
    def locked(self) -> bool:
        """Whether the coder has handed in."""
        return self.state.locked

    @property
    def ended(self) -> bool:
        """Whether the coder can change nothing any more, so that nobody waits for this packet."""
        return self.locked or self.failed

    @property
    def kind(self) -> CoderKind:
        """Who coded it."""
        return CoderKind(self.packet.coder_kind)


def columns_of(packet: PacketRecord) -> PacketItems:
    """The items of a packet as columns."""
    from runners.store.coding_queries import PacketItems

    return PacketItems.of(packet.items)


def coded_packets(store: Store, study: str) -> tuple[CodedPacket, ...]:
    """The packets of a study with what was collected of each; oldest first. See `not_replaced`."""
    return not_replaced([coded_packet(store, packet) for packet in store.packets_of(study)])


def not_replaced(packets: Sequence[CodedPacket]) -> tuple[CodedPacket, ...]:
    """The packets without those that were replaced by a later one, which nobody waits for.

    A packet of which nothing was collected is replaced once later packets of its coder hold all of
    its trials. One that was begun and not handed in is replaced only when those are handed in;
    its codes then count nowhere. What was handed in stays, and so does a failed calibration.
    """
    given: dict[tuple[str, str], set[tuple[str, str]]] = {}
    ended: dict[tuple[str, str], set[tuple[str, str]]] = {}
    standing: list[CodedPacket] = []
    counts = Counter(map(_whose, packets))
    for coded in reversed(packets):
        if coded.kind is CoderKind.AUTOMATIC and not coded.state.items:
            continue  # one that models judged under their own names
        whose = _whose(coded)
        if counts[whose] == 1:
            # The usual one: there is no other to hold its hundred thousand trials against.
            if coded.locked or any(item.behind for item in coded.packet.items):
                standing.append(coded)
            continue
        later = ended if coded.state.items else given
        # Two sessions of one trial, of stores that were merged, are two things to code.
        trials = {(one.trial, one.transcript) for item in coded.packet.items for one in item.behind}
        if coded.ended or not trials <= later.setdefault(whose, set()):
            standing.append(coded)
        given.setdefault(whose, set()).update(trials)
        if coded.locked:
            ended.setdefault(whose, set()).update(trials)
    return tuple(reversed(standing))


def _whose(coded: CodedPacket) -> tuple[str, str]:
    return coded.packet.coder, coded.packet.coder_kind


def coded_packet(store: Store, packet: PacketRecord) -> CodedPacket:
    """A packet with what was collected of it."""
    # Rows and text of a long log are gigabytes: neither is held while the other is read.
    text = "".join(f"{code.line}\n" for code in store.codes_of(packet.packet))
    events = read_log(text, f"the log of {packet.coder} in {store.where}")
    state = replay(events)
    failed = failed_calibration(packet, state)
    return CodedPacket(packet, state, events, newest_of(state), is_imported(events), failed)


def packets_standing(store: Store, study: str) -> tuple[CodedPacket, ...]:
    """The packets of a study as `coded_packets` gives them, with the present judgements and not how
    they came about: no events, and judgements that do not say when they were made (see
    `LogSnapshot`). The hashes of their items' contents are left out.
    """
    ways: Ways = {}
    # To see that no line is new the database counts millions of them, and needs no interpreter for
    # that: two packets are looked at together, and snapshots are read meanwhile.
    with ThreadPoolExecutor(2) as threads:
        ends = {key: store.log_end(key) for key in store.packet_keys(study)}
        whole = {key: threads.submit(store.is_whole, key, end) for key, end in ends.items() if end}
        kept = {key: _snapshot(store, key, end, ways) for key, end in ends.items()}
    known = {key: one for key, one in kept.items() if one is not None and whole[key].result()}
    return not_replaced(
        [
            _standing(store, packet, known.get(packet.packet))
            for packet in store.each_packet_of(study, bare=known)
            # One that was handed out just now is nobody's yet.
            if packet.packet in kept
        ]
    )


def _snapshot(store: Store, packet: str, end: LogEnd | None, ways: Ways) -> LogSnapshot | None:
    body = None if end is None else store.snapshot_at(packet, end, SCHEME)
    return None if body is None else unpacked(body, ways)


def _standing(store: Store, packet: PacketRecord, kept: LogSnapshot | None) -> CodedPacket:
    """A packet with the snapshot of its log; where there is none (None), the log is read."""
    if kept is None:
        # The lines of a hundred thousand items are gigabytes, and are let go of.
        return replace(coded_packet(store, packet), events=())
    packet = replace(packet, items=kept.items)
    failed = failed_calibration(packet, kept.state)
    return CodedPacket(packet, kept.state, (), kept.newest, kept.imported, failed)


def failed_calibration(packet: PacketRecord, state: LogState) -> bool:
    """Whether the coder of a packet failed each of its calibration forms."""
    passed = {one.form: one.passed for one in state.gates}
    if not passed or any(passed.values()):
        return False
    return {Phase.GATE_A, Phase.GATE_B} & {*columns_of(packet).phases} <= passed.keys()


def who_failed(packets: Sequence[CodedPacket]) -> str:
    """Who failed the calibration, for the end of a sentence; empty if nobody did."""
    names = dict.fromkeys(one.packet.coder for one in packets if one.failed)
    return f": {and_list(tuple(names))} failed the calibration" if names else ""


HUMAN = frozenset({CoderKind.BLIND, CoderKind.AUTHOR})
"""People who code by themselves, not those who settle what others coded."""


def visible_packets(packets: Sequence[CodedPacket]) -> tuple[CodedPacket, ...]:
    """The packets that may be looked at: what a model judged stays hidden until every person who
    codes one of the same trials has handed in, so that nobody codes with its marks in mind.
    """
    if all(coded.kind is not CoderKind.AUTOMATIC for coded in packets):
        return tuple(packets)
    open_trials = {
        behind.trial
        for coded in packets
        if coded.kind in HUMAN and not coded.ended
        for item in coded.packet.items
        for behind in item.behind
    }
    return tuple(
        coded
        for coded in packets
        if coded.kind is not CoderKind.AUTOMATIC
        or not any(b.trial in open_trials for item in coded.packet.items for b in item.behind)
    )


def opinion(coder: str, judgement: Judgement, note: str = "") -> Opinion:
    """A judgement as it is compared with others, with the coder's note on it."""
    one = judgement
    return Opinion(coder, one.mark, one.flags, one.said, one.plain, note)
