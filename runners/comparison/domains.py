"""Two domains of one participant compared: each is the mean over its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from coders.statistics.differences import Estimate, mover_difference
from renderers.rows.comparisons import Comparison, ComparisonKind, ComparisonScope, Side
from renderers.rows.scores import CellScore, DomainScore
from runners.comparison.differences import NO_INTERVAL, UntestedComparison

UNPAIRED = "experiments of two domains cannot be paired, so there is an interval and no test"
METHOD = "MOVER from the two domains' intervals; for these experiments only"


def domains(
    rows: Sequence[DomainScore], cells: Sequence[CellScore]
) -> Iterator[UntestedComparison]:
    """Every two domains of a participant in one wording."""
    groups: dict[tuple[str, str], list[DomainScore]] = {}
    for row in rows:
        if row.lrs is not None:
            groups.setdefault((row.model, row.wording), []).append(row)
    for group in groups.values():
        for first, second in combinations(group, 2):
            yield UntestedComparison(_compared(first, second, cells))


def _compared(first: DomainScore, second: DomainScore, cells: Sequence[CellScore]) -> Comparison:
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
        first=_side(first, cells),
        second=_side(second, cells),
        pairs=0,
        difference=first.lrs - second.lrs,
        ci95=ends,
        ci_method=METHOD if ends else NO_INTERVAL,
        share_difference=None,
        share_ci95=None,
        n_experiments=len(first.experiments) + len(second.experiments),
        untested=UNPAIRED,
    )


def _side(row: DomainScore, cells: Sequence[CellScore]) -> Side:
    """A domain; its draws are those of all its cells."""
    mine = (
        cell.lrs.n
        for cell in cells
        if (cell.domain, cell.model, cell.wording) == (row.domain, row.model, row.wording)
        and not cell.addition
    )
    return Side(row.domain, sum(mine), row.lrs, None)
