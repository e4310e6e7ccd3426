"""Drift: agreement and gold in blocks of each coder's own order.

Small panels of lines, one for each coder, each point with its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from markupsafe import Markup

from renderers.fields.coding.agreement import BLOCK, OWN_ORDER, WITH_ANOTHER, WITH_GOLD
from renderers.fields.field import pick
from renderers.fields.trials import CODER_NAME
from renderers.figures.drawing import marks
from renderers.figures.drawing.key import LegendEntry, LegendMark, draw_key, interval, key_height
from renderers.figures.drawing.letters import breadth
from renderers.figures.drawing.looks import Look, look
from renderers.figures.drawing.panel import Panel, Spot
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.figures.drawn import Drawn, drawn
from renderers.report.columns import column, titled
from renderers.report.parts import PageColumn, words
from renderers.report.values import Value

_Block = tuple[Value, Value]
"""A coder, and one of the coder's blocks."""

AGREEMENT, GOLD = look(0), look(1)
_TITLE = "Agreement and gold by block"


def drift_figures(agree: Value, *, simulated: bool) -> tuple[Drawn, ...]:
    """One figure with a panel for each coder of two blocks or more, from what
    `devrun agree --json` says; none if there is no such coder.
    """
    coders = [one for one in agree["each_coder"] if len(one["blocks"]) > 1]
    if not coders:
        return ()
    tiles = [_tile(one) for one in coders]
    key = [LegendEntry(LegendMark.MEAN, WITH_ANOTHER, AGREEMENT)]
    if any(len(tile.curves) > 1 for tile in tiles):
        key.append(LegendEntry(LegendMark.MEAN, WITH_GOLD, GOLD))
    key.append(interval())
    return (
        drawn(
            "drift",
            _TITLE,
            lambda page: curves(tiles, page, key, along=f"items in {OWN_ORDER}"),
            said=map(_description, coders),
            note="Percentage of compared items that agree in each block, and of gold items "
            "coded as in the gold, with Wilson intervals. Blocks with too few compared items "
            "have no mark.",
            columns=_COLUMNS,
            rows=[(one, block) for one in coders for block in one["blocks"]],
            simulated=simulated,
        ),
    )


def _tile(one: Value) -> Tile:
    blocks = list(one["blocks"])
    last = len(blocks) - 1
    drawn = (
        _curve(
            AGREEMENT, [(block["agreement"].number, block["agreement_ci95"]) for block in blocks]
        ),
        _curve(GOLD, [(_gold(block), block["gold_ci95"]) for block in blocks], aside=0.025),
    )
    return Tile(
        f"{one['coder'].text} ({blocks[0]['unit'].text})",
        tuple(
            (number / last, f"{block['first'].whole}\u2013{block['last'].whole}")
            for number, block in enumerate(blocks)
        ),
        tuple(curve for curve in drawn if curve.spots),
    )


def _gold(block: Value) -> float | None:
    return block["gold_right"].whole / block["gold"].whole if block["gold"].whole else None


def _curve(shown: Look, shares: Sequence[tuple[float | None, Value]], aside: float = 0) -> Curve:
    """The blocks with a known share; gold is shifted a little, so as not to hide agreement."""
    last = len(shares) - 1
    return Curve(
        shown,
        tuple(
            CurvePoint(
                number / last + aside,
                share,
                (ends[0].number or 0.0, ends[1].number or 0.0) if ends.known else None,
            )
            for number, (share, ends) in enumerate(shares)
            if share is not None
        ),
    )


def _description(one: Value) -> str:
    def said(block: Value) -> str:
        agreement = block["agreement"].number
        share = "not known" if agreement is None else f"{agreement:.0%}"
        gold = f", gold {block['gold_right'].whole} of {block['gold'].whole}"
        return f"{block['first'].whole} to {block['last'].whole} {share}" + (
            gold if block["gold"].whole else ""
        )

    return f"{one['coder'].text}: {'; '.join(map(said, one['blocks']))}."


def _items(block: Value) -> Markup:
    return Markup("{} {} to {}").format(
        block["unit"].text, block["first"].count(), block["last"].count()
    )


def _gold_words(block: Value) -> Markup:
    return Markup("{} of {}").format(block["gold_right"].count(), block["gold"].count())


_FIRST, _SHARE, _SHARE_CI, _COMPARED, _GOLD_RIGHT, _GOLD_CI = pick(
    BLOCK, "first", "agreement", "agreement_ci95", "compared", "gold_right", "gold_ci95"
)
_OF_BLOCK: tuple[PageColumn[Value], ...] = (
    words(titled(_FIRST), _items),
    column(_SHARE, none="too few"),
    column(_SHARE_CI),
    column(_COMPARED),
    PageColumn(titled(_GOLD_RIGHT), _gold_words),
    column(_GOLD_CI),
)
_COLUMNS: tuple[PageColumn[_Block], ...] = (
    column(CODER_NAME).of(lambda row: row[0]),
    *(one.of(lambda row: row[1]) for one in _OF_BLOCK),
)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A share at a place from 0 to 1 along the panel."""

    along: float
    share: float
    ci95: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Spots that belong together, joined by a line; with `steps` it stays level up to the next
    spot, and only the last one has a mark.
    """

    look: Look
    spots: tuple[CurvePoint, ...]
    steps: bool = False
    size: float = 8.0
    """Of its marks, in pixels."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A panel: what it is of, what is along it (place from 0 to 1, words), and its curves."""

    heading: str
    along: tuple[tuple[float, str], ...]
    curves: tuple[Curve, ...]
    level: float | None = None
    """A share that is a line across the panel."""
    limit: tuple[Spot, Spot] | None = None
    """The ends of a line up to which guessing gets, each as place and share."""


_LEFT, _RIGHT, _HIGH = 46.0, 28.0, 150.0


def curves(
    tiles: Sequence[Tile],
    page: PageSize,
    key: Sequence[LegendEntry],
    *,
    along: str,
    lowest: float = 0.0,
    guides: Sequence[tuple[float, str]] = (),
) -> str:
    """The panels as SVG, as many in a line as fit; `along` is what runs from left to right. The
    scale upwards has these `guides`, from the lowest up; without them it is of shares, from the
    quarter below the `lowest`.
    """
    quarters = [quarter / 4 for quarter in range(floor(4 * lowest), 5)]
    shares = guides or [(share, f"{share:.0%}") for share in quarters]
    columns = 1 if page.narrow else min(3, len(tiles))
    width = page.width / columns if columns > 1 or page.narrow else 0.66 * page.width
    headings = 2 * leading(page.text) + 12
    each = headings + _HIGH + 2 * leading(page.small) + 22
    lines = -(-len(tiles) // columns)
    below = page.top + lines * each
    sheet = Sheet(page, below + key_height(key, page))
    for number, tile in enumerate(tiles):
        line, column = divmod(number, columns)
        above = page.top + line * each
        where = column * width, above, width
        _draw_tile(sheet, tile, shares, where, headings=headings, along=along)
    draw_key(sheet, below, key)
    return sheet.svg()


def _draw_tile(
    sheet: Sheet,
    tile: Tile,
    shares: Sequence[tuple[float, str]],
    where: tuple[float, float, float],
    *,
    headings: float,
    along: str,
) -> None:
    """A panel at `where`, (left, above, width)."""
    page, (left, above, width) = sheet.page, where
    size = page.small
    sheet.lines(left + 8, above + page.text + 2, tile.heading, room=width - 12, most=2, bold=True)
    inner, ground = width - _LEFT - _RIGHT, above + headings
    across, upwards = (-0.04, 1.04), (shares[0][0], shares[-1][0])
    panel = sheet.panel(left + _LEFT, ground, inner, _HIGH, across=across, upwards=upwards)
    marks.guides(panel, [share for share, _ in shares], across, upright=True)
    for share, label in shares:
        y = panel.at((0, share))[1] + 0.36 * size
        sheet.note(left + _LEFT - 6, y, label, side="right")
    foot = ground + _HIGH + 4 + size
    if tile.level is not None:
        marks.levels(panel, [(*across, tile.level)])
    if tile.limit is not None:
        marks.limit(panel, tile.limit)
    places = [(panel.at((at, 0))[0], label) for at, label in tile.along]
    for x, label in places[:: _every(places, size)]:
        sheet.note(x, foot, label, side="center")
    below = foot + leading(size) + 2
    sheet.note(left + _LEFT + inner / 2, below, along, room=width - 8, side="center")
    for one in tile.curves:
        _draw_curve(panel, one)


def _draw_curve(panel: Panel, one: Curve) -> None:
    if not one.spots:
        return
    line = [(spot.along, spot.share) for spot in one.spots]
    joined = _stairs(line) if one.steps else line
    panel.strokes([joined], colour=one.look.colour, width=1.6, rounded=True)
    marks.intervals(
        panel,
        [(*spot.ci95, spot.along) for spot in one.spots if spot.ci95 is not None],
        upright=True,
    )
    marks.means(panel, line[-1:] if one.steps else line, one.look, size=one.size)


def _stairs(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A line that keeps each height up to the next place."""
    corners = [(after[0], before[1]) for before, after in pairwise(line)]
    found = [spot for pair in zip(line, corners, strict=False) for spot in pair]
    return [*found, line[-1]]


def _every(places: Sequence[tuple[float, str]], size: float) -> int:
    """Which words below the panel are shown, so that none touch: every one, every second..."""
    ends = [(x - wide, x + wide) for x, label in places for wide in [breadth(label, size) / 2]]
    for step in range(1, len(places)):
        if all(after[0] - before[1] > 5 for before, after in pairwise(ends[::step])):
            return step
    return max(1, len(places))
