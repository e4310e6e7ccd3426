"""A study at a glance, made of a run's rows or of coded scores by the same functions.

Experiments stand in the order of their domains in the paper, cells in that of their scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from coders.statistics.intervals import wilson
from dsl.experiment import Experiment
from renderers import domain_order
from renderers.run_table import CellRow, ContrastRow
from renderers.score_rows import CellScore, ContrastScore, StudyScores
from renderers.summary_rows import Summary, SummaryCell
from runners.results import telling_apart
from runners.results.additions import is_addition
from runners.results.domain_scores import over_cells
from runners.results.means import figure


def of_run(
    rows: Iterable[tuple[Experiment, Sequence[CellRow], Sequence[ContrastRow]]],
) -> Summary:
    """The summary of a run from the rows of its experiments."""
    cells: list[SummaryCell] = []
    contrasts: list[ContrastScore] = []
    for experiment, mine, passed in rows:
        cells += [_of_row(experiment, row) for row in mine]
        contrasts += map(_of_contrast, passed)
    order = _order(cells)
    experiments, domains = over_cells(order)
    return Summary(
        order,
        experiments,
        domains,
        _in_order_of(order, contrasts),
        telling_apart.found(order),
    )


def of_scores(scores: StudyScores) -> Summary:
    """The summary of a scored study."""
    order = _order([_of_score(cell) for cell in scores.cells])
    return Summary(
        order,
        scores.experiments,
        scores.domains,
        _in_order_of(order, scores.contrasts),
        scores.telling_apart,
    )


def _order(cells: Sequence[SummaryCell]) -> tuple[SummaryCell, ...]:
    """By participant, domain, experiment and cell, additions last; wordings side by side."""
    models = list(dict.fromkeys(cell.model for cell in cells))
    experiments = list(dict.fromkeys(cell.experiment for cell in cells))
    met = list(dict.fromkeys((cell.experiment, cell.levels) for cell in cells))
    return tuple(
        sorted(
            cells,
            key=lambda cell: (
                models.index(cell.model),
                cell.addition,
                domain_order.place(cell.domain),
                experiments.index(cell.experiment),
                met.index((cell.experiment, cell.levels)),
            ),
        )
    )


def _in_order_of(
    cells: Sequence[SummaryCell], contrasts: Sequence[ContrastScore]
) -> tuple[ContrastScore, ...]:
    """By experiment, contrast and condition, conditions as their cells stand."""
    experiments = list(dict.fromkeys(cell.experiment for cell in cells))
    names = list(dict.fromkeys((one.experiment, one.contrast) for one in contrasts))

    def place(one: ContrastScore) -> tuple[int, int, int]:
        wanted = {level for level in one.condition.split(", ") if level}
        at = (
            number
            for number, cell in enumerate(cells)
            if cell.experiment == one.experiment and wanted <= {level for _, level in cell.levels}
        )
        return (
            experiments.index(one.experiment),
            names.index((one.experiment, one.contrast)),
            next(at, len(cells)),
        )

    return tuple(sorted(contrasts, key=place))


def _of_row(experiment: Experiment, row: CellRow) -> SummaryCell:
    return SummaryCell(
        experiment=row.experiment,
        domain=dict(experiment.meta).get("domain", ""),
        levels=row.levels,
        name=row.condition,
        wording=row.wording,
        model=row.model,
        simulated=row.simulated,
        addition=is_addition(experiment, row.levels),
        trials=row.trials,
        n_texts=row.n_texts,
        lrs=figure(row.draws.lrs),
        linear=figure(row.draws.linear),
        share=figure(row.draws.share, high=1),
        own_share=row.own_share,
        twin_share=row.twin_share,
        chance=row.chance_lrs,
        gate_failed=Fraction(row.gate_failures, row.trials),
        needs_human=row.needs_human,
        lost=row.technical,
        reference=row.reference,
    )


def _of_score(cell: CellScore) -> SummaryCell:
    told_again = cell.twin_share.mean is not None
    return SummaryCell(
        experiment=cell.experiment,
        domain=cell.domain,
        levels=cell.levels,
        name=cell.condition,
        wording=cell.wording,
        model=cell.model,
        simulated=cell.simulated,
        addition=cell.addition,
        trials=cell.trials,
        n_texts=cell.n_texts,
        lrs=cell.lrs,
        linear=cell.linear,
        share=cell.share,
        own_share=cell.own_share.mean if told_again else None,
        twin_share=cell.twin_share.mean,
        chance=cell.chance,
        gate_failed=cell.zeros.get("gate_failed", Fraction(0)) if cell.scored else None,
        needs_human=cell.uncoded + cell.disputed + cell.undecided,
        lost=cell.technical,
        reference=cell.reference,
    )


def _of_contrast(row: ContrastRow) -> ContrastScore:
    interval = wilson(row.passed, row.n)
    return ContrastScore(
        experiment=row.experiment,
        contrast=row.contrast,
        condition=row.condition,
        wording=row.wording,
        model=row.model,
        simulated=row.simulated,
        n=row.n,
        passed=Fraction(row.passed),
        split=0,
        undecided=row.undecided,
        ci95=(interval.low, interval.high) if interval is not None else None,
        chance=row.chance,
    )
