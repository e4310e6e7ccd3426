"""A scene is a list of shapes; from it a picture is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, TypeAlias

from dsl.record import record

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 480, 320
"""Points of a picture; the origin is above and on the left."""

_FINER = 3
"""Drawn so many times as large, and made smaller, so that slanted edges are smooth."""

_LETTERS = 22
"""Points of the size of letters."""

_COLOURS_KEPT = 48
INK, PALE, PAPER, SKIN = "#222222", "#dddddd", "#ffffff", "#f2d0b0"
COLOURS = {
    "red": "#d62728", "blue": "#1f5fd0", "green": "#2a8f3c", "yellow": "#f2c200",
    "purple": "#8a3fb5", "orange": "#f08019", "brown": "#7a4a21", "grey": "#8a8a8a",
}  # fmt: skip
"""Names of colours, as questions say them."""

Point: TypeAlias = tuple[float, float]


@record
class Stroke:
    """A line through points, `wide` points thick."""

    points: tuple[Point, ...]
    wide: float = 4
    colour: str = INK

    def draw(self, on: ImageDraw) -> None:
        """Draw it with round ends."""
        for start, end in zip(self.points, self.points[1:], strict=False):
            on.line([_fine(start), _fine(end)], fill=self.colour, width=round(self.wide * _FINER))
        for one in self.points:
            Disc(one, self.wide / 2, self.colour, edge=0).draw(on)


@record
class Area:
    """A filled polygon."""

    corners: tuple[Point, ...]
    colour: str
    edge: float = 2

    def draw(self, on: ImageDraw) -> None:
        """Draw it."""
        on.polygon(
            [_fine(one) for one in self.corners],
            fill=self.colour,
            outline=INK if self.edge else None,
            width=round(self.edge * _FINER),
        )


@record
class Disc:
    """A filled circle."""

    middle: Point
    radius: float
    colour: str
    edge: float = 2

    def draw(self, on: ImageDraw) -> None:
        """Draw it."""
        (x, y), r = self.middle, self.radius
        on.ellipse(
            [_fine((x - r, y - r)), _fine((x + r, y + r))],
            fill=self.colour,
            outline=INK if self.edge else None,
            width=round(self.edge * _FINER),
        )


@record
class Letters:
    """A few letters, in the middle of a place."""

    text: str
    middle: Point

    def draw(self, on: ImageDraw) -> None:
        """Draw them."""
        from PIL import ImageFont

        font = ImageFont.load_default(size=_LETTERS * _FINER)
        on.text(_fine(self.middle), self.text, fill=INK, font=font, anchor="mm")


Shape: TypeAlias = Stroke | Area | Disc | Letters
Scene: TypeAlias = tuple[Shape, ...]


def box(
    left: float, top: float, right: float, bottom: float, colour: str, *, edge: float = 2
) -> Area:
    """A rectangle with level sides."""
    return Area(((left, top), (right, top), (right, bottom), (left, bottom)), colour, edge)


def arrow(start: Point, end: Point, *, wide: float) -> Iterator[Shape]:
    """A straight arrow."""
    yield Stroke((start, end), wide)
    yield head(end, atan2(end[1] - start[1], end[0] - start[0]), 4 * wide)


def head(tip: Point, turned: float, size: float) -> Area:
    """The head of an arrow at `tip`, in a direction in radians."""
    away = (turned + pi - 0.45, turned + pi + 0.45)
    behind = tuple((tip[0] + size * cos(one), tip[1] + size * sin(one)) for one in away)
    before = (tip[0] + 3 * cos(turned), tip[1] + 3 * sin(turned))
    return Area((before, *behind), INK, edge=0)


def _fine(point: Point) -> tuple[float, float]:
    return point[0] * _FINER, point[1] * _FINER


def picture(scene: Sequence[Shape]) -> bytes:
    """The scene as a PNG of 480 by 320 points."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH * _FINER, HEIGHT * _FINER), PAPER)
    on = ImageDraw.Draw(image)
    for shape in scene:
        shape.draw(on)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    file = BytesIO()
    small.quantize(_COLOURS_KEPT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
