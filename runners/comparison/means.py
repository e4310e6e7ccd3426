"""Two participants over several cells: an experiment, a domain, and everything that was run.

Both are taken over the cells in which both have an LRS, so that the difference is not one of cells.
Cells of an experiment share their draws and are averaged within a draw; an experiment weighs as
much as it has cells, as in the mean of a domain. The interval is about these experiments, and so is
the test, whose units are draws of all of them; the t interval over experiments is given with it.

Two domains of one participant compared: each is the mean over its cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from coders.statistics.differences import MOVER_MEAN, Estimate, mover_difference, mover_mean
from coders.statistics.intervals import over_experiments
from dsl.record import replace
from dsl.scoring import ScoreKind
from dsl.trial import Levels
from renderers import domain_order
from renderers.rows.comparisons import Comparison, ComparisonKind, ComparisonScope, Side
from renderers.rows.measures import MEASURES, SHARES, Figure, TrialMeasures, measures, own_stories
from renderers.rows.scores import CellScore, DomainScore
from runners.analysis.means import figure, mean_of_cells
from runners.comparison.differences import (
    NO_INTERVAL,
    CellDifference,
    Estimated,
    UntestedComparison,
    compare_cells,
    comparison,
    side,
    untested,
)

_COMPARED = ("lrs", *SHARES)
"""The measures that are compared; others of joined cells are left empty."""

_Joins = dict[tuple[str, str, tuple[Levels, ...]], TrialMeasures[Figure]]


@dataclass(frozen=True, slots=True)
class _Experiment:
    """Two participants on one experiment, over the cells that both have: those of the first, and
    for each side all of them made one.
    """

    cells: Sequence[CellScore]
    sides: tuple[TrialMeasures[Figure], TrialMeasures[Figure]]
    found: CellDifference
    simulated: bool

    @property
    def cell(self) -> CellScore:
        """The first of the cells."""
        return self.cells[0]


def models_over_cells(cells: Sequence[CellScore]) -> Iterator[UntestedComparison]:
    """Every two participants over each experiment of several cells, each domain, and all."""
    models = tuple(dict.fromkeys(cell.model for cell in cells))
    for wording in dict.fromkeys(cell.wording for cell in cells):
        here = [cell for cell in cells if cell.wording == wording]
        joins: _Joins = {}
        for names in combinations(models, 2):
            yield from _of_two(list(_experiments(here, names, joins)), names)


def _of_two(
    experiments: Sequence[_Experiment], names: tuple[str, str]
) -> Iterator[UntestedComparison]:
    for each in experiments:
        # Without conditions the one cell is the experiment.
        if each.cell.levels:
            sides = side(names[0], each.sides[0]), side(names[1], each.sides[1])
            yield _over(ComparisonScope.EXPERIMENT, [each], sides, each.found)
    # Experiments that the paper has not are in no mean of several.
    paper = [each for each in experiments if not each.cell.addition]
    domains: dict[str, list[_Experiment]] = {}
    for each in paper:
        if each.cell.domain:
            domains.setdefault(each.cell.domain, []).append(each)
    for domain in sorted(domains, key=domain_order.place):
        yield _over_several(ComparisonScope.DOMAIN, domains[domain], names)
    if paper:
        yield _over_several(ComparisonScope.BATTERY, paper, names)


def _experiments(
    cells: Sequence[CellScore], names: tuple[str, str], joins: _Joins
) -> Iterator[_Experiment]:
    one, other = names
    groups: dict[str, dict[Levels, dict[str, CellScore]]] = {}
    for cell in cells:
        if cell.model in names and cell.lrs.mean is not None:
            groups.setdefault(cell.experiment, {}).setdefault(cell.levels, {})[cell.model] = cell
    for places in groups.values():
        both = [place[one] for place in places.values() if one in place and other in place]
        # The cells that are the paper's; all where none is.
        mine = [cell for cell in both if not cell.addition] or both
        if mine:
            yours = [places[cell.levels][other] for cell in mine]
            sides = _joined(mine, joins), _joined(yours, joins)
            found = compare_cells(*sides, same_words=any(cell.draws_vary for cell in mine))
            yield _Experiment(mine, sides, found, any(cell.simulated for cell in (*mine, *yours)))


def _joined(cells: Sequence[CellScore], joins: _Joins) -> TrialMeasures[Figure]:
    """The cells of one participant made one; `joins` are those of one wording made so far."""
    key = cells[0].experiment, cells[0].model, tuple(cell.levels for cell in cells)
    if key not in joins:
        joins[key] = TrialMeasures(
            **measures(
                lambda name: (
                    _whole([getattr(cell, name) for cell in cells], kind=MEASURES[name])
                    if name in _COMPARED
                    else Figure()
                )
            )
        )
    return joins[key]


def _whole(cells: Sequence[Figure], *, kind: ScoreKind) -> Figure:
    """The mean of cells within a draw, over the draws that all of them have."""
    return figure(mean_of_cells([cell.draws for cell in cells]), kind=kind)


def _over_several(
    scope: ComparisonScope, parts: Sequence[_Experiment], names: tuple[str, str]
) -> UntestedComparison:
    """Over a domain, or over everything."""
    weights = [len(part.cells) for part in parts]
    lrs = _mean_of([part.found.lrs for part in parts], weights)
    share = _mean_of([part.found.share for part in parts], weights)
    own = _mean_of([part.found.own for part in parts], weights)
    first, second = (
        _side(name, [part.sides[at] for part in parts], weights) for at, name in enumerate(names)
    )
    draws: tuple[float, ...] = ()
    if all(part.found.pairs for part in parts):
        # A draw counts as much as it does in the mean: its experiment's weight over its draws.
        draws = tuple(
            weight * each / (sum(weights) * part.found.pairs)
            for part, weight in zip(parts, weights, strict=True)
            for each in part.found.draws
        )
    pairs = sum(part.found.pairs for part in parts)
    method = NO_INTERVAL if lrs[1] is None else f"{MOVER_MEAN}; for these experiments only"
    return _over(
        scope, parts, (first, second), CellDifference(pairs, lrs, share, method, draws, own)
    )


def _side(label: str, parts: Sequence[TrialMeasures[Figure]], weights: Sequence[int]) -> Side:
    """One side over several experiments; its draws are counted in all."""
    return Side(
        label,
        sum(part.lrs.n for part in parts),
        _weighed([part.lrs.mean for part in parts], weights),
        _weighed([part.share.mean for part in parts], weights),
        _weighed([own_stories(part).mean for part in parts], weights),
    )


def _weighed(values: Sequence[Fraction | None], weights: Sequence[int]) -> Fraction | None:
    found = [value for value in values if value is not None]
    if len(found) < len(values):
        return None
    total = sum((w * value for w, value in zip(weights, found, strict=True)), Fraction(0))
    return total / sum(weights)


def _mean_of(parts: Sequence[Estimated], weights: Sequence[int]) -> Estimated:
    """The weighed mean of differences and its interval; no interval where a part has none."""
    middle = _weighed([difference for difference, _ in parts], weights)
    there = [(float(d), ends) for d, ends in parts if d is not None and ends is not None]
    if middle is None or len(there) < len(parts):
        return middle, None
    found = mover_mean([Estimate(d, *ends) for d, ends in there], weights)
    return middle, (found.low, found.high)


def _over(
    scope: ComparisonScope,
    parts: Sequence[_Experiment],
    sides: tuple[Side, Side],
    found: CellDifference,
) -> UntestedComparison:
    row = replace(
        comparison(ComparisonKind.MODELS, parts[0].cell, *sides, found),
        scope=scope,
        levels=(),
        condition="",
        model="",
        simulated=any(part.simulated for part in parts),
    )
    if scope is not ComparisonScope.EXPERIMENT:
        each = [float(part.found.lrs[0]) for part in parts if part.found.lrs[0] is not None]
        over = over_experiments(each, scale=(-5, 5))
        row = replace(
            row,
            experiment="",
            domain=row.domain if scope is ComparisonScope.DOMAIN else "",
            n_experiments=len(parts),
            t95=None if over is None else (over.low, over.high, over.df),
        )
    vary = any(cell.draws_vary for part in parts for cell in part.cells)
    return untested(row, found.draws, vary=vary)


UNPAIRED = "experiments of two domains cannot be paired, so there is an interval and no test"
METHOD = "MOVER from the two domains' intervals; for these experiments only"


def domain_differences(
    rows: Sequence[DomainScore], cells: Sequence[CellScore]
) -> Iterator[UntestedComparison]:
    """Every two domains of a participant in one wording."""
    groups: dict[tuple[str, str], list[DomainScore]] = {}
    for row in rows:
        if row.lrs is not None:
            groups.setdefault((row.model, row.wording), []).append(row)
    for group in groups.values():
        for first, second in combinations(group, 2):
            yield UntestedComparison(_domains_compared(first, second, cells))


def _domains_compared(
    first: DomainScore, second: DomainScore, cells: Sequence[CellScore]
) -> Comparison:
    assert first.lrs is not None
    assert second.lrs is not None
    ends = None
    if first.ci95 is not None and second.ci95 is not None:
        one, other = (
            Estimate(float(first.lrs), *first.ci95),
            Estimate(float(second.lrs), *second.ci95),
        )
        found = mover_difference(one, other)
        ends = found.low, found.high
    return Comparison(
        kind=ComparisonKind.DOMAINS,
        scope=ComparisonScope.BATTERY,
        experiment="",
        domain="",
        levels=(),
        condition="",
        wording=first.wording,
        model=first.model,
        simulated=first.simulated,
        first=_domain_side(first, cells),
        second=_domain_side(second, cells),
        pairs=0,
        difference=first.lrs - second.lrs,
        ci95=ends,
        ci_method=METHOD if ends else NO_INTERVAL,
        share_difference=None,
        share_ci95=None,
        n_experiments=len(first.experiments) + len(second.experiments),
        untested=UNPAIRED,
    )


def _domain_side(row: DomainScore, cells: Sequence[CellScore]) -> Side:
    """A domain; its draws are those of all its cells."""
    mine = (
        cell.lrs.n
        for cell in cells
        if (cell.domain, cell.model, cell.wording) == (row.domain, row.model, row.wording)
        and not cell.addition
    )
    return Side(row.domain, sum(mine), row.lrs, None)
