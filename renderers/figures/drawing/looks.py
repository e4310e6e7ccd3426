"""How participants are distinguished in a drawing: by colour and by shape, so that neither is
alone.

Colours are those of Okabe and Ito (2008, https://jfly.uni-koeln.de/color/), which people with any
colour vision tell apart; their yellow is left out, being hardly seen on white. Every mark has a
dark edge, since sky blue and orange alone are too pale for one. After seven the shapes move on by
one against the colours, which is good for 49.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

INK, QUIET, FAINT, GROUND = "#1a1a1a", "#595959", "#949494", "#e4e4e4"
"""Of words and marks, of words of less weight, of axes, and of lines that guide the eye."""

GUESSING = "#d55e00"
DRAWS = "#0072b2"

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#1a1a1a")
SHAPES = ("o", "s", "^", "D", "v", "P", "X")
"""Matplotlib's names of: circle, square, triangle, diamond, triangle down, plus, cross."""


@dataclass(frozen=True, slots=True)
class Look:
    """A colour and a shape."""

    colour: str
    shape: str


def look(number: int) -> Look:
    """The look of the participant with this number, from 0."""
    turn = number // len(COLOURS)
    return Look(COLOURS[number % len(COLOURS)], SHAPES[(number + turn) % len(SHAPES)])


def looks(names: Iterable[str]) -> dict[str, Look]:
    """A look for every different name, in the order in which they come."""
    return {name: look(number) for number, name in enumerate(dict.fromkeys(names))}
