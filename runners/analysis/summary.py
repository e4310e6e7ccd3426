"""A study at a glance.

Experiments are in the order of their domains in the paper, cells in that of their scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from renderers import domain_order
from renderers.rows.scores import CellScore, ContrastScore, StudyScores
from runners.analysis import telling_apart
from runners.analysis.domain_scores import over_cells


def of_run(scores: StudyScores) -> StudyScores:
    """The scores of a run with means, and in the order in which it is reported."""
    order = _order(scores.cells)
    experiments, domains = over_cells(
        [one for one in order if one.experiment not in scores.untested]
    )
    return replace(
        scores,
        cells=order,
        experiments=experiments,
        domains=domains,
        contrasts=_in_order_of(order, scores.contrasts),
        telling_apart=telling_apart.found(order),
    )


def _order(cells: Sequence[CellScore]) -> tuple[CellScore, ...]:
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
    cells: Sequence[CellScore], contrasts: Sequence[ContrastScore]
) -> tuple[ContrastScore, ...]:
    """By experiment, contrast and condition, conditions in the order of their cells."""
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
