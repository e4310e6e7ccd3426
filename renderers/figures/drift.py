"""Drift: agreement and gold in blocks of each coder's own order."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.figures.curves import Curve, CurvePoint, Tile, curves
from renderers.figures.drawn import Drawn, TableColumn, drawn, words
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look, look
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
    key = [LegendEntry(LegendMark.MEAN, "agreement with another coder", AGREEMENT)]
    if any(len(tile.curves) > 1 for tile in tiles):
        key.append(LegendEntry(LegendMark.MEAN, "agreement with the gold", GOLD))
    key.append(LegendEntry(LegendMark.INTERVAL, "95% interval"))
    return (
        drawn(
            "drift",
            _TITLE,
            lambda page: curves(tiles, page, key, along="items in the coder's own order"),
            said=map(_said, coders),
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


def _said(one: Value) -> str:
    def said(block: Value) -> str:
        agreement = block["agreement"].number
        share = "not known" if agreement is None else f"{agreement:.0%}"
        gold = f", gold {block['gold_right'].whole} of {block['gold'].whole}"
        return f"{block['first'].whole} to {block['last'].whole} {share}" + (
            gold if block["gold"].whole else ""
        )

    return f"{one['coder'].text}: {'; '.join(map(said, one['blocks']))}."


def _items(one: _Block) -> Markup:
    block = one[1]
    return Markup("{} {} to {}").format(
        block["unit"].text, block["first"].count(), block["last"].count()
    )


def _gold_words(one: _Block) -> Markup:
    return Markup("{} of {}").format(one[1]["gold_right"].count(), one[1]["gold"].count())


_COLUMNS: tuple[TableColumn[_Block], ...] = (
    words("coder", lambda one: one[0]["coder"].named()),
    words("items", _items),
    TableColumn(
        "agreement with another coder", lambda one: one[1]["agreement"].percent(none="too few")
    ),
    TableColumn("95% interval", lambda one: one[1]["agreement_ci95"].shares()),
    TableColumn("compared", lambda one: one[1]["compared"].count()),
    TableColumn("as in the gold", _gold_words),
    TableColumn("95% interval", lambda one: one[1]["gold_ci95"].shares()),
)
