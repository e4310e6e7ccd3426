"""Drift: agreement and gold in blocks of each coder's own order."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.figures.curves import Curve, CurvePoint, Tile, curves
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look, look
from renderers.figures.sheet import NARROW, WIDE
from renderers.report.parts import HtmlColumn, Plot, html_table
from renderers.report.values import Value

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
    wide, narrow = (
        curves(
            tiles,
            page,
            title=_TITLE,
            along="items in the coder's own order",
            key=key,
            simulated=simulated,
        )
        for page in (WIDE, NARROW)
    )
    plot = Plot(
        name="drift",
        title=_TITLE,
        alt=" ".join([told_simulated(_TITLE, simulated=simulated), *map(_said, coders)]),
        wide=wide,
        narrow=narrow,
        note="Percentage of compared items that agree in each block, and of gold items coded as in "
        "the gold, with Wilson intervals. Blocks with too few compared items have no mark.",
    )
    return (Drawn(plot, _table(coders, simulated=simulated), simulated),)


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


def _table(coders: Sequence[Value], *, simulated: bool) -> Markup:
    columns = [
        HtmlColumn("coder"),
        HtmlColumn("items"),
        HtmlColumn("agreement with another coder", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("compared", numeric=True),
        HtmlColumn("as in the gold", numeric=True),
        HtmlColumn("95% interval", numeric=True),
    ]
    lines = [
        [
            one["coder"].named(),
            Markup("{} {} to {}").format(
                block["unit"].text, block["first"].count(), block["last"].count()
            ),
            block["agreement"].percent(none="too few"),
            block["agreement_ci95"].shares(),
            block["compared"].count(),
            Markup("{} of {}").format(block["gold_right"].count(), block["gold"].count()),
            block["gold_ci95"].shares(),
        ]
        for one in coders
        for block in one["blocks"]
    ]
    return html_table(_TITLE, columns, lines, simulated=simulated)
