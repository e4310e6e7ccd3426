"""The cost of participants and judges: tokens read and written, and dollars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from markupsafe import Markup

from dsl.words import counted
from renderers.fields.bills import CALLS, COST, SPENT
from renderers.fields.field import Field, Kind, headed
from renderers.fields.scales import DOLLARS
from renderers.figures.drawing.key import LegendEntry, LegendMark
from renderers.figures.drawing.looks import look
from renderers.figures.drawn import Drawn, drawn
from renderers.figures.forest import ForestBlock, ForestRow, ForestScale, Point, forest
from renderers.number_words import UNKNOWN
from renderers.report.columns import Cells, column, titled
from renderers.report.parts import Cell, PageColumn
from renderers.report.values import Value
from renderers.rows.bills import StudyBill

_READ, _WRITTEN, *_ = SPENT
_Groups = Sequence[tuple[str, Sequence[Value]]]


def cost_figures(participants: Value, judges: Value, *, simulated: bool) -> tuple[Drawn, ...]:
    """Tokens, and dollars if a price is known for any model; none if nothing was asked. Both are
    lists of `{"model" or "judge", "calls", "input_tokens", "output_tokens", "usd", ...}` with null
    for what is unknown.
    """
    groups = [("Participants", list(participants)), ("Judges", list(judges))]
    groups = [(heading, rows) for heading, rows in groups if rows]
    if not groups:
        return ()
    tokens = _figure(
        "tokens",
        "Tokens by model",
        "tokens of all replies",
        groups,
        {headed(_READ): _read, headed(_WRITTEN): _written},
        beside=lambda one: f"n = {one['calls'].whole:,}",
        said=lambda one: f"read {_count(_read(one))}, wrote {_count(_written(one))}",
        note="As counted by the providers, over all replies; n: replies. Unknown if a reply has no "
        "token count.",
        first_look=0,
        simulated=simulated,
    )
    if not any(one["usd"].known for _, rows in groups for one in rows):
        return (tokens,)
    dollars = _figure(
        "dollars",
        f"{DOLLARS.unit} by model",
        DOLLARS.unit,
        groups,
        {DOLLARS.unit: lambda one: one["usd"].number},
        beside=lambda one: _usd(one["usd"].number) if one["usd"].known else "",
        said=lambda one: _usd(one["usd"].number),
        note="All replies at the prices known on this computer. Unknown if no price is known or "
        "tokens were not counted.",
        first_look=2,
        simulated=simulated,
    )
    return (tokens, dollars)


def _who(one: Value) -> Value:
    return one["model"] if "model" in dict(one.items()) else one["judge"]


def _read(one: Value) -> float | None:
    return _known(one, "input_tokens")


def _written(one: Value) -> float | None:
    return _known(one, "output_tokens")


def _known(one: Value, key: str) -> float | None:
    """A count of tokens; unknown, too, where some replies have no token count."""
    return None if one["replies_without_count"].whole else one[key].number


def _figure(
    name: str,
    title: str,
    axis: str,
    groups: _Groups,
    amounts: dict[str, Callable[[Value], float | None]],
    *,
    beside: Callable[[Value], str],
    said: Callable[[Value], str],
    note: str,
    first_look: int,
    simulated: bool,
) -> Drawn:
    """A row for each model with a mark for each of the amounts."""
    looks = {words: look(number) for number, words in enumerate(amounts, first_look)}
    rows = [one for _, group in groups for one in group]

    def line(one: Value) -> ForestRow:
        found = [(amount(one), looks[words]) for words, amount in amounts.items()]
        points = tuple(Point(value, seen) for value, seen in found if value is not None)
        return ForestRow(_who(one).text, points, beside=beside(one))

    blocks = [ForestBlock(heading, tuple(map(line, group))) for heading, group in groups]
    scale = _from_zero(max(amount(one) or 0 for one in rows for amount in amounts.values()), axis)
    key = [LegendEntry(LegendMark.MEAN, words, seen) for words, seen in looks.items()]
    return drawn(
        name,
        title,
        lambda page: forest(blocks, scale, page, key),
        said=["; ".join(f"{_who(one).text} {said(one)}" for one in rows) + "."],
        note=note,
        columns=_COLUMNS,
        rows=rows,
        simulated=simulated,
    )


def _usd(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    return f"${value:.2f}" if not 0 < value < 0.01 else f"${value:.2g}"


def _count(value: float | None) -> str:
    return UNKNOWN if value is None else counted(int(value), "token")


def _from_zero(most: float, title: str) -> ForestScale:
    """A scale from 0 to at least `most`, in at most five even steps of a round number."""
    rounds = (step * 10.0**power for power in range(-6, 18) for step in (1, 2, 2.5, 5))
    step = next(one for one in rounds if one * 5 >= (most or 1) * (1 - 1e-9))
    number = max(1, ceil(most / step - 1e-9)) if most else 5
    ticks = tuple(step * place for place in range(number + 1))
    return ForestScale(0, ticks[-1], ticks, tuple(map(_short, ticks)), title)


def _short(value: float) -> str:
    for unit, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{sign}"
    return f"{value:g}"


def bill_columns(figures: Iterable[Field[StudyBill]]) -> list[PageColumn[Value]]:
    """The columns of bills, of participants or of judges."""
    return [
        PageColumn(titled(one), _CELLS[one.name], one.kind is not Kind.TEXT)
        if one.name in _CELLS
        else column(one)
        for one in figures
        if one.heading
    ]


def _named(one: Value) -> Cell:
    mark = Markup(" <small>simulated</small>") if one["simulated"].true else ""
    return Markup("{}{}").format(_who(one).named(), mark)


def _dollars(one: Value) -> Cell:
    """In cents; below one dollar in hundredths of a cent."""
    return one["usd"].rounded(4 if 0 < (one["usd"].number or 0) < 1 else 2)


def _price_of(one: Value) -> Cell:
    return one["price_of"].day(none="no price needed" if one["usd"].number == 0 else UNKNOWN)


_CELLS: Cells = {"model": _named, "judge": _named, "usd": _dollars, "price_of": _price_of}
_COLUMNS = bill_columns((COST[0], CALLS, *SPENT))
