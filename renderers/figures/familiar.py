"""The familiar-words effect: the original among its permuted draws, and over experiments.

In a cell the original is one text, so only its rank among the draws is known; over experiments the
mean has an interval. So they are separate figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from operator import itemgetter
from typing import Any

from renderers.fields.comparison.familiar import EFFECT, FAMILIAR
from renderers.fields.design import EXPERIMENT_TITLE
from renderers.fields.field import Field, headed, pick
from renderers.fields.means import OVER_EXPERIMENTS
from renderers.fields.scales import T_METHOD
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.forest import ForestBlock, ForestRow, ForestScale, Point, forest
from renderers.number_words import between
from renderers.report.columns import column, titled
from renderers.report.comparisons import familiar_columns
from renderers.report.parts import PageColumn, named, words
from renderers.report.values import Value
from renderers.rows.comparisons import Comparisons, EffectScale, FamiliarCell, FamiliarEffect

MOST = 28
"""The most rows that fit on a sheet of paper."""
MOST_CELLS = 20
CELLS, EFFECTS = "/compare/familiar_words", "/compare/familiar_words_over_experiments"
"""Where the rows are in the report's document."""

_OVER_ALL = f"mean {OVER_EXPERIMENTS}"
_Line = tuple[Value, str, Value, bool]
"""A line in the table of an effect: the effect, an experiment and its mean, or (`True`) all."""


def familiar_figures(found: Comparisons) -> tuple[Drawn, ...]:
    """The effect over experiments, then the cells; none if no cell was run in both wordings."""
    known = looks(row.model for row in found.familiar)
    effects = [
        one
        for one in in_document(EFFECT, found.familiar_effects, EFFECTS)
        if one.row.measure == EffectScale.LRS and one.row.by_experiment
    ]
    most = max(1, MOST // (1 + max((one.row.n for one in effects), default=1)))
    cells = grouped(
        in_document(FAMILIAR, found.familiar, CELLS),
        lambda one: (one.row.cell.experiment, one.row.cell.levels),
    )
    return (
        *(
            _effect_figure(part, known, place)
            for place, part in enumerate(many([[one] for one in effects], most), 1)
        ),
        *(
            _cell_figure(part, known, place)
            for place, part in enumerate(many(cells, MOST_CELLS), 1)
        ),
    )


def _effect_figure(part: Part[Entry[FamiliarEffect]], known: dict[str, Look], place: int) -> Drawn:
    rows = [one.row for one in part.rows]
    blocks = [_effect_block(row, known.get(row.model) or Look("#1a1a1a", "D")) for row in rows]
    key = [
        LegendEntry(LegendMark.OTHER, f"an {headed(EXPERIMENT_TITLE)}"),
        LegendEntry(LegendMark.MEAN, _OVER_ALL),
        interval(form=f"its {{}} ({T_METHOD})"),
    ]
    return drawn(
        f"familiar-words-{place}",
        f"Familiar words: LRS in the original minus in permuted wordings{part.which}",
        lambda page: forest(blocks, _around_zero(rows), page, key),
        said=map(_effect_said, rows),
        note="Hollow marks are experiments, the filled mark their mean with its 95% interval (t "
        "over experiments; n: experiments). This does not show that a model has seen the study, or "
        "that it has not.",
        columns=_EFFECT_COLUMNS,
        rows=[line for one in part.rows for line in _effect_lines(one.value)],
        simulated=any(row.simulated for row in rows),
    )


def _effect_said(row: FamiliarEffect) -> str:
    each = ", ".join(f"{name} {value:+.2f}" for name, value in row.by_experiment.items())
    return f"{row.model}: {_mean_words(row)}; {each}."


def _mean_words(row: FamiliarEffect) -> str:
    mean = f"mean {row.mean:+.2f}"
    if row.t95 is None:
        return f"{mean}, no interval, n = {row.n}"
    return f"{mean}, 95% interval {between(row.t95[:2])}, n = {row.n}"


def _effect_block(row: FamiliarEffect, look: Look) -> ForestBlock:
    lines = [
        ForestRow(name, (Point(value, look, hollow=True),))
        for name, value in row.by_experiment.items()
    ]
    mean = Point(row.mean, look, row.t95 and row.t95[:2])
    lines.append(ForestRow(_OVER_ALL, (mean,), beside=f"n = {row.n}"))
    return ForestBlock(row.model, tuple(lines))


def _around_zero(rows: Sequence[FamiliarEffect]) -> ForestScale:
    """A scale symmetric about 0 that includes everything."""
    ends = [abs(value) for row in rows for value in row.by_experiment.values()]
    ends += [abs(end) for row in rows if row.t95 is not None for end in row.t95[:2]]
    rounds = (step * 10**power for power in range(12) for step in (1, 2, 5))
    most = next(one for one in rounds if one >= max(ends, default=1))
    ticks = (-most, -most / 2, 0, most / 2, most)
    words = tuple(f"{tick:+g}".replace("-", "\u2212") if tick else "0" for tick in ticks)
    return ForestScale(-most, most, ticks, words, "difference in LRS", zero=0)


def _effect_lines(effect: Value) -> Iterator[_Line]:
    for name, mean in effect["by_experiment"].items():
        yield effect, name, mean, False
    yield effect, _OVER_ALL, effect["mean"], True


def _of_all(figure: Field[Any]) -> PageColumn[_Line]:
    """A figure over experiments, which no experiment has alone."""
    made = column(figure)
    return PageColumn(made.title, lambda line: made.cell(line[0]) if line[3] else "")


_MODEL, _MEAN, _CI, _N = pick(EFFECT, "model", "mean", "ci95", "n_experiments")
(_PERMUTED,) = pick(FAMILIAR, "n_permuted")
_EFFECT_COLUMNS: tuple[PageColumn[_Line], ...] = (
    column(_MODEL).of(itemgetter(0)),
    words(titled(EXPERIMENT_TITLE), lambda line: line[1] if line[3] else named(line[1])),
    PageColumn(titled(_MEAN, form="{} in LRS"), lambda line: line[2].rounded()),
    *map(_of_all, (_CI, _N)),
)


def _cell_figure(part: Part[Entry[FamiliarCell]], known: dict[str, Look], place: int) -> Drawn:
    blocks = [
        ForestBlock(
            _cell(group[0].row), tuple(_cell_line(one.row, known[one.row.model]) for one in group)
        )
        for group in part.groups
    ]
    key = [
        LegendEntry(LegendMark.DRAWS, "a permuted draw"),
        LegendEntry(LegendMark.MEAN, "the original wording"),
        LegendEntry(LegendMark.OTHER, f"mean of the {_PERMUTED.title}"),
    ]
    values = [one.value for one in part.rows]
    scale = _holding([float(draw) for one in part.rows for draw in one.row.draws.values()])
    return drawn(
        f"familiar-cells-{place}",
        f"The original wording among the {_PERMUTED.title}{part.which}",
        lambda page: forest(blocks, scale, page, key),
        said=map(_cell_said, part.groups),
        note="Adjusted for counterbalancing: each permuted draw keeps its difference from the "
        "original at the same counterbalance level, so that a preference for one side does not "
        "look like familiarity. Adjusted draws may lie beyond 0 or 5. The rank is not a test: the "
        "original is one text.",
        columns=familiar_columns(values),
        rows=values,
        simulated=any(one.row.simulated for one in part.rows),
        section="familiar-cells",
    )


def _cell_said(group: Sequence[Entry[FamiliarCell]]) -> str:
    said = "; ".join(
        f"{row.model} original {float(row.original):.2f}, permuted {float(row.permuted):.2f}, "
        f"{_rank(row)}"
        for row in (one.row for one in group)
    )
    return f"{_cell(group[0].row)}: {said}."


def _cell(row: FamiliarCell) -> str:
    cell = row.cell
    return f"{cell.experiment}: {cell.condition}" if cell.levels else cell.experiment


def _rank(row: FamiliarCell) -> str:
    return f"rank {float(row.rank):g} of {len(row.draws) + 1}"


def _cell_line(row: FamiliarCell, look: Look) -> ForestRow:
    return ForestRow(
        row.model,
        (Point(float(row.original), look), Point(float(row.permuted), look, hollow=True, drop=7)),
        draws=tuple(float(value) for value in row.draws.values()),
        beside=_rank(row),
    )


def _holding(values: Sequence[float]) -> ForestScale:
    """The scale of the LRS, extended if adjusted draws lie beyond its ends.

    It is called adjusted, since a reader would take an LRS of 6 for a mistake.
    """
    low, high = min([0, *map(floor, values)]), max([5, *map(ceil, values)])
    ticks = tuple(range(low, high + 1))
    words = tuple(str(tick).replace("-", "\u2212") for tick in ticks)
    return ForestScale(low, high, ticks, words, "LRS, adjusted")
