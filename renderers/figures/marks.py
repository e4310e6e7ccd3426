"""The marks that drawings are made of: means, intervals, draws, guessing, what was published.

Each takes a list, since matplotlib is slow by the call and not by the mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from renderers.figures.looks import DRAWS, GUESSING, INK, Look
from renderers.figures.packing import packed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Spot = tuple[float, float]
"""(x, y)"""
_EDGE = "#1a1a1a"
_LARGER = {"o": 1.0, "s": 0.92, "^": 1.1, "D": 0.86, "v": 1.1, "P": 1.1, "X": 1.1}
"""By how much a shape is drawn larger, so that all weigh about the same."""


def means(
    axes: Axes, spots: Sequence[Spot], look: Look, *, size: float = 9, hollow: bool = False
) -> None:
    """Means; `hollow` ones are of another weighting."""
    if spots:
        axes.plot(
            [x for x, _ in spots],
            [y for _, y in spots],
            linestyle="none",
            marker=look.shape,
            markersize=size * _LARGER[look.shape],
            markerfacecolor="white" if hollow else look.colour,
            markeredgecolor=look.colour if hollow else _EDGE,
            markeredgewidth=1.6 if hollow else 0.8,
            clip_on=False,
            zorder=4 if not hollow else 3.5,
        )


def intervals(
    axes: Axes,
    spans: Sequence[tuple[float, float, float]],
    *,
    upright: bool = False,
    end: float = 3.5,
    width: float = 1.6,
) -> None:
    """Intervals (low, high, place on the other axis) as lines with ends of so many pixels."""
    if not spans:
        return
    low, high, place = ([one[part] for one in spans] for part in range(3))
    draw = axes.vlines if upright else axes.hlines
    draw(place, low, high, colors=INK, linewidth=width, zorder=3, clip_on=False)
    axes.plot(
        [*place, *place] if upright else [*low, *high],
        [*low, *high] if upright else [*place, *place],
        linestyle="none",
        marker="_" if upright else "|",
        markersize=2 * end,
        markeredgecolor=INK,
        markeredgewidth=width,
        zorder=3,
        clip_on=False,
    )


def ticks(
    axes: Axes,
    spots: Sequence[Spot],
    *,
    length: float,
    colour: str = INK,
    width: float = 2,
    dashed: bool = False,
) -> None:
    """Upright ticks, `length` in the units of the vertical axis, their middle at the spot."""
    if spots:
        axes.vlines(
            [x for x, _ in spots],
            [y - length / 2 for _, y in spots],
            [y + length / 2 for _, y in spots],
            colors=colour,
            linewidth=width,
            linestyles=(0, (2.2, 1.5)) if dashed else "solid",
            zorder=2.5,
            clip_on=False,
        )


def guesses(axes: Axes, spots: Sequence[Spot], *, length: float) -> None:
    """Where guessing gets."""
    ticks(axes, spots, length=length, colour=GUESSING, width=1.7, dashed=True)


def draws(
    axes: Axes, values: Sequence[float], ground: float, *, unit: float, room: float, low: float
) -> None:
    """Every draw as a dot, standing on the height `ground` of an axis that runs downwards in
    pixels; `unit` pixels are one on the scale, which begins at `low`.
    """
    if not values:
        return
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    found = packed(
        [(value - low) * unit for value in values],
        room=room,
        widest=max(0.45 * unit, 6) if unit < 60 else 26,
        largest=6,
        step=max(unit / 20, 1.5) if unit < 60 else unit / 40,
    )
    corners: list[Spot] = []
    for x, y in found.spots:
        at = (low + x / unit, ground - y)
        # A stroke of (almost) no length with round ends is a dot.
        corners += [at, (at[0] + 0.01 / unit, at[1])]
    axes.add_patch(
        PathPatch(
            Path(corners, [Path.MOVETO, Path.LINETO] * len(found.spots)),
            facecolor="none",
            edgecolor=DRAWS,
            linewidth=0.9 * found.size,
            capstyle="round",
            zorder=2,
            clip_on=False,
        )
    )
