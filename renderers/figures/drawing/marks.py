"""The marks that drawings are made of: means, intervals, draws, guessing, what was published.

Each takes a list, so that marks of one look are one path in the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from renderers.figures.drawing.looks import DRAWS, GROUND, GUESSING, INK, Look
from renderers.figures.drawing.packing import packed
from renderers.figures.drawing.panel import Panel, Spot

_LARGER = {"o": 1.0, "s": 0.92, "^": 1.1, "D": 0.86, "v": 1.1, "P": 1.1, "X": 1.1}
"""By how much a shape is drawn larger, so that all weigh about the same."""


def means(
    panel: Panel, spots: Sequence[Spot], look: Look, *, size: float = 9, hollow: bool = False
) -> None:
    """Means; `hollow` ones are of another weighting."""
    panel.shapes(
        spots,
        look.shape,
        size=size * _LARGER[look.shape],
        fill="white" if hollow else look.colour,
        edge=look.colour if hollow else INK,
        edge_width=1.6 if hollow else 0.8,
        over=3.5 if hollow else 4,
    )


def intervals(
    panel: Panel, spans: Sequence[tuple[float, float, float]], *, upright: bool = False
) -> None:
    """Intervals (low, high, place on the other scale) as lines with ends."""
    ends = [(end, place) for low, high, place in spans for end in (low, high)]
    lines = [((low, place), (high, place)) for low, high, place in spans]
    if upright:
        ends = [(y, x) for x, y in ends]
        lines = [((y, x), (b, a)) for (x, y), (a, b) in lines]
    panel.strokes(lines, colour=INK, width=1.6)
    panel.shapes(ends, "_" if upright else "|", size=7, fill=INK, edge=INK, edge_width=1.6, over=3)


def levels(panel: Panel, spans: Sequence[tuple[float, float, float]]) -> None:
    """What was published, on a scale that runs upwards: lines (left, right, height)."""
    panel.strokes(
        [((left, y), (right, y)) for left, right, y in spans], colour=INK, width=2.4, over=2.5
    )


def ticks(panel: Panel, spots: Sequence[Spot], *, length: float) -> None:
    """What was published, on a scale that runs to the right: upright ticks around the spots,
    `length` in the units of the vertical scale.
    """
    panel.strokes(_upright(spots, length), colour=INK, width=2.6, over=2.5)


def guesses(panel: Panel, spots: Sequence[Spot], *, length: float) -> None:
    """Where guessing gets."""
    panel.strokes(_upright(spots, length), colour=GUESSING, width=1.7, dashes=(2.2, 1.5), over=2.5)


def limit(panel: Panel, ends: tuple[Spot, Spot]) -> None:
    """As far as guessing gets, where that is a line from one place to another."""
    panel.strokes([ends], colour=GUESSING, width=1.7, dashes=(2.2, 1.5), over=1)


def _upright(spots: Sequence[Spot], length: float) -> list[tuple[Spot, Spot]]:
    return [((x, y - length / 2), (x, y + length / 2)) for x, y in spots]


def guides(
    panel: Panel, places: Sequence[float], ends: tuple[float, float], *, upright: bool = False
) -> None:
    """Faint lines across the panel at the ticks of its scale; `upright`: the scale runs upwards."""
    low, high = ends
    panel.strokes(
        [((low, one), (high, one)) if upright else ((one, low), (one, high)) for one in places],
        colour=GROUND,
        over=0,
    )


def draws(
    panel: Panel,
    rows: Sequence[tuple[Sequence[float], float]],
    *,
    unit: float,
    room: float,
    low: float,
) -> None:
    """Every draw of each row as a dot: rows are their values and the height that these are on, of
    a scale that runs downwards in pixels; `unit` pixels are one on the other scale, which begins
    at `low`.
    """
    by_size: dict[float, list[tuple[float, float, float]]] = {}
    for values, ground in rows:
        found = packed(
            [(value - low) * unit for value in values],
            room=room,
            widest=min(0.45 * unit, 26),
            largest=5,
            step=max(unit / 40, 1.5),
        )
        by_size.setdefault(found.size, []).extend(
            (low + first / unit, low + last / unit, ground - height)
            for first, last, height in found.runs
        )
    for size, runs in by_size.items():
        _runs(panel, runs, size=size, unit=unit)


def dots(panel: Panel, spots: Sequence[Spot], *, size: float, unit: float = 1) -> None:
    """Dots of so many pixels."""
    _runs(panel, [(x, x, y) for x, y in spots], size=size, unit=unit)


def _runs(
    panel: Panel, runs: Sequence[tuple[float, float, float]], *, size: float, unit: float
) -> None:
    """Dots, and rows of them, (first, last, height), all in one path: a stroke of almost no length
    with round ends is a dot.
    """
    panel.strokes(
        [((first, y), (max(last, first + 0.01 / unit), y)) for first, last, y in runs],
        colour=DRAWS,
        width=0.9 * size,
        over=2,
        rounded=True,
    )
