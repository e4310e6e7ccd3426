"""Two participants over several cells: an experiment, a domain, and everything that was run.

Both are taken over the cells in which both have an LRS, so that the difference is not one of cells.
Cells of an experiment share their draws and are averaged within a draw; an experiment weighs as
much as it has cells, as in the mean of a domain. The interval is about these experiments, and so is
the test, whose units are draws of all of them; the t interval over experiments stands beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from coders.statistics.differences import MOVER_MEAN, Estimate, mover_mean
from coders.statistics.intervals import over_experiments
from dsl.expand import ORIGINAL
from dsl.record import replace
from dsl.scoring import ACCURACY, LRS, ScoreKind
from dsl.trial import Levels
from renderers import domain_order
from renderers.comparison_rows import Comparison, ComparisonKind, ComparisonScope, Side
from renderers.score_rows import CellScore, Figure
from runners.analysis.means import figure, mean
from runners.comparison.cells import (
    NOT_PAIRED,
    ONE_TEXT,
    UntestedComparison,
    candidate,
    paper_cells,
)
from runners.comparison.differences import NO_INTERVAL, CellDifference, MeasuredSide, compare_cells

_Pair = tuple[CellScore, CellScore]
_Joins = dict[tuple[str, str, tuple[Levels, ...]], MeasuredSide]


@dataclass(frozen=True, slots=True)
class _Experiment:
    """Two participants on one experiment, over the cells that both have."""

    title: str
    cells: tuple[_Pair, ...]
    first: MeasuredSide
    second: MeasuredSide
    apart: CellDifference
    simulated: bool


def models_over_cells(cells: Sequence[CellScore]) -> Iterator[UntestedComparison]:
    """Every two participants over each experiment of several cells, each domain, and all."""
    models = tuple(dict.fromkeys(cell.model for cell in cells))
    for wording in dict.fromkeys(cell.wording for cell in cells):
        here = [cell for cell in cells if cell.wording == wording]
        joins: _Joins = {}
        for one, other in combinations(models, 2):
            experiments = list(_experiments(here, (one, other), joins))
            yield from _rows(experiments, (one, other), wording)


def _rows(
    experiments: Sequence[_Experiment], names: tuple[str, str], wording: str
) -> Iterator[UntestedComparison]:
    for each in experiments:
        # Without conditions the one cell is the experiment.
        if each.cells[0][0].levels:
            yield _over_experiment(each, names, wording)
    # Experiments that the paper has not are in no mean of several.
    paper = [each for each in experiments if not each.cells[0][0].addition]
    domains: dict[str, list[_Experiment]] = {}
    for each in paper:
        domain = each.cells[0][0].domain
        if domain:
            domains.setdefault(domain, []).append(each)
    for domain in sorted(domains, key=domain_order.place):
        yield _over_several(domains[domain], names, wording, domain=domain)
    if paper:
        yield _over_several(paper, names, wording)


def _experiments(
    cells: Sequence[CellScore], names: tuple[str, str], joins: _Joins
) -> Iterator[_Experiment]:
    one, other = names
    groups: dict[str, dict[Levels, dict[str, CellScore]]] = {}
    for cell in cells:
        if cell.model in (one, other) and cell.lrs.mean is not None:
            groups.setdefault(cell.experiment, {}).setdefault(cell.levels, {})[cell.model] = cell
    for title, places in groups.items():
        both = [place for place in places.values() if one in place and other in place]
        kept = paper_cells(place[one] for place in both)
        pairs = tuple((cell, places[cell.levels][other]) for cell in kept)
        if pairs:
            first, second = (_joined([pair[side] for pair in pairs], joins) for side in (0, 1))
            yield _Experiment(
                title,
                pairs,
                first,
                second,
                compare_cells(first, second, same_words=kept[0].wording != ORIGINAL),
                any(cell.simulated for pair in pairs for cell in pair),
            )


def _joined(cells: Sequence[CellScore], joins: _Joins) -> MeasuredSide:
    """The cells of one participant made one; `joins` are those of one wording made so far."""
    key = cells[0].experiment, cells[0].model, tuple(cell.levels for cell in cells)
    if key not in joins:
        joins[key] = MeasuredSide(
            _whole([cell.lrs for cell in cells], kind=LRS),
            _whole([cell.share for cell in cells], kind=ACCURACY),
        )
    return joins[key]


def _whole(cells: Sequence[Figure], *, kind: ScoreKind) -> Figure:
    """The mean of cells within a draw, over the draws that all of them have."""
    common = [draw for draw in cells[0].draws if all(draw in cell.draws for cell in cells)]
    means = {draw: mean(cell.draws[draw] for cell in cells) for draw in common}
    return figure({draw: one for draw, one in means.items() if one is not None}, kind=kind)


def _over_experiment(each: _Experiment, names: tuple[str, str], wording: str) -> UntestedComparison:
    row = _row(
        ComparisonScope.EXPERIMENT,
        [each],
        wording,
        sides=(each.first.side(names[0]), each.second.side(names[1])),
        found=((each.apart.difference, each.apart.ci95), (each.apart.share, each.apart.share_ci95)),
        method=each.apart.method,
        domain=each.cells[0][0].domain,
    )
    return candidate(row, each.apart)


def _over_several(
    parts: Sequence[_Experiment], names: tuple[str, str], wording: str, *, domain: str = ""
) -> UntestedComparison:
    """Over a domain, or over everything where none is named."""
    weights = [len(part.cells) for part in parts]
    lrs = _mean_of([(part.apart.difference, part.apart.ci95) for part in parts], weights)
    share = _mean_of([(part.apart.share, part.apart.share_ci95) for part in parts], weights)
    sides = (
        Side(names[0], *_side(parts, weights, 0)),
        Side(names[1], *_side(parts, weights, 1)),
    )
    method = NO_INTERVAL if lrs[1] is None else f"{MOVER_MEAN}; for these experiments only"
    scope = ComparisonScope.DOMAIN if domain else ComparisonScope.BATTERY
    row = _row(scope, parts, wording, sides=sides, found=(lrs, share), method=method, domain=domain)
    if wording == ORIGINAL:
        return UntestedComparison(replace(row, untested=ONE_TEXT))
    if not all(part.apart.pairs for part in parts):
        return UntestedComparison(replace(row, untested=NOT_PAIRED))
    # A draw counts as much as it does in the mean: its experiment's weight over its draws.
    differences = tuple(
        weight * float(each) / (sum(weights) * part.apart.pairs)
        for part, weight in zip(parts, weights, strict=True)
        for each in part.apart.draws.values()
    )
    return UntestedComparison(row, differences)


def _side(
    parts: Sequence[_Experiment], weights: Sequence[int], at: int
) -> tuple[int, Fraction | None, Fraction | None]:
    """The draws of one side in all, its mean LRS and its mean share."""
    sides = [(part.first, part.second)[at] for part in parts]
    return (
        sum(side.lrs.n for side in sides),
        _weighed([side.lrs.mean for side in sides], weights),
        _weighed([side.share.mean for side in sides], weights),
    )


def _weighed(values: Sequence[Fraction | None], weights: Sequence[int]) -> Fraction | None:
    found = [value for value in values if value is not None]
    if len(found) < len(values):
        return None
    total = sum((w * value for w, value in zip(weights, found, strict=True)), Fraction(0))
    return total / sum(weights)


_Found = tuple[Fraction | None, tuple[float, float] | None]


def _mean_of(parts: Sequence[_Found], weights: Sequence[int]) -> _Found:
    """The weighed mean of differences and its interval; no interval where a part has none."""
    middle = _weighed([difference for difference, _ in parts], weights)
    there = [(float(d), ends) for d, ends in parts if d is not None and ends is not None]
    if middle is None or len(there) < len(parts):
        return middle, None
    found = mover_mean([Estimate(d, *ends) for d, ends in there], weights)
    return middle, (found.low, found.high)


def _row(
    scope: ComparisonScope,
    parts: Sequence[_Experiment],
    wording: str,
    *,
    sides: tuple[Side, Side],
    found: tuple[_Found, _Found],
    method: str,
    domain: str,
) -> Comparison:
    several = scope is not ComparisonScope.EXPERIMENT
    each = [float(p.apart.difference) for p in parts if p.apart.difference is not None]
    over = over_experiments(each, scale=(-5, 5)) if several else None
    return Comparison(
        kind=ComparisonKind.MODELS,
        scope=scope,
        experiment="" if several else parts[0].title,
        domain=domain,
        levels=(),
        condition="",
        wording=wording,
        model="",
        simulated=any(part.simulated for part in parts),
        first=sides[0],
        second=sides[1],
        pairs=sum(part.apart.pairs for part in parts),
        difference=found[0][0],
        ci95=found[0][1],
        ci_method=method,
        share_difference=found[1][0],
        share_ci95=found[1][1],
        n_experiments=len(parts),
        t95=None if over is None else (over.low, over.high, over.df),
    )
