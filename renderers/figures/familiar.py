"""The familiar-words effect: the original among its permuted draws, and over experiments.

In a cell the original is one text, so only its rank among the draws is known; over experiments the
mean has an interval. So they are separate figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from markupsafe import Markup

from renderers.comparison_rows import Comparisons, EffectScale, FamiliarCell, FamiliarEffect
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import ForestBlock, ForestRow, Point, Scale, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look, looks
from renderers.figures.sheet import NARROW, WIDE
from renderers.figures.sheets import Indexed, anchor, many, of_sheets
from renderers.report.parts import (
    HtmlColumn,
    Plot,
    data_value,
    html_table,
    interval,
    named,
    rounded,
)
from renderers.report.values import Value

MOST = 28
"""The most rows that fit on a sheet of paper."""
MOST_CELLS = 20
CELLS, EFFECTS = "/compare/familiar_words", "/compare/familiar_words_over_experiments"
"""Where the rows are in the report's document."""


def familiar_figures(found: Comparisons) -> tuple[Drawn, ...]:
    """The effect over experiments, then the cells; none if no cell was run in both wordings."""
    known = looks(row.model for row in found.familiar)
    return (*_over_experiments(found.familiar_effects, known), *_cells(found.familiar, known))


def _over_experiments(rows: Sequence[FamiliarEffect], known: dict[str, Look]) -> list[Drawn]:
    lrs = [
        (number, row)
        for number, row in enumerate(rows)
        if row.measure == EffectScale.LRS and row.by_experiment
    ]
    groups = many(
        [[one] for one in lrs], max(1, MOST // (1 + max((r.n for _, r in lrs), default=1)))
    )
    return [
        _effect_figure(
            [one for group in sheet for one in group], known, number, of_sheets(number, groups)
        )
        for number, sheet in enumerate(groups, 1)
    ]


def _effect_figure(
    rows: Sequence[Indexed[FamiliarEffect]], known: dict[str, Look], place: int, which: str
) -> Drawn:
    simulated = any(row.simulated for _, row in rows)
    title = f"Familiar words: LRS in the original minus in permuted wordings{which}"
    blocks = [_effect_block(row, known.get(row.model) or Look("#1a1a1a", "D")) for _, row in rows]
    key = [
        LegendEntry(LegendMark.OTHER, "an experiment"),
        LegendEntry(LegendMark.MEAN, "mean over experiments"),
        LegendEntry(LegendMark.INTERVAL, "its 95% interval (t over experiments)"),
    ]
    scale = _around_zero([row for _, row in rows])
    wide, narrow = (
        forest(blocks, scale, page, title=title, key=key, simulated=simulated)
        for page in (WIDE, NARROW)
    )
    alt = [told_simulated(title, simulated=simulated)]
    for _, row in rows:
        each = ", ".join(f"{name} {value:+.2f}" for name, value in row.by_experiment.items())
        alt.append(f"{row.model}: {_mean_words(row)}; {each}.")
    plot = Plot(
        name=anchor("familiar-words", place),
        title=title,
        alt=" ".join(alt),
        wide=wide,
        narrow=narrow,
        note="Hollow marks are experiments, the filled mark their mean with its 95% interval (t "
        "over experiments; n: experiments). This does not show that a model has seen the study, or "
        "that it has not.",
    )
    return Drawn(plot, _effect_table(rows, title, simulated=simulated), simulated)


def _mean_words(row: FamiliarEffect) -> str:
    mean = f"mean {row.mean:+.2f}"
    if row.t95 is None:
        return f"{mean}, no interval, n = {row.n}"
    return f"{mean}, 95% interval {row.t95[0]:.2f} to {row.t95[1]:.2f}, n = {row.n}"


def _effect_block(row: FamiliarEffect, look: Look) -> ForestBlock:
    lines = [
        ForestRow(name, (Point(value, look, hollow=True),))
        for name, value in row.by_experiment.items()
    ]
    mean = Point(row.mean, look, row.t95 and row.t95[:2])
    lines.append(ForestRow("mean over experiments", (mean,), beside=f"n = {row.n}"))
    return ForestBlock(row.model, tuple(lines))


def _around_zero(rows: Sequence[FamiliarEffect]) -> Scale:
    """A scale symmetric about 0 that includes everything."""
    ends = [abs(value) for row in rows for value in row.by_experiment.values()]
    ends += [abs(end) for row in rows if row.t95 is not None for end in row.t95[:2]]
    rounds = (step * 10**power for power in range(12) for step in (1, 2, 5))
    most = next(one for one in rounds if one >= max(ends, default=1))
    ticks = (-most, -most / 2, 0, most / 2, most)
    words = tuple(f"{tick:+g}".replace("-", "\u2212") if tick else "0" for tick in ticks)
    return Scale(-most, most, ticks, words, "difference in LRS", zero=0)


def _effect_table(
    rows: Sequence[Indexed[FamiliarEffect]], title: str, *, simulated: bool
) -> Markup:
    columns = [
        HtmlColumn("participant"),
        HtmlColumn("experiment"),
        HtmlColumn("difference in LRS", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("experiments", numeric=True),
    ]
    lines: list[list[Markup | str]] = []
    for number, row in rows:
        at = f"{EFFECTS}/{number}"
        for name, value in Value(dict(row.by_experiment), f"{at}/by_experiment").items():
            lines.append([named(row.model), named(name), value.rounded(), "", ""])
        lines.append(
            [
                named(row.model),
                "mean over experiments",
                rounded(row.mean, f"{at}/mean"),
                interval(row.t95 and row.t95[:2], f"{at}/ci95"),
                data_value(row.n, f"{at}/n_experiments", shown=str(row.n)),
            ]
        )
    return html_table(title, columns, lines, simulated=simulated)


def _cells(rows: Sequence[FamiliarCell], known: dict[str, Look]) -> list[Drawn]:
    groups: dict[tuple[object, ...], list[Indexed[FamiliarCell]]] = {}
    for number, row in enumerate(rows):
        groups.setdefault((row.experiment, row.levels), []).append((number, row))
    sheets = many(list(groups.values()), MOST_CELLS)
    return [
        _cell_figure(sheet, known, number, of_sheets(number, sheets))
        for number, sheet in enumerate(sheets, 1)
    ]


def _cell_figure(
    groups: Sequence[Sequence[Indexed[FamiliarCell]]],
    known: dict[str, Look],
    place: int,
    which: str,
) -> Drawn:
    rows = [one for group in groups for one in group]
    simulated = any(row.simulated for _, row in rows)
    title = f"The original wording among the permuted draws{which}"
    blocks = [
        ForestBlock(
            _cell(group[0][1]), tuple(_cell_line(row, known[row.model]) for _, row in group)
        )
        for group in groups
    ]
    key = [
        LegendEntry(LegendMark.DRAWS, "a permuted draw"),
        LegendEntry(LegendMark.MEAN, "the original wording"),
        LegendEntry(LegendMark.OTHER, "mean of the permuted draws"),
    ]
    scale = _holding([float(one) for _, row in rows for one in row.draws.values()])
    wide, narrow = (
        forest(blocks, scale, page, title=title, key=key, simulated=simulated)
        for page in (WIDE, NARROW)
    )
    alt = [told_simulated(title, simulated=simulated)]
    for group in groups:
        said = "; ".join(
            f"{row.model} original {float(row.original):.2f}, permuted {float(row.permuted):.2f}, "
            f"{_rank(row)}"
            for _, row in group
        )
        alt.append(f"{_cell(group[0][1])}: {said}.")
    plot = Plot(
        name=anchor("familiar-cells", place),
        title=title,
        alt=" ".join(alt),
        wide=wide,
        narrow=narrow,
        note="Adjusted for counterbalancing: each permuted draw keeps its difference from the "
        "original at the same counterbalance level, so that a preference for one side does not "
        "look like familiarity. Adjusted draws may lie beyond 0 or 5. The rank is not a test: the "
        "original is one text.",
    )
    return Drawn(plot, _cell_table(rows, title, simulated=simulated), simulated)


def _cell(row: FamiliarCell) -> str:
    return f"{row.experiment}: {row.condition}" if row.levels else row.experiment


def _rank(row: FamiliarCell) -> str:
    return f"rank {float(row.rank):g} of {len(row.draws) + 1}"


def _cell_line(row: FamiliarCell, look: Look) -> ForestRow:
    return ForestRow(
        row.model,
        (Point(float(row.original), look), Point(float(row.permuted), look, hollow=True, drop=7)),
        draws=tuple(float(value) for value in row.draws.values()),
        beside=_rank(row),
    )


def _holding(values: Sequence[float]) -> Scale:
    """The scale of the LRS, extended if adjusted draws lie beyond its ends.

    It is called adjusted, since a reader would take an LRS of 6 for a mistake.
    """
    low, high = min([0, *map(floor, values)]), max([5, *map(ceil, values)])
    ticks = tuple(range(low, high + 1))
    words = tuple(str(tick).replace("-", "\u2212") for tick in ticks)
    return Scale(low, high, ticks, words, "LRS, adjusted")


def _cell_table(rows: Sequence[Indexed[FamiliarCell]], title: str, *, simulated: bool) -> Markup:
    columns = [
        HtmlColumn("cell"),
        HtmlColumn("participant"),
        HtmlColumn("original", numeric=True),
        HtmlColumn("permuted", numeric=True),
        HtmlColumn("difference", numeric=True),
        HtmlColumn("rank of the original", numeric=True),
        HtmlColumn("permuted draws", numeric=True),
        HtmlColumn("least p", numeric=True),
    ]
    lines = []
    for number, row in rows:
        at = f"{CELLS}/{number}"
        lines.append(
            [
                named(_cell(row)),
                named(row.model),
                rounded(row.original, f"{at}/original_lrs"),
                rounded(row.permuted, f"{at}/permuted_lrs"),
                rounded(row.difference, f"{at}/difference"),
                data_value(row.rank, f"{at}/rank", shown=f"{float(row.rank):g}"),
                data_value(len(row.draws), f"{at}/n_permuted", shown=str(len(row.draws))),
                rounded(row.least_p, f"{at}/least_p", digits=3),
            ]
        )
    return html_table(title, columns, lines, simulated=simulated)
