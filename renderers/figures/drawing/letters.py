"""Words of a drawing: how broad they are, in how many lines they fit, what is cut, and how they are
written as SVG.

They are text in the face DejaVu Sans, or Verdana, which is as broad; where a computer has neither
it takes a face of its own, and most are narrower. Outlines of letters were rejected: they were two
thirds of a drawing, and nobody can correct a word in a drawing that was saved.

Breadths are those of DejaVu Sans, which comes with matplotlib, so that a study is drawn in the same
way on every computer.

A name may be anything and any length. It is made visible, broken where a reader would break it, and
cut in the middle where there is no more room, since names of models differ at both ends. The table
beneath each figure has it whole.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import escape

from renderers.figures.drawing.panel import short
from renderers.report.hidden import shown

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font


FACES = "DejaVu Sans,Verdana,sans-serif"

_SIZE = 100
"""Pixels at which breadths are read."""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of words. `y` is the baseline, `side` is start, middle or end: what of the line is
    at `x`. `turned` words run upwards.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    side: str
    bold: bool
    turned: bool = False


@cache
def advance(character: str, *, bold: bool) -> float:
    """How broad a character is, in parts of the size; one that the face lacks may be as broad as
    it is high.
    """
    font = _face(bold=bold)
    from matplotlib.ft2font import LoadFlags

    if not font.get_char_index(ord(character)):
        return 1.0
    font.set_size(_SIZE, 72)
    letter = font.load_char(ord(character), flags=LoadFlags.NO_HINTING)
    return float(letter.linearHoriAdvance) / 65536 / _SIZE


@cache
def _face(*, bold: bool) -> FT2Font:
    """The face. Matplotlib's log stays silent: that somebody's settings file is wrong, or a home
    read-only, is no news of the study's.
    """
    log = logging.getLogger("matplotlib")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        from matplotlib import get_data_path
        from matplotlib.ft2font import FT2Font
    finally:
        log.setLevel(before)
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return FT2Font(str(Path(get_data_path(), "fonts", "ttf", name)))


def spelled(words: Sequence[Label]) -> str:
    """The words as SVG, those that look the same together."""
    groups: dict[tuple[object, ...], list[Label]] = {}
    for one in words:
        groups.setdefault((one.size, one.colour, one.side, one.bold), []).append(one)
    found = "".join(f"<g{_looks(own[0])}>{''.join(map(_line, own))}</g>" for own in groups.values())
    return f'<g font-family="{FACES}">{found}</g>' if found else ""


def _looks(one: Label) -> str:
    side = "" if one.side == "start" else f' text-anchor="{one.side}"'
    weight = ' font-weight="bold"' if one.bold else ""
    return f' font-size="{one.size:g}" fill="{one.colour}"{side}{weight}'


def _line(one: Label) -> str:
    x, y = short(one.x), short(one.y)
    turn = f' transform="rotate(-90 {x} {y})"' if one.turned else ""
    return f'<text x="{x}" y="{y}"{turn}>{escape(one.text)}</text>'


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
