"""The text of a packet's file, which devrun writes line by line."""

from __future__ import annotations

from coders.packets.file import packet_lines
from coders.packets.shape import Packet


def packet_text(packet: Packet) -> str:
    """All lines."""
    return "".join(packet_lines(packet))
