"""The pictures of a packet: which speech shows which, by the hash of its bytes; a line each.

A coder sees a picture on request, in a program of their own, so its bytes are in the packet, once
each, as they were sent. A file's name could tell the condition, and is not there. A line of a
picture is read and passed over by tools that know of none.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping

from coders.packets.shape import Line, Packet, PacketUnusable
from dsl.files.pictures import LARGEST, digest_of, media_type_of

SEALED = "picture"
"""By what name a line with a picture is sealed."""

MOST_IN_PACKET = 100 * 2**20
"""So many bytes the pictures of a packet have together: 100 MB, which can still be sent to a coder
and read within some seconds."""


class BadPicture(ValueError):
    """A line that holds no picture; the text says why."""


def numbered_pictures(lines: Iterable[Line]) -> dict[str, int]:
    """The number of each picture that these lines show, from 1, by its hash."""
    shown = dict.fromkeys(digest for line in lines for digest in line.pictures)
    return {digest: number for number, digest in enumerate(shown, start=1)}


def pictures_of(packet: Packet, known: Mapping[str, bytes]) -> dict[str, bytes]:
    """The bytes of all pictures that a packet's lines show, by their hashes, in the order of the
    hashes, which tells nothing. Raises PacketUnusable where they are too many.
    """
    every = (*(item.lines for item in packet.items), *packet.stories.values())
    shown = {digest for lines in every for line in lines for digest in line.pictures}
    found = {digest: known[digest] for digest in sorted(shown)}
    if (total := sum(map(len, found.values()))) > MOST_IN_PACKET:
        raise PacketUnusable(
            f"the pictures of {packet.header.coder}'s packet have {total / 2**20:,.0f} MB "
            f"together, and a packet holds at most {MOST_IN_PACKET >> 20}",
            "give each coder fewer trials (--share, --each or --only), or add --without-pictures: "
            "coders then read the descriptions alone",
        )
    return found


def line_of(digest: str, data: bytes) -> dict[str, object]:
    """A picture as a line of a packet."""
    box = base64.b64encode(data).decode("ascii")
    return {"sealed": SEALED, "sha256": digest, "box": box}


def read_picture(found: Mapping[str, object], before: Iterable[bytes]) -> tuple[str, bytes]:
    """The hash and the bytes of a line, after the pictures `before` it. Raises BadPicture for what
    is no picture, is too large, or has another hash than it says.
    """
    box, digest = str(found["box"]), str(found["sha256"])
    if len(box) > -(-LARGEST // 3) * 4:
        raise BadPicture(f"a picture of more than {LARGEST / 2**20:.2f} MB")
    try:
        data = base64.b64decode(box, validate=True)
    except binascii.Error as fault:
        raise BadPicture("a picture that is cut off") from fault
    if media_type_of(data) is None:
        raise BadPicture("a picture that is no PNG, JPEG, GIF or WEBP")
    if digest_of(data) != digest:
        raise BadPicture("a picture with another hash than the line says")
    if len(data) + sum(map(len, before)) > MOST_IN_PACKET:
        raise BadPicture(f"more than {MOST_IN_PACKET >> 20} MB of pictures")
    return digest, data
