"""Words that are drawn: how broad they are, in how many lines they fit, and what is cut.

A name may be anything and any length. It is made visible, broken where a reader would break it, and
cut in the middle where there is no more room, since names of models differ at both ends. The table
beneath each figure has it whole.
"""

from __future__ import annotations

import re

from renderers.figures.drawing.letters import advance
from renderers.report.hidden import shown

CUT = "…"
_MOST = 400
_BREAKS = re.compile(r"(?<=[\s/,:;_-])(?=\S)")


def plain(text: str) -> str:
    """The text in one line, with nothing hidden in it."""
    if len(text) > 2 * _MOST:
        text = text[:_MOST] + CUT + text[-_MOST:]
    return " ".join(shown(text).split())


def breadth(text: str, size: float, *, bold: bool = False) -> float:
    """How many pixels a line of text takes."""
    return sum(advance(character, bold=bold) for character in text) * size


def fitted(text: str, room: float, size: float, *, lines: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines, none broader than `room` pixels."""
    found: list[str] = []
    line = ""
    for piece in _pieces(plain(text), room, size, bold=bold):
        if line and breadth((line + piece).rstrip(), size, bold=bold) > room:
            found.append(line.rstrip())
            line = ""
        line += piece
    found.append(line.rstrip())
    if len(found) <= lines:
        return found
    if lines == 1:
        return [shortened(plain(text), room, size, bold=bold)]
    rest = "".join(_pieces(plain(text), room, size, bold=bold))
    for kept in found[: lines - 1]:
        rest = rest[rest.index(kept) + len(kept) :].lstrip()
    return [*found[: lines - 1], shortened(rest, room, size, bold=bold)]


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text in one line; where it is too broad its middle is left out."""
    if breadth(text, size, bold=bold) <= room:
        return text
    shown = len(text) - 1
    while shown > 2:
        head = -(-shown * 3 // 5)
        cut = text[:head].rstrip() + CUT + text[len(text) - (shown - head) :].lstrip()
        if breadth(cut, size, bold=bold) <= room:
            return cut
        shown -= 1
    return CUT


def _pieces(text: str, room: float, size: float, *, bold: bool) -> list[str]:
    """The text in the pieces that stay together; a piece broader than a line is divided."""
    pieces: list[str] = []
    for piece in _BREAKS.split(text):
        rest = piece
        while breadth(rest.rstrip(), size, bold=bold) > room and len(rest) > 1:
            fits = 1
            while breadth(rest[: fits + 1], size, bold=bold) <= room:
                fits += 1
            pieces.append(rest[:fits])
            rest = rest[fits:]
        pieces.append(rest)
    return pieces
