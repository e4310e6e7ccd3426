"""Draws the pictures of `equal_lines.dev` anew: two lines with fins, black on white.

    python additions/pictures/draw.py       writes the four PNGs beside this file

The files are made byte for byte by what stands here, without a library that might compress them in
another way tomorrow: their bytes are part of what the procedure is.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

WIDTH, HEIGHT = 320, 160
ABOVE, BELOW = 50, 110
FIN = 18
EVEN, LONGER = 140, 172

FIGURES: dict[str, tuple[tuple[int, int, bool], ...]] = {
    "equal_fins_out_above.png": ((ABOVE, EVEN, True), (BELOW, EVEN, False)),
    "equal_fins_out_below.png": ((ABOVE, EVEN, False), (BELOW, EVEN, True)),
    "longer_below.png": ((ABOVE, EVEN, True), (BELOW, LONGER, False)),
    "longer_above.png": ((ABOVE, LONGER, False), (BELOW, EVEN, True)),
}
"""For each figure its two lines: height, length, and whether the fins point away from the line."""


def drawing(lines: tuple[tuple[int, int, bool], ...]) -> bytes:
    """A figure as a PNG of one bit for each point."""
    ink = [[False] * WIDTH for _ in range(HEIGHT)]

    def dot(x: int, y: int) -> None:
        for dx in (0, 1):
            for dy in (0, 1):
                ink[y + dy][x + dx] = True

    for y, length, out in lines:
        left, right = (WIDTH - length) // 2, (WIDTH + length) // 2
        for x in range(left, right + 1):
            dot(x, y)
        for step in range(FIN + 1):
            away = step if out else -step
            for end, x in ((left, left - away), (right, right + away)):
                assert 0 <= x < WIDTH - 1, end
                dot(x, y - step)
                dot(x, y + step)
    return _png(ink)


def _png(ink: list[list[bool]]) -> bytes:
    rows = b"".join(b"\0" + _packed(row) for row in ink)
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 1, 0, 0, 0, 0)
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + b"".join(
        _chunk(*chunk) for chunk in ((b"IHDR", head), (b"IDAT", _stored(rows)), (b"IEND", b""))
    )


def _packed(row: list[bool]) -> bytes:
    """Eight points to a byte, the first in the highest bit; white is 1."""
    bits = "".join("0" if black else "1" for black in row)
    return int(bits, 2).to_bytes(len(row) // 8, "big")


def _stored(data: bytes) -> bytes:
    """The data in zlib's frame, as one block that is not compressed."""
    size = struct.pack("<HH", len(data), len(data) ^ 0xFFFF)
    return b"\x78\x01\x01" + size + data + struct.pack(">I", zlib.adler32(data))


def _chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def main() -> None:
    """Write every figure."""
    for name, lines in FIGURES.items():
        Path(__file__).with_name(name).write_bytes(drawing(lines))


if __name__ == "__main__":
    main()
