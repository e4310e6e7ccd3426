"""Words as outlines, each letter written once in a drawing and each word that comes back, too.

The face is DejaVu Sans, which comes with matplotlib, so that every computer has it. Outlines of
letters are kept for all drawings of a process. Letters follow each other by their breadth alone,
without kerning, so that words are as broad as they were reckoned to be.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import escape

from renderers.figures.panel import short

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

EM = 640
"""Units of an outline to the size of its words: far finer than any screen."""

_SIZE = 100
"""Pixels at which outlines are read."""

_STEPS = {1: ("M", 1), 2: ("L", 1), 3: ("Q", 2), 4: ("C", 3)}
"""The codes of a path: the letter that SVG has for each, and how many points it takes."""


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
def characters() -> frozenset[int]:
    """What the face has letters for."""
    return frozenset(_face(bold=False).get_charmap()) & frozenset(_face(bold=True).get_charmap())


def drawable(text: str) -> bool:
    """Whether the face has every character."""
    return all(ord(character) in characters() for character in text)


@cache
def advance(character: str, *, bold: bool) -> float:
    """How broad a character is, in parts of the size; one that the face lacks may be as broad as
    it is high.
    """
    return _letter(character, bold=bold)[1] / EM if ord(character) in characters() else 1.0


@cache
def _letter(character: str, *, bold: bool) -> tuple[str, float]:
    """The outline of a letter, as the path of an SVG, and its breadth, in units."""
    font = _face(bold=bold)
    font.set_size(_SIZE, 72)
    from matplotlib.ft2font import LoadFlags

    glyph = font.load_char(ord(character), flags=LoadFlags.NO_HINTING)
    points, codes = font.get_path()
    scale = EM / _SIZE
    parts: list[str] = []
    at = 0
    while at < len(codes):
        letter, takes = _STEPS.get(int(codes[at]), ("z", 1))
        numbers = (
            ""
            if letter == "z"
            else " ".join(
                f"{round(x * scale)} {round(y * scale)}" for x, y in points[at : at + takes]
            )
        )
        parts.append(letter + numbers)
        at += takes
    return "".join(parts), glyph.linearHoriAdvance / 65536 * scale


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
    """The words as SVG, with the outlines of the letters that are in them."""
    lines = [one for one in words if drawable(one.text)]
    letters = sorted({(one.bold, letter) for one in lines for letter in one.text})
    outlines = "".join(
        f'<path id="{_id(letter, bold)}" d="{_letter(letter, bold=bold)[0]}"/>'
        for bold, letter in letters
        if letter != " "
    )
    often = Counter((one.text, one.bold) for one in lines)
    known: dict[tuple[str, bool], str] = {}
    found = [f"<defs>{outlines}</defs>"] if outlines else []
    for one in words:
        same = (one.text, one.bold)
        if same not in often:
            found.append(_set_elsewhere(one))
        elif same in known:
            found.append(f'<use href="#{known[same]}"{_placed(one)}/>')
        elif often[same] > 1:
            known[same] = f"w{len(known)}"
            found.append(f'<g{_placed(one)}><g id="{known[same]}">{_row(one)}</g></g>')
        else:
            found.append(f"<g{_placed(one)}>{_row(one)}</g>")
    return "".join(found)


def _id(letter: str, bold: bool) -> str:
    return f"{'b' if bold else 'l'}{ord(letter):x}"


def _row(one: Label) -> str:
    """The letters of a line, one after another, in units."""
    found: list[str] = []
    x = 0.0
    for letter in one.text:
        if letter != " ":
            place = f' x="{round(x)}"' if x else ""
            found.append(f'<use href="#{_id(letter, one.bold)}"{place}/>')
        x += _letter(letter, bold=one.bold)[1]
    return "".join(found)


def _placed(one: Label) -> str:
    """Where a line goes. Letters have their heights upwards, a drawing downwards."""
    broad = sum(advance(letter, bold=one.bold) for letter in one.text) * one.size
    before = {"start": 0.0, "middle": broad / 2, "end": broad}[one.side]
    x, y = (one.x, one.y + before) if one.turned else (one.x - before, one.y)
    turn = "rotate(-90)" if one.turned else ""
    scale = f"{one.size / EM:.6f}".rstrip("0")
    return (
        f' transform="translate({short(x)} {short(y)}){turn}scale({scale} -{scale})"'
        f' fill="{one.colour}"'
    )


def _set_elsewhere(one: Label) -> str:
    """Words with characters that the face lacks: set by whoever shows the drawing, in a face of
    theirs.
    """
    weight = ' font-weight="bold"' if one.bold else ""
    turn = f' transform="rotate(-90 {short(one.x)} {short(one.y)})"' if one.turned else ""
    return (
        f'<text x="{short(one.x)}" y="{short(one.y)}" font-size="{one.size:g}" '
        f'font-family="sans-serif" fill="{one.colour}" text-anchor="{one.side}"{weight}{turn}>'
        f"{escape(one.text)}</text>"
    )
