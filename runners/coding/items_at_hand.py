"""The items of packets as their coders saw them, for those who settle what coders disagree on.

They come from the packets' own files: what was coded is what is shown, to the letter. The store
keeps only their content hashes, against which each item is held.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from coders.packets.file import packet_at
from coders.packets.shape import Item, PacketUnusable
from runners.store.rows import KeptPacket


def items_in(folder: Path, packets: Iterable[KeptPacket]) -> dict[tuple[str, str], Item]:
    """The items of these packets by (packet, item), as far as their files lie in `folder`.

    A file that is no packet, or of another study, is passed over; an item that is not as it was
    packed is left out.
    """
    kept = {(packet.packet, item.item): item.content for packet in packets for item in packet.items}
    wanted = {packet for packet, _ in kept}
    found: dict[tuple[str, str], Item] = {}
    for path in sorted(folder.glob("*.packet.jsonl")) if folder.is_dir() else ():
        try:
            packet = packet_at(path)
        except PacketUnusable:
            continue
        name = packet.header.packet
        if name not in wanted:
            continue
        for item in packet.main:
            if kept.get((name, item.id)) == item.content:
                found[name, item.id] = item
    return found
