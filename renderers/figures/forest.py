"""Rows under each other on one scale: means, intervals, draws, and texts next to them.

Names of participants and conditions are long, so they are next to their row, or above it on a
narrow page, and no name is ever turned, or left to a key of colours. Bars were rejected: they hide
the draws, and begin at 0, which on a scale of 0 to 5 is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.figures.drawing import marks
from renderers.figures.drawing.key import LegendEntry, draw_key, key_height
from renderers.figures.drawing.letters import breadth, plain
from renderers.figures.drawing.looks import FAINT, Look
from renderers.figures.drawing.panel import Panel
from renderers.figures.drawing.sheet import PageSize, Sheet, leading, room_for
from renderers.number_words import UNKNOWN


@dataclass(frozen=True, slots=True)
class ForestScale:
    """What runs from left to right. `ticks` and their `words`; `zero` is a line to hold against."""

    low: float
    high: float
    ticks: tuple[float, ...]
    words: tuple[str, ...]
    title: str
    zero: float | None = None


LRS = ForestScale(0, 5, (0, 1, 2, 3, 4, 5), tuple("012345"), "LRS, from 0 to 5")


@dataclass(frozen=True, slots=True)
class Point:
    """A mean in a row, with its interval; `drop` pixels below the middle of the row."""

    value: float
    look: Look
    ci95: tuple[float, float] | None = None
    hollow: bool = False
    drop: float = 0.0


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One row. Without any point it says the words of `none`; `beside` is at the right, such
    as `n = 10`.
    """

    name: str
    points: tuple[Point, ...]
    draws: tuple[float, ...] = ()
    guessing: float | None = None
    published: float | None = None
    beside: str = ""
    none: str = UNKNOWN

    @property
    def depth(self) -> float:
        """How far its lowest point lies below the middle of the row."""
        return max((point.drop for point in self.points), default=0.0)


@dataclass(frozen=True, slots=True)
class ForestBlock:
    """Rows under a heading; `words` is said below it."""

    heading: str
    lines: tuple[ForestRow, ...]
    words: str = ""


_MARGIN, _LONGEST, _DOTS = 17.0, 320.0, 16.0


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row is: the baseline of its name, the ground that draws are on, and the height at
    which the mean is.
    """

    name: float
    ground: float
    mean: float


def forest(
    blocks: Sequence[ForestBlock],
    scale: ForestScale,
    page: PageSize,
    key: Sequence[LegendEntry],
) -> str:
    """The drawing as SVG."""
    start = page.top
    left, right = _sides(blocks, page)
    width = page.width - left - right
    headings, places, foot = _laid_out(blocks, page, start=start)
    below = foot + 26 + leading(page.small)
    sheet = Sheet(page, below + 6 + key_height(key, page))
    panel = sheet.panel(
        left, start, width, foot - start, across=(scale.low, scale.high), upwards=(foot, start)
    )
    marks.guides(panel, scale.ticks, (start, foot))
    if scale.zero is not None:
        panel.strokes(
            [((scale.zero, start), (scale.zero, foot))], colour=FAINT, width=1.4, over=0.5
        )
    for tick, words in zip(scale.ticks, scale.words, strict=True):
        x, y = panel.at((tick, foot))
        sheet.note(x, y + 4 + page.small, words, side="center")
    middle, most = (page.width / 2, page.width) if page.narrow else (left + width / 2, width)
    sheet.note(middle, below, scale.title, room=most, side="center")
    for block, heading in zip(blocks, headings, strict=True):
        _heading(sheet, block, heading)
    lines = [line for block in blocks for line in block.lines]
    for line, place in zip(lines, places, strict=True):
        _words(sheet, line, place, left=left, right=right)
    _paint(panel, list(zip(lines, places, strict=True)), scale, unit=width / _span(scale))
    looks = (point.look for line in lines for point in line.points)
    draw_key(sheet, below + 6, key, looks)
    return sheet.svg()


def _paint(
    panel: Panel, rows: Sequence[tuple[ForestRow, _Place]], scale: ForestScale, *, unit: float
) -> None:
    """The marks of the rows, kind by kind."""
    points = [(point, at.mean + point.drop) for line, at in rows for point in line.points]
    for kind in dict.fromkeys((point.look, point.hollow) for point, _ in points):
        spots = [(one.value, y) for one, y in points if (one.look, one.hollow) == kind]
        marks.means(panel, spots, kind[0], size=6 if kind[1] else 9, hollow=kind[1])
    marks.intervals(panel, [(*one.ci95, y) for one, y in points if one.ci95 is not None])
    grounds = [(line.draws, place.ground) for line, place in rows if line.draws]
    marks.draws(panel, grounds, unit=unit, room=_DOTS, low=scale.low)
    marks.guesses(
        panel,
        [(one.guessing, _middle(one, at)) for one, at in rows if one.guessing is not None],
        length=20,
    )
    marks.ticks(
        panel,
        [(one.published, _middle(one, at)) for one, at in rows if one.published is not None],
        length=20,
    )


def _middle(line: ForestRow, place: _Place) -> float:
    return place.mean - 8 if line.draws else place.mean


def _span(scale: ForestScale) -> float:
    return scale.high - scale.low


def _sides(blocks: Sequence[ForestBlock], page: PageSize) -> tuple[float, float]:
    """The room to the left of the scale for names, and to the right for the text there."""
    if page.narrow:
        return _MARGIN, _MARGIN
    lines = [line for block in blocks for line in block.lines]
    names = max((breadth(plain(line.name), page.text) for line in lines), default=0)
    beside = max((breadth(line.beside, page.small) for line in lines), default=0)
    return min(names, _LONGEST) + 2 * _MARGIN, beside + 2 * _MARGIN


def _laid_out(
    blocks: Sequence[ForestBlock], page: PageSize, *, start: float
) -> tuple[list[float], list[_Place], float]:
    """The baselines of headings, the places of all rows, and where the last row ends."""
    headings: list[float] = []
    places: list[_Place] = []
    y = start
    for block in blocks:
        headings.append(y + page.text + 2)
        room = page.width - 2 * _MARGIN
        if block.heading:
            y += room_for(block.heading, page.text, room=room, most=2, bold=True) + 3
        if block.words:
            y += room_for(block.words, page.small, room=room, most=3) + 3
        for line in block.lines:
            dots = _DOTS if line.draws else 0
            above = leading(page.small) + 3 if page.narrow else 4
            ground = y + above + dots
            mean = ground + 8
            centre = ((y + above if dots else mean) + mean + line.depth) / 2 + 0.36 * page.text
            places.append(_Place(y + page.small + 1 if page.narrow else centre, ground, mean))
            y = mean + 10 + (line.depth and line.depth - 2)
        y += 10
    return headings, places, y - 4


def _heading(sheet: Sheet, block: ForestBlock, y: float) -> None:
    room = sheet.page.width - 2 * _MARGIN
    if block.heading:
        y = sheet.lines(_MARGIN / 2, y, block.heading, room=room, most=2, bold=True)
    if block.words:
        sheet.note(_MARGIN / 2, y, block.words, room=room, most=3)


def _words(sheet: Sheet, line: ForestRow, place: _Place, *, left: float, right: float) -> None:
    """The name of a row, the text next to it, and the word for a mean that there is not."""
    page = sheet.page
    beside = breadth(line.beside, page.small)
    if page.narrow:
        room = page.width - beside - 2 * _MARGIN
        sheet.lines(_MARGIN, place.name, line.name, room=room, most=1, size=page.small)
        y = place.name
    else:
        room, y = left - 2 * _MARGIN, place.name
        sheet.lines(left - _MARGIN, y, line.name, room=room, most=1, side="right")
    x = page.width - (4 if page.narrow else right - _MARGIN - beside)
    sheet.note(x, y, line.beside, side="right")
    if not line.points:
        sheet.note(left + 6, place.mean + 0.36 * page.small, line.none)
