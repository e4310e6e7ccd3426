"""Words of a drawing: how broad they are, and how they are written as SVG.

They are text in the face DejaVu Sans, or Verdana, which is as broad; where a computer has neither
it takes a face of its own, and most are narrower. Outlines of letters were rejected: they were two
thirds of a drawing, and nobody can correct a word in a drawing that was saved.

Breadths are those of DejaVu Sans, which comes with matplotlib, so that a study is drawn in the same
way on every computer.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import escape

from renderers.figures.drawing.panel import short

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
