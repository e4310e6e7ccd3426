"""Shares from 0 to 100% along something: small panels of lines, each point with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from renderers.figures import marks
from renderers.figures.key import LegendEntry, draw_key, key_height
from renderers.figures.looks import QUIET, Look
from renderers.figures.names import breadth
from renderers.figures.panel import Panel
from renderers.figures.sheet import PageSize, Sheet, drawing, leading

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A share at a place from 0 to 1 along the panel."""

    along: float
    share: float
    ci95: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Spots that belong together, joined by a line."""

    look: Look
    spots: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A panel: what it is of, what stands along it (place from 0 to 1, words), and its curves."""

    heading: str
    along: tuple[tuple[float, str], ...]
    curves: tuple[Curve, ...]


_LEFT, _RIGHT, _HIGH = 46.0, 28.0, 150.0


def curves(
    tiles: Sequence[Tile],
    page: PageSize,
    key: Sequence[LegendEntry],
    *,
    along: str,
) -> str:
    """The panels as SVG, as many in a line as fit; `along` is what runs from left to right."""
    columns = 1 if page.narrow else min(3, len(tiles))
    width = page.width / columns if columns > 1 or page.narrow else 0.66 * page.width
    headings = 2 * leading(page.text) + 6
    each = headings + _HIGH + 2 * leading(page.small) + 22
    lines = -(-len(tiles) // columns)
    below = page.top + lines * each
    with drawing():
        sheet = Sheet(page, below + key_height(key, page))
        for number, tile in enumerate(tiles):
            line, column = divmod(number, columns)
            above = page.top + line * each
            _tile(sheet, tile, column * width, above, width, headings=headings, along=along)
        draw_key(sheet, below, key)
        return sheet.svg()


def _tile(
    sheet: Sheet,
    tile: Tile,
    left: float,
    above: float,
    width: float,
    *,
    headings: float,
    along: str,
) -> None:
    page = sheet.page
    size = page.small
    sheet.lines(left + 8, above + page.text + 2, tile.heading, room=width - 12, most=2, bold=True)
    inner, ground = width - _LEFT - _RIGHT, above + headings
    panel = sheet.panel(left + _LEFT, ground, inner, _HIGH, across=(-0.04, 1.04), upwards=(0, 1))
    marks.guides(panel, SHARES, (-0.04, 1.04), upright=True)
    for share in SHARES:
        y = ground + _HIGH * (1 - share) + 0.36 * size
        sheet.text(left + _LEFT - 6, y, f"{share:.0%}", size=size, colour=QUIET, side="right")
    foot = ground + _HIGH + 4 + size
    places = [(left + _LEFT + inner * (at + 0.04) / 1.08, words) for at, words in tile.along]
    for x, words in places[:: _every(places, size)]:
        sheet.text(x, foot, words, size=size, colour=QUIET, side="center")
    sheet.lines(
        left + _LEFT + inner / 2,
        foot + leading(size) + 2,
        along,
        room=width - 8,
        most=1,
        size=size,
        colour=QUIET,
        side="center",
    )
    for one in tile.curves:
        _curve(panel, one)


def _curve(panel: Panel, one: Curve) -> None:
    if not one.spots:
        return
    panel.line([(spot.along, spot.share) for spot in one.spots], colour=one.look.colour)
    marks.intervals(
        panel,
        [(*spot.ci95, spot.along) for spot in one.spots if spot.ci95 is not None],
        upright=True,
    )
    marks.means(panel, [(spot.along, spot.share) for spot in one.spots], one.look, size=8)


def _every(places: Sequence[tuple[float, str]], size: float) -> int:
    """Which words below the panel are shown, so that none touch: every one, every second..."""
    for step in range(1, len(places)):
        shown = [(x, breadth(words, size) / 2) for x, words in places[::step]]
        if all(b - wide_b - (a + wide_a) > 5 for (a, wide_a), (b, wide_b) in pairwise(shown)):
            return step
    return max(1, len(places))
