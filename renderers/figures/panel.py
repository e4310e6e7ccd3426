"""A part of a drawing with scales of its own, on which marks are put.

Matplotlib's axes make ticks, labels and formatters for themselves, which takes half of the time of
a drawing, and none of it fits names of any length; so marks are put on the figure itself, by a
transform from two scales to pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

Spot = tuple[float, float]
"""(x, y), on the scales of the panel."""
Segment = tuple[Spot, Spot]


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A rectangle of a sheet. `at` takes its scales to pixels from the lower left corner."""

    figure: Figure
    at: Affine2D

    def shapes(
        self,
        spots: Sequence[Spot],
        shape: str,
        *,
        size: float,
        fill: str,
        edge: str,
        edge_width: float,
        over: float = 4,
    ) -> None:
        """The same shape at every spot; `over` says what it lies above."""
        from matplotlib.lines import Line2D

        if spots:
            self.figure.add_artist(
                Line2D(
                    [x for x, _ in spots],
                    [y for _, y in spots],
                    linestyle="none",
                    marker=shape,
                    markersize=size,
                    markerfacecolor=fill,
                    markeredgecolor=edge,
                    markeredgewidth=edge_width,
                    transform=self.at,
                    zorder=over,
                )
            )

    def strokes(
        self,
        segments: Sequence[Segment],
        *,
        colour: str,
        width: float = 1,
        dashes: tuple[float, float] | None = None,
        over: float = 3,
        round_ends: bool = False,
    ) -> None:
        """Straight lines, all of them one path."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        if segments:
            path = Path(
                [spot for segment in segments for spot in segment],
                [Path.MOVETO, Path.LINETO] * len(segments),
            )
            self.figure.add_artist(
                PathPatch(
                    path,
                    facecolor="none",
                    edgecolor=colour,
                    linewidth=width,
                    linestyle="solid" if dashes is None else (0, dashes),
                    capstyle="round" if round_ends else "butt",
                    transform=self.at,
                    zorder=over,
                )
            )

    def line(
        self,
        spots: Sequence[Spot],
        *,
        colour: str,
        width: float = 1.6,
        dashes: tuple[float, float] | None = None,
    ) -> None:
        """A line from spot to spot."""
        from matplotlib.lines import Line2D

        self.figure.add_artist(
            Line2D(
                [x for x, _ in spots],
                [y for _, y in spots],
                color=colour,
                linewidth=width,
                linestyle="solid" if dashes is None else (0, dashes),
                transform=self.at,
                zorder=3,
            )
        )

    def box(self, low: Spot, high: Spot, *, fill: str, edge: str = "none") -> None:
        """A filled rectangle between two corners."""
        from matplotlib.patches import Rectangle

        self.figure.add_artist(
            Rectangle(
                low,
                high[0] - low[0],
                high[1] - low[1],
                facecolor=fill,
                edgecolor=edge,
                linewidth=1,
                transform=self.at,
                zorder=1,
            )
        )
