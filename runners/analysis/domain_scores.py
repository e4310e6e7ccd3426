"""Means over cells: of one experiment, and of a domain in two weightings.

A domain's mean is flat over the paper's cells, which gives what the paper's own tables give; the
mean over experiments is given, too, because the two can change the order of domains. Additions
stay out of both. Intervals are about the experiments that were run and no others: cells of one
experiment have the same words in the same draw, so they are averaged within a draw before
experiments are combined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from coders.statistics.differences import MOVER_MEAN, Estimate, draws_of_cells, mover_mean
from coders.statistics.intervals import over_experiments
from dsl.scoring import ACCURACY, LRS, IntervalMethod, ScoreKind
from renderers import domain_order
from renderers.rows.measures import Figure
from renderers.rows.published import PublishedLRS
from renderers.rows.scores import CellScore, DomainScore, ExperimentScore, Published
from runners.analysis.means import DrawMeans, figure, mean, weighed


def over_cells(
    cells: Sequence[CellScore],
) -> tuple[tuple[ExperimentScore, ...], tuple[DomainScore, ...]]:
    """The means of experiments, in the order of their cells, and of domains, in the order in which
    the paper reports them; cells without a domain are in no domain.
    """
    groups: dict[tuple[str, str, str], list[CellScore]] = {}
    domains: dict[tuple[str, str, str], list[CellScore]] = {}
    for cell in cells:
        groups.setdefault((cell.experiment, cell.wording, cell.model), []).append(cell)
        if cell.domain:
            domains.setdefault((cell.domain, cell.wording, cell.model), []).append(cell)
    return (
        tuple(_experiment(group) for group in groups.values()),
        tuple(
            _domain(domains[key])
            for key in sorted(domains, key=lambda key: domain_order.place(key[0]))
        ),
    )


def _experiment(cells: Sequence[CellScore]) -> ExperimentScore:
    first = cells[0]
    paper = [cell for cell in cells if not cell.addition] or list(cells)
    return ExperimentScore(
        experiment=first.experiment,
        domain=first.domain,
        wording=first.wording,
        model=first.model,
        simulated=first.simulated,
        cells=sum(cell.lrs.mean is not None for cell in paper),
        missing=sum(cell.lrs.mean is None for cell in paper),
        additions=len(cells) - len(paper),
        lrs=joined([cell.lrs for cell in paper]),
        linear=joined([cell.linear for cell in paper]),
        share=joined([cell.share for cell in paper], kind=ACCURACY),
    )


def joined(cells: Sequence[Figure], *, kind: ScoreKind = LRS) -> Figure:
    """The flat mean of cells that share their draws, with the interval over draws that all have.

    Its `n` counts the draws that are in the mean, of any cell; its `draws` are those of the
    interval.
    """
    there = [cell for cell in cells if cell.mean is not None]
    exact = [DrawMeans.of(cell.draws) for cell in there]
    means = draws_of_cells([dict(zip(one, one.floats, strict=True)) for one in exact])
    # A mean over cells is no proportion of draws.
    method = IntervalMethod.T if kind.interval is IntervalMethod.WILSON else kind.interval
    over = figure(DrawMeans.of_floats(means), kind=kind, method=method)
    n = len({draw for cell in there for draw in cell.draws})
    how = over.ci_method and f"{over.ci_method}, over draws that every cell has"
    return Figure(mean(cell.mean for cell in there), n, over.sd, over.ci95, over.draws, how)


def _domain(cells: Sequence[CellScore]) -> DomainScore:
    first = cells[0]
    paper = [cell for cell in cells if not cell.addition]
    there = [cell for cell in paper if cell.lrs.mean is not None]
    lrs = weighed([(cell.experiment, cell.lrs.mean) for cell in there if cell.lrs.mean is not None])
    straight = weighed(
        [(cell.experiment, cell.linear.mean) for cell in there if cell.linear.mean is not None]
    )
    titles = tuple(dict.fromkeys(cell.experiment for cell in there))
    means = [mean(c.lrs.mean for c in there if c.experiment == title) for title in titles]
    over = over_experiments([float(one) for one in means if one is not None], scale=(0, 5))
    flat = _interval(there, len)
    return DomainScore(
        domain=first.domain,
        wording=first.wording,
        model=first.model,
        simulated=all(cell.simulated for cell in cells),
        cells=len(there),
        missing=len(paper) - len(there),
        additions=len(cells) - len(paper),
        experiments=titles,
        lrs=lrs[0],
        lrs_by_experiment=lrs[1],
        linear=straight[0],
        linear_by_experiment=straight[1],
        ci95=flat,
        ci_method=f"{MOVER_MEAN}; for these experiments only and no others" if flat else "",
        ci95_by_experiment=_interval(there, lambda group: 1),
        t95=(over.low, over.high, over.df) if over is not None else None,
        published=_published((cell.experiment, cell.reference) for cell in there),
    )


def _interval(
    cells: Sequence[CellScore], weight: Callable[[Sequence[CellScore]], int]
) -> tuple[float, float] | None:
    """The interval of a domain; None where an experiment has fewer than five whole draws."""
    groups: dict[str, list[CellScore]] = {}
    for cell in cells:
        groups.setdefault(cell.experiment, []).append(cell)
    parts: list[Estimate] = []
    for group in groups.values():
        whole = joined([cell.lrs for cell in group])
        if whole.mean is None or whole.ci95 is None:
            return None
        parts.append(Estimate(float(whole.mean), *whole.ci95))
    if not parts:
        return None
    found = mover_mean(parts, [weight(group) for group in groups.values()])
    return found.low, found.high


def _published(
    cells: Iterable[tuple[str, PublishedLRS | None]],
) -> Published | None:
    """The mean of what was published for these cells, from (experiment, reference) of each; flat
    over cells, and over experiments.

    None where nothing was published for any of them. Where something is missing for one, the means
    are None: a mean over other cells cannot be compared with theirs.
    """
    found = list(cells)
    who = next((one.who for _, one in found if one is not None), None)
    if who is None:
        return None
    values = [(title, one.lrs) for title, one in found if one is not None and one.who == who]
    if len(values) < len(found):
        return Published(who)
    return Published(who, *weighed(values))
