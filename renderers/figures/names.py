"""Words that are drawn: how broad they are, in how many lines they fit, and what is cut.

A name may be anything and any length. It is made visible, broken where a reader would break it, and
cut in the middle where there is no more room, since names of models differ at both ends. The table
beneath each figure has it whole.
"""

from __future__ import annotations

import re
from functools import cache

from renderers.report.hidden import shown

FACE = "DejaVu Sans"
"""It comes with matplotlib, so every computer has it."""

CUT = "…"
_BOLD = 1.11
_MOST = 400
_BREAKS = re.compile(r"(?<=[\s/,:;_-])(?=\S)")


def plain(text: str) -> str:
    """The text in one line, with nothing hidden in it."""
    if len(text) > 2 * _MOST:
        text = text[:_MOST] + CUT + text[-_MOST:]
    return " ".join(shown(text).split())


def drawable(text: str) -> bool:
    """Whether the face that is drawn with has every character."""
    return all(ord(character) in _characters() for character in text)


def breadth(text: str, size: float, *, bold: bool = False) -> float:
    """How many pixels a line of text takes."""
    return sum(map(_advance, text)) * size * (_BOLD if bold else 1)


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


@cache
def _advance(character: str) -> float:
    """How broad a character is, in parts of the size."""
    if ord(character) not in _characters():
        return 1.0
    from matplotlib.font_manager import get_font

    font = get_font(_face())
    font.set_size(1000, 72)
    font.set_text(character)
    glyph = font.load_char(ord(character))
    return float(glyph.linearHoriAdvance) / 65536 / 1000


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import get_font

    return frozenset(get_font(_face()).get_charmap())


@cache
def _face() -> str:
    from matplotlib.font_manager import FontProperties, findfont

    return str(findfont(FontProperties(family=FACE), fallback_to_default=True))
