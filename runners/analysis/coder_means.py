"""Each coder's own mean, and the mean of record: whether one of them is stricter than another.

A coder's own mean has that coder's own judgement of the gates in it, trials that others dispute
included. Coders are few and were chosen, so no interval treats them as a sample of coders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from dsl.record import replace
from renderers.rows.measures import Figure
from renderers.rows.scores import (
    CellScore,
    CoderAdjustment,
    CoderEffect,
    CoderMean,
    FirstGiven,
    Overrides,
)
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.codings import WEIGHED
from runners.analysis.means import figure, mean
from runners.analysis.score_table import (
    CellKey,
    ExactColumn,
    RowsByDraw,
    ScoreTable,
    cell_key,
)


@dataclass(frozen=True, slots=True, eq=False)
class CoderColumn:
    """One coder's LRS of each trial of a table, and which trials have a code of that coder."""

    coder: CoderRow
    lrs: ExactColumn
    coded: ExactColumn


def coder_columns(table: ScoreTable) -> tuple[CoderColumn, ...]:
    """A column for each coder, those who count first."""
    some: dict[tuple[str, str], CoderRow] = {}
    for row in table.patterns:
        for one in row.coders:
            some.setdefault((one.coder, one.kind), one)
    return tuple(
        CoderColumn(
            some[who],
            table.column(partial(_lrs_by, who)),
            table.column(partial(_coded_by, who)),
        )
        for who in sorted(some, key=lambda who: (not some[who].counted, who))
    )


def _lrs_by(who: tuple[str, str], row: TrialRow) -> int | Fraction | None:
    return next((one.lrs for one in row.coders if (one.coder, one.kind) == who), None)


def _coded_by(who: tuple[str, str], row: TrialRow) -> int | None:
    return 1 if any((one.coder, one.kind) == who for one in row.coders) else None


def in_cell(
    table: ScoreTable, coders: Sequence[CoderColumn], cell: CellKey
) -> tuple[CoderMean, ...]:
    """The coders' own means over the trials of one cell, those who count first."""
    rows = table.cells[cell]
    return tuple(
        CoderMean(
            one.coder.coder,
            one.coder.kind,
            one.coder.counted,
            figure(one.lrs.draw_means(rows)),
            int(one.lrs.known[rows.rows].sum()),
        )
        for one in coders
        if one.coded.known[rows.rows].any()
    )


def over(table: ScoreTable) -> tuple[CoderMean, ...]:
    """The coders' own means over everything that each coded, without intervals.

    Coders who coded different trials are not to be compared by them.
    """
    every = np.arange(len(table))
    units = np.zeros(len(table), dtype=np.int64)
    draws = int(table.draws.max(initial=0)) + 1
    for at, rows in enumerate(table.cells.values()):
        units[rows.rows] = at * draws + table.draws[rows.rows]
    by_unit = RowsByDraw(every, units)
    return tuple(
        CoderMean(
            one.coder.coder,
            one.coder.kind,
            one.coder.counted,
            Figure(means.mean, len(means)),
            int(one.lrs.known.sum()),
        )
        for one in coder_columns(table)
        for means in (one.lrs.draw_means(by_unit),)
    )


Marked = Sequence[tuple[TrialRow, int]]
"""The ways in which trials were marked, and how many were (`ScoreTable.counted`)."""


def overrides(marked: Marked) -> Overrides:
    """How often coders who count gave another LRS than the rule, and how far off on average."""
    pairs = _given(marked, lambda one: one.given)
    n = sum(pairs.values())
    apart = sum((count * Fraction(given - rule) for (given, rule), count in pairs.items()), _NONE)
    changed = sum(count for (given, rule), count in pairs.items() if given != rule)
    return Overrides(n, changed, apart / n if n else None)


def first_given(marked: Marked) -> FirstGiven:
    """The LRS that coders who count gave before any mark, and the rule's of the same trials."""
    pairs = _given(marked, lambda one: one.first)
    n = sum(pairs.values())
    given, rule = (
        sum((count * Fraction(pair[at]) for pair, count in pairs.items()), _NONE) for at in (0, 1)
    )
    return FirstGiven(n, given / n if n else None, rule / n if n else None)


_NONE = Fraction(0)


def _given(
    marked: Marked, which: Callable[[CoderRow], int | None]
) -> Counter[tuple[int, int | Fraction]]:
    """How often coders gave an LRS where the rule has another or the same."""
    found: Counter[tuple[int, int | Fraction]] = Counter()
    for row, count in marked:
        for one in row.coders:
            if one.counted and one.lrs is not None and (given := which(one)) is not None:
                found[given, one.lrs] += count
    return found


def adjustment(table: ScoreTable) -> CoderAdjustment:
    """What each coder who counts gives more than their average, or why that is not worked out."""
    from coders.statistics.coder_effects import METHOD, coder_effects

    judges = [[] if row.lrs is None else _judges(row) for row in table.patterns]
    coders = sorted({one.coder for some in judges for one in some})
    places = {coder: at for at, coder in enumerate(coders)}
    by_pattern = np.full((len(judges), len(coders)), np.nan)
    for at, some in enumerate(judges):
        for one in some:
            by_pattern[at, places[one.coder]] = one.lrs
    scored = np.array([row.lrs is not None for row in table.patterns], dtype=np.bool_)[table.like]
    ratings = by_pattern[table.like][scored]
    found = coder_effects(ratings)
    given = (~np.isnan(ratings)).sum(axis=0)
    effects = found.effects or (None,) * len(coders)
    return CoderAdjustment(
        trials=len(ratings),
        shared=found.shared,
        reason=found.reason,
        method="" if found.reason else METHOD,
        coders=tuple(
            CoderEffect(coder, int(given[at]), effect)
            for (coder, at), effect in zip(places.items(), effects, strict=True)
        ),
    )


def adjusted(
    cells: Iterable[CellScore], table: ScoreTable, made: CoderAdjustment
) -> tuple[CellScore, ...]:
    """The cells, each with its adjusted mean."""
    effects = {one.coder: Fraction(one.effect) for one in made.coders if one.effect is not None}
    if not effects:
        return tuple(cells)

    def less_their_effect(row: TrialRow) -> Fraction | None:
        if row.lrs is None:
            return None
        return row.lrs - (mean(effects[one.coder] for one in _judges(row)) or 0)

    means = table.draw_means(less_their_effect)
    return tuple(replace(cell, adjusted=means[cell_key(cell)].mean) for cell in cells)


def _judges(row: TrialRow) -> list[CoderRow]:
    """The coders of a trial whose LRS are in its mean; where answers were weighed there is none."""
    return [
        one for one in row.coders if one.counted and one.lrs is not None and one.kind != WEIGHED
    ]
