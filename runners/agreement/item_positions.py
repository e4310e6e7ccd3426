"""Which item of a packet a question of a trial was, and when its coder had it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from coders.packets.shape import CoderKind, View
from coders.statistics.ratings import NOT_RATED
from dsl.trial import Place

if TYPE_CHECKING:
    from runners.coding.coded_packets import CodedPacket
    from runners.coding.coded_trials import CodedTrial

PACKET_APART = 1_000_000
"""Orders go on from one packet of a coder to the next: each has so many to itself."""


def by_coder(
    packets: Iterable[CodedPacket],
) -> dict[tuple[str, CoderKind], list[CodedPacket]]:
    """The packets of each coder, a column each."""
    found: dict[tuple[str, CoderKind], list[CodedPacket]] = {}
    for packet in packets:
        found.setdefault((packet.packet.coder, packet.kind), []).append(packet)
    return found


class ItemPositions:
    """Which item of content view a question of a trial was, and the position of every item."""

    def __init__(self, packets: Sequence[CodedPacket]) -> None:
        self.first: dict[str, int] = {}
        self.positions: dict[tuple[str, str], int] = {}
        self.of_place: dict[tuple[str, str, Place], str] = {}
        for mine in by_coder(packets).values():
            for number, coded in enumerate(mine):
                self.first[coded.packet.packet] = number * PACKET_APART
        for packet in (coded.packet for coded in packets):
            if packet.view != View.CONTENT:
                continue
            for item in packet.items:
                self.positions[packet.packet, item.item] = self.first[packet.packet] + item.position
                if item.twin:
                    continue
                for behind in item.behind:
                    for _, session, place in behind.places:
                        self.of_place[packet.packet, behind.trial, (session, place)] = item.item

    def item(self, coded: CodedTrial, place: Place) -> str:
        """The item in which a question of a trial was judged."""
        return self.of_place.get((coded.packet, coded.trial, place), coded.item)

    def items(self, coded: CodedTrial) -> list[str]:
        """The items that a trial was judged in."""
        if coded.view is not View.CONTENT:
            return [coded.item] if coded.judgements else []
        return sorted({self.item(coded, place) for place in coded.judgements})

    def position(self, coded: CodedTrial, item: str) -> int:
        """The position of an item among all that its coder had."""
        if item == coded.item:
            return self.first[coded.packet] + coded.shown.position
        return self.positions.get((coded.packet, item), NOT_RATED)

    def first_position(self, coded: CodedTrial) -> int:
        """The position of a trial; of one that was judged in several items, that of the first."""
        if coded.view is not View.CONTENT:
            return self.position(coded, coded.item)
        each = (self.position(coded, item) for item in self.items(coded))
        return min(each, default=NOT_RATED)
