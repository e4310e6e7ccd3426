"""The order of a run: experiments and participants as it was started, cells as it took them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dsl.expand import chosen_cells
from dsl.record import replace
from renderers.rows.trials import TrialRow
from runners.analysis.score_table import Order
from runners.studies.participant_labels import labels_of

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.trial import Cell
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


def as_last_started(store: Store, opened: OpenStudy) -> OpenStudy:
    """The study with experiments and participants in the order of its newest start."""
    models, files = store.asked_last(opened.study.id)
    names = labels_of(opened.participants)
    file_of = {one.procedure: one.file for one in store.scripts_of(opened.study.id)}
    return replace(
        opened,
        chapters=tuple(sorted(opened.chapters, key=lambda one: _at(files, file_of[one.procedure]))),
        participants=tuple(
            sorted(opened.participants, key=lambda one: (_at(models, one.name), names[one.key]))
        ),
    )


def as_run(opened: OpenStudy, cells: Mapping[str, Sequence[Cell]] | None = None) -> Order:
    """The order of a run: by experiment, participant and cell. `cells` are those of each experiment
    (by title), as the run took them; else all, as a run takes them.
    """
    names = labels_of(opened.participants).values()
    models = {name: at for at, name in enumerate(names)}
    experiments = {one.experiment.title: at for at, one in enumerate(opened.chapters)}
    if cells is None:
        cells = {one.experiment.title: _cells(one.experiment) for one in opened.chapters}
    places = {
        (title, cell.levels, cell.wording): at
        for title, some in cells.items()
        for at, cell in enumerate(some)
    }

    def place(row: TrialRow) -> tuple[object, ...]:
        return (
            experiments[row.experiment],
            models[row.model],
            places[row.experiment, row.levels, row.wording],
            row.draw,
            row.sample,
        )

    return place


def _at(order: tuple[str, ...], name: str) -> int:
    """The place of a name in an order; what is not in it comes last."""
    return order.index(name) if name in order else len(order)


def _cells(experiment: Experiment) -> tuple[Cell, ...]:
    """Every cell, in whichever wording, as a run takes them."""
    wordings = tuple(dict.fromkeys((*experiment.design.wordings, "original", "permuted")))
    return chosen_cells(experiment, wordings=wordings)
