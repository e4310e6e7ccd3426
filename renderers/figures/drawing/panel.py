"""A part of a drawing with scales of its own, on which marks are put.

Marks are written as SVG, all of it presentation attributes: a page's policy that forbids styles is
not meant for images, but not every browser draws that line in the same place. A library of figures
makes ticks, labels and formatters that do not fit names of any length, takes most of the time of a
drawing, and writes every mark with styles of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

Spot = tuple[float, float]
"""(x, y), on the scales of the panel."""

_HALF = sqrt(0.5)
_PLUS = ((-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1))
_CROSS = ((-1, -2), (0, -1), (1, -2), (2, -1), (1, 0), (2, 1))
OUTLINES: dict[str, tuple[Spot, ...]] = {
    "s": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "^": ((0, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    "v": ((0, 0.5), (0.5, -0.5), (-0.5, -0.5)),
    "D": ((0, -_HALF), (_HALF, 0), (0, _HALF), (-_HALF, 0)),
    "P": tuple((x * sign / 6, y * sign / 6) for sign in (1, -1) for x, y in _PLUS),
    "X": tuple((x * sign / 4, y * sign / 4) for sign in (1, -1) for x, y in _CROSS),
    "|": ((0, -0.5), (0, 0.5)),
    "_": ((-0.5, 0), (0.5, 0)),
}
"""The corners of each shape of size 1 around its middle, downwards; a circle (`o`) has none."""


def short(number: float) -> str:
    """A coordinate in as few characters as say it."""
    found = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if found == "-0" else found


def path(d: str, **attributes: str | float) -> str:
    """A path with the attributes that are called so, with an underscore for each hyphen."""
    said = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else short(value)}"'
        for name, value in attributes.items()
    )
    return f'<path d="{d}"{said}/>'


def outline(shape: str, size: float) -> str:
    """A shape of so many pixels as the path of an SVG, drawn from its middle."""
    if shape == "o":
        radius, across = short(size / 2), short(size)
        arc = f"a{radius},{radius},0,1,0"
        return f"m-{radius},0{arc},{across},0{arc}-{across},0z"
    corners = OUTLINES[shape]
    steps = zip(((0.0, 0.0), *corners), corners, strict=False)
    moves = ",".join(f"{short((x - a) * size)},{short((y - b) * size)}" for (a, b), (x, y) in steps)
    return f"m{moves}" + "z" * (len(corners) > 2)


def _joined(pixels: Iterable[Spot]) -> str:
    """Lines from pixel to pixel, without blanks: in an address each would be three signs."""
    found, before, at = "", ("", ""), 0.0
    for x, y in pixels:
        here = short(x), short(y)
        if not found:
            found = f"M{here[0]},{here[1]}"
        elif here[1] == before[1]:
            found += min(f"H{here[0]}", f"h{short(x - at)}", key=len)
        elif here[0] == before[0]:
            found += f"V{here[1]}"
        else:
            found += f"L{here[0]},{here[1]}"
        before, at = here, x
    return found


Marks = list[tuple[float, str]]
"""What is drawn as SVG, and the height at which it lies above other marks."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A rectangle of a sheet, in pixels from its upper left corner, with the scales of its sides;
    where `upwards` begins with the larger number its scale runs downwards.
    """

    marks: Marks
    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    upwards: tuple[float, float]

    def at(self, spot: Spot) -> Spot:
        """The pixels of a spot."""
        (left, right), (foot, head) = self.across, self.upwards
        x = self.left + self.width * (spot[0] - left) / (right - left)
        return x, self.top + self.height * (head - spot[1]) / (head - foot)

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
        """The same shape at every spot, all of them one path; `over` says what it lies above."""
        if spots:
            drawn = outline(shape, size)
            moved = "".join(f"M{short(x)},{short(y)}{drawn}" for x, y in map(self.at, spots))
            one = path(moved, fill=fill, stroke=edge, stroke_width=edge_width)
            self.marks.append((over, one))

    def strokes(
        self,
        lines: Sequence[Sequence[Spot]],
        *,
        colour: str,
        width: float = 1,
        dashes: tuple[float, float] | None = None,
        over: float = 3,
        rounded: bool = False,
    ) -> None:
        """Lines from spot to spot, all of them one path; `dashes` are in widths of the line."""
        if lines:
            drawn = "".join(_joined(map(self.at, line)) for line in lines)
            more: dict[str, str | float] = {}
            if dashes is not None:
                more["stroke_dasharray"] = ",".join(short(width * one) for one in dashes)
            if rounded:
                more["stroke_linecap"] = "round"
            one = path(drawn, fill="none", stroke=colour, stroke_width=width, **more)
            self.marks.append((over, one))

    def box(self, low: Spot, high: Spot, *, fill: str, edge: str) -> None:
        """A filled rectangle between two corners."""
        corners = (low, (high[0], low[1]), high, (low[0], high[1]))
        drawn = _joined(map(self.at, corners)) + "z"
        self.marks.append((1, path(drawn, fill=fill, stroke=edge)))
