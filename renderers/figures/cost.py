"""The cost of participants and judges: tokens read and written, and dollars."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from markupsafe import Markup

from dsl.words import counted
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import ForestBlock, ForestRow, Point, Scale, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import look
from renderers.figures.sheet import NARROW, WIDE
from renderers.report.parts import HtmlColumn, Plot, html_table
from renderers.report.values import Value

READ, WRITTEN, DOLLARS = look(0), look(1), look(2)


def cost_figures(participants: Value, judges: Value, *, simulated: bool) -> tuple[Drawn, ...]:
    """Tokens, and dollars if a price is known for any model; none if nothing was asked. Both are
    lists of `{"model" or "judge", "calls", "input_tokens", "output_tokens", "usd", ...}` with null
    for what is unknown.
    """
    groups = [("Participants", list(participants)), ("Judges", list(judges))]
    groups = [(heading, rows) for heading, rows in groups if rows]
    if not groups:
        return ()
    tokens = _tokens(groups, simulated=simulated)
    if not any(one["usd"].known for _, rows in groups for one in rows):
        return (tokens,)
    return (tokens, _dollars(groups, simulated=simulated))


_Groups = Sequence[tuple[str, Sequence[Value]]]


def _who(one: Value) -> Value:
    return one["model"] if "model" in _keys(one) else one["judge"]


def _keys(one: Value) -> list[str]:
    return [key for key, _ in one.items()]


def _known(one: Value, key: str) -> float | None:
    """A count of tokens; unknown, too, where some replies have no token count."""
    return None if one["replies_without_count"].whole else one[key].number


def _tokens(groups: _Groups, *, simulated: bool) -> Drawn:
    title = "Tokens by model"
    blocks = [
        ForestBlock(heading, tuple(_token_line(one) for one in rows), "")
        for heading, rows in groups
    ]
    most = max(
        (_known(one, key) or 0 for _, rows in groups for one in rows for key in _TOKENS), default=0
    )
    key = [
        LegendEntry(LegendMark.MEAN, "tokens read", READ),
        LegendEntry(LegendMark.MEAN, "tokens written", WRITTEN),
    ]
    scale = _from_zero(most, "tokens of all replies")
    wide, narrow = (
        forest(blocks, scale, page, title=title, key=key, simulated=simulated)
        for page in (WIDE, NARROW)
    )
    said = "; ".join(
        f"{_who(one).text} read {_count(_known(one, 'input_tokens'))}, wrote "
        f"{_count(_known(one, 'output_tokens'))}"
        for _, rows in groups
        for one in rows
    )
    plot = Plot(
        name="tokens",
        title=title,
        alt=f"{told_simulated(title, simulated=simulated)} {said}.",
        wide=wide,
        narrow=narrow,
        note="As counted by the providers, over all replies; n: replies. Unknown if a reply has no "
        "token count.",
    )
    return Drawn(plot, _table(groups, title, simulated=simulated), simulated)


_TOKENS = ("input_tokens", "output_tokens")


def _token_line(one: Value) -> ForestRow:
    shares = [(_known(one, key), seen) for key, seen in zip(_TOKENS, (READ, WRITTEN), strict=True)]
    return ForestRow(
        _who(one).text,
        tuple(Point(value, seen) for value, seen in shares if value is not None),
        beside=f"n = {one['calls'].whole:,}",
    )


def _dollars(groups: _Groups, *, simulated: bool) -> Drawn:
    title = "US dollars by model"
    blocks = [
        ForestBlock(heading, tuple(_dollar_line(one) for one in rows), "")
        for heading, rows in groups
    ]
    most = max((one["usd"].number or 0 for _, rows in groups for one in rows), default=0)
    wide, narrow = (
        forest(
            blocks,
            _from_zero(most, "US dollars"),
            page,
            title=title,
            key=[LegendEntry(LegendMark.MEAN, "US dollars", DOLLARS)],
            simulated=simulated,
        )
        for page in (WIDE, NARROW)
    )
    said = "; ".join(
        f"{_who(one).text} {_usd(one['usd'].number)}" for _, rows in groups for one in rows
    )
    plot = Plot(
        name="dollars",
        title=title,
        alt=f"{told_simulated(title, simulated=simulated)} {said}.",
        wide=wide,
        narrow=narrow,
        note="All replies at the prices known on this computer. Unknown if no price is known or "
        "tokens were not counted.",
    )
    return Drawn(plot, _table(groups, title, simulated=simulated), simulated)


def _dollar_line(one: Value) -> ForestRow:
    usd = one["usd"].number
    points = () if usd is None else (Point(usd, DOLLARS),)
    return ForestRow(_who(one).text, points, beside="" if usd is None else _usd(usd))


def _usd(value: float | None) -> str:
    if value is None:
        return "unknown"
    return f"${value:.2f}" if not 0 < value < 0.01 else f"${value:.2g}"


def _count(value: float | None) -> str:
    return "unknown" if value is None else counted(int(value), "token")


def _from_zero(most: float, title: str) -> Scale:
    """A scale from 0 to at least `most`, in at most five even steps of a round number."""
    rounds = (step * 10.0**power for power in range(-6, 18) for step in (1, 2, 2.5, 5))
    step = next(one for one in rounds if one * 5 >= (most or 1) * (1 - 1e-9))
    number = max(1, ceil(most / step - 1e-9)) if most else 5
    ticks = tuple(step * place for place in range(number + 1))
    return Scale(0, ticks[-1], ticks, tuple(map(_short, ticks)), title)


def _short(value: float) -> str:
    for unit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{sign}"
    return f"{value:g}"


def _table(groups: _Groups, title: str, *, simulated: bool) -> Markup:
    columns = [
        HtmlColumn("model"),
        HtmlColumn("replies", numeric=True),
        HtmlColumn("tokens read", numeric=True),
        HtmlColumn("tokens written", numeric=True),
        HtmlColumn("replies without token count", numeric=True),
        HtmlColumn("US dollars", numeric=True),
    ]
    lines = [
        [
            _who(one).named(),
            one["calls"].count(),
            one["input_tokens"].count(),
            one["output_tokens"].count(),
            one["replies_without_count"].count(),
            one["usd"].rounded(),
        ]
        for _, rows in groups
        for one in rows
    ]
    return html_table(title, columns, lines, simulated=simulated)
