"""Means as they would be had all coders judged every trial, given with the plain means.

A stricter coder who judged most of one cell lowers that cell, and what looks like a difference of
models is one of coders. The effects of coders are worked out over the whole study, in LRS points;
the mean of record stays the plain one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dsl.record import replace
from renderers.coder_rows import CoderAdjustment, CoderEffect
from renderers.score_rows import CellScore, CoderRow, TrialRow
from runners.analysis.codings import WEIGHED
from runners.analysis.means import mean
from runners.analysis.score_table import ScoreTable


def adjustment(rows: Sequence[TrialRow]) -> CoderAdjustment:
    """What each coder who counts gives more than their average, or why that is not worked out."""
    # Imported here: whoever only imports what scores are made of needs no arrays.
    import numpy as np

    from coders.statistics.coder_effects import METHOD, coder_effects

    scored = [row for row in rows if row.lrs is not None]
    coders = sorted({one.coder for row in scored for one in _judges(row)})
    places = {coder: at for at, coder in enumerate(coders)}
    ratings = np.full((len(scored), len(coders)), np.nan)
    for at, row in enumerate(scored):
        for one in _judges(row):
            ratings[at, places[one.coder]] = one.lrs
    found = coder_effects(ratings)
    given = (~np.isnan(ratings)).sum(axis=0)
    effects = found.effects or (None,) * len(coders)
    return CoderAdjustment(
        trials=len(scored),
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
    return tuple(
        replace(cell, adjusted=means[cell.experiment, cell.levels, cell.wording, cell.model].mean)
        for cell in cells
    )


def _judges(row: TrialRow) -> list[CoderRow]:
    """The coders of a trial whose LRS are in its mean; where answers were weighed there is none."""
    return [
        one for one in row.coders if one.counted and one.lrs is not None and one.kind != WEIGHED
    ]
