"""Success of those who say that they know the story, next to those who do not.

A script may ask what a story reminds of (`record recognition`). Trials in which that is answered
with yes are set against those in which it is not, within conditions, so that a condition that is
easy and well known makes no difference by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

import numpy as np

from coders.statistics.differences import MOVER_DIFFERENCE, difference
from coders.statistics.intervals import over_experiments
from renderers.rows.measures import SHARES
from renderers.rows.recognition import Recognition, RecognitionSide, RecognitionSource
from renderers.rows.trials import TrialRow
from runners.analysis.means import DrawMeans, mean
from runners.analysis.score_table import ExactColumn, RowsByDraw, ScoreTable
from runners.analysis.trials import Ints
from runners.comparison.differences import NO_INTERVAL, Estimated

CELLS_ADDED = f"{MOVER_DIFFERENCE}; half-widths of conditions added, since they share draws"


_NO, _YES, _UNDECIDED, _NOT_ASKED = range(4)
_SIDE = {False: _NO, True: _YES, None: _UNDECIDED}
_MEASURES = ("lrs", 5), *((name, 1) for name in SHARES[:2])
"""What is compared, and the upper end of its scale."""


def by_recognition(
    trials: Sequence[TrialRow], recognised: Mapping[str, bool | None]
) -> Iterator[Recognition]:
    """Success of recognised trials against others, for each participant and wording: in each
    experiment, then over experiments. First as replies say it, then as coders flagged it.
    """
    table = ScoreTable.of(trials)
    read = [_SIDE[recognised[key]] if key in recognised else _NOT_ASKED for key in table.keys]
    marked = [
        _NOT_ASKED if one.recognised is None else _SIDE[one.recognised] for one in table.patterns
    ]
    flagged = np.array(marked, dtype=np.int64)[table.like]
    readings = {RecognitionSource.REPLY: np.array(read, dtype=np.int64)}
    if (flagged == _YES).any():
        readings[RecognitionSource.FLAG] = flagged
    columns = {name: table.column(attrgetter(name)) for name, _ in _MEASURES}
    for source, sides in readings.items():
        groups: dict[tuple[str, str], dict[str, list[RowsByDraw]]] = {}
        for (experiment, _, wording, model), rows in table.cells.items():
            if (asked := sides[rows.rows] != _NOT_ASKED).any():
                mine = groups.setdefault((model, wording), {})
                mine.setdefault(experiment, []).append(rows.some(asked))
        for experiments in groups.values():
            found = [
                _of_experiment(table, columns, cells, sides, source)
                for cells in experiments.values()
            ]
            yield from found
            if len(found) > 1:
                yield _over_experiments(found)


# ------------------------------------------------------------------- success


def _of_experiment(
    table: ScoreTable,
    columns: Mapping[str, ExactColumn],
    cells: Sequence[RowsByDraw],
    sides: Ints,
    source: RecognitionSource,
) -> Recognition:
    one = table[int(cells[0].rows[0])]
    yes, no = ([cell.some(sides[cell.rows] == side) for cell in cells] for side in (_YES, _NO))
    estimates: list[tuple[Estimated, str]] = []
    for name, high in _MEASURES:
        means = columns[name].draw_means
        parts = [(means(a), means(b)) for a, b in zip(yes, no, strict=True)]
        estimates.append(within_cells([(a, b) for a, b in parts if a and b], high=high))
    (lrs, method), (share, _), (own, _) = estimates
    return Recognition(
        source=source,
        experiment=one.experiment,
        wording=one.wording,
        model=one.model,
        simulated=one.simulated,
        n_experiments=1,
        trials=sum(len(cell.rows) for cell in cells),
        recognised=_side(columns, yes),
        not_recognised=_side(columns, no),
        difference=lrs[0],
        ci95=lrs[1],
        ci_method=method,
        share_difference=share[0],
        share_ci95=share[1],
        own_difference=own[0],
        own_ci95=own[1],
    )


def within_cells(
    parts: Sequence[tuple[DrawMeans, DrawMeans]], *, high: int
) -> tuple[Estimated, str]:
    """The difference within cells, each weighing n1 n2 / (n1 + n2), and its interval.

    Cells of one experiment share their draws, so their half-widths are added as if the cells were
    fully correlated: with independent cells that is too wide, and never too narrow.
    """
    if not parts:
        return (None, None), ""
    weights = [Fraction(len(yes) * len(no), len(yes) + len(no)) for yes, no in parts]
    total = sum(weights)
    gaps = [(yes.mean or 0) - (no.mean or 0) for yes, no in parts]
    middle = Fraction(sum((w * gap for w, gap in zip(weights, gaps, strict=True)), Fraction(0)))
    middle /= total
    ends = [
        difference(yes.floats, no.floats, paired=False, high=high).interval for yes, no in parts
    ]
    there = [one for one in ends if one is not None]
    if len(there) < len(parts):
        return (middle, None), NO_INTERVAL
    low, high_end = (
        sum(float(w / total) * end for w, end in zip(weights, some, strict=True))
        for some in ([one.low for one in there], [one.high for one in there])
    )
    return (middle, (low, high_end)), MOVER_DIFFERENCE if len(parts) == 1 else CELLS_ADDED


def _side(columns: Mapping[str, ExactColumn], cells: Sequence[RowsByDraw]) -> RecognitionSide:
    draws = [
        [value for cell in cells for value in columns[name].draw_means(cell).values()]
        for name, _ in _MEASURES
    ]
    trials = sum(len(cell.rows) for cell in cells)
    return RecognitionSide(trials, len(draws[0]), *map(mean, draws))


def _over_experiments(rows: Sequence[Recognition]) -> Recognition:
    """The mean of experiments in which some trials were recognised and some not."""
    one = rows[0]
    both = [row for row in rows if row.difference is not None]
    found: dict[str, Estimated] = {}
    method = ""
    for name, high in (("difference", 5), ("share_difference", 1), ("own_difference", 1)):
        values = [value for row in rows if (value := getattr(row, name)) is not None]
        over = over_experiments([float(value) for value in values], scale=(-high, high))
        found[name] = mean(values), None if over is None else (over.low, over.high)
        if name == "difference" and over is not None:
            method = f"t over experiments, df = {over.df}"
    return Recognition(
        source=one.source,
        experiment="",
        wording=one.wording,
        model=one.model,
        simulated=one.simulated,
        n_experiments=len(both),
        trials=sum(row.trials for row in rows),
        recognised=_sum_of([row.recognised for row in rows], [row.recognised for row in both]),
        not_recognised=_sum_of(
            [row.not_recognised for row in rows], [row.not_recognised for row in both]
        ),
        difference=found["difference"][0],
        ci95=found["difference"][1],
        ci_method=method,
        share_difference=found["share_difference"][0],
        share_ci95=found["share_difference"][1],
        own_difference=found["own_difference"][0],
        own_ci95=found["own_difference"][1],
    )


def _sum_of(every: Sequence[RecognitionSide], both: Sequence[RecognitionSide]) -> RecognitionSide:
    """All trials of one side, and the means over the experiments that have both sides."""
    return RecognitionSide(
        sum(one.trials for one in every),
        sum(one.n for one in every),
        mean(one.lrs for one in both),
        mean(one.share for one in both),
        mean(one.own for one in both),
    )
