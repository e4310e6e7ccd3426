"""A study's run tables out of the store, in the order in which the run printed them.

No participant is made here: who answered, and whether they are simulated, is read from the store,
so that nothing can be asked, whatever keys are set. Running the same command again would print the
same tables, but only with the script, the key and the provider's package at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.expand import chosen_cells
from runners.results.scores import labels_of
from runners.results.scoring import judged
from runners.results.tables import Judged, Lean

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from dsl.trial import Cell, Levels
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_Place = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Replayed:
    """One experiment of a study: its finished trials as judged now, of so many that it has, and the
    number of replies that they are made of.
    """

    experiment: Experiment
    judged: list[Judged]
    planned: int
    replies: int


def replayed(store: Store, opened: OpenStudy) -> tuple[Replayed, ...]:
    """Every experiment of an opened study in the order of the newest start, trials as they are
    planned: by participant, draw, sample and cell. Participants that share a name are told apart as
    in `devrun score`.
    """
    models, files = store.asked_last(opened.study.id)
    names = labels_of(opened.participants)
    by_name = {one.key: _at(models, one.name) for one in opened.participants}
    rank = {
        key: number
        for number, key in enumerate(sorted(by_name, key=lambda key: (by_name[key], names[key])))
    }
    places = {
        one.procedure: _cells(one.experiment) for one in opened.chapters
    }  # a cell's place among all of its experiment
    found: dict[str, list[tuple[_Place, Judged]]] = {one.procedure: [] for one in opened.chapters}
    replies = dict.fromkeys(found, 0)
    lean = {one.procedure: Lean(one.experiment) for one in opened.chapters}
    for told in opened.told(store):
        procedure, sitting = told.row.procedure, told.row.sitting
        cell = places[procedure][sitting.levels, sitting.wording]
        place = (rank[sitting.participant], sitting.draw, sitting.sample, cell)
        name, simulated = names[sitting.participant], told.participant.simulated
        trial = judged(name, told.transcript, simulated=simulated)
        found[procedure].append((place, lean[procedure].kept(trial)))
        replies[procedure] += len(told.transcript.exchanges)
    planned = dict.fromkeys(found, 0)
    for row in opened.rows:
        planned[row.procedure] += 1
    file_of = {one.procedure: one.file for one in store.scripts_of(opened.study.id)}
    return tuple(
        Replayed(
            one.experiment,
            [trial for _, trial in sorted(found[one.procedure], key=lambda pair: pair[0])],
            planned[one.procedure],
            replies[one.procedure],
        )
        for one in sorted(opened.chapters, key=lambda one: _at(files, file_of[one.procedure]))
    )


def _at(order: tuple[str, ...], name: str) -> int:
    """The place of a name in an order; what is not in it comes last."""
    return order.index(name) if name in order else len(order)


def _cells(experiment: Experiment) -> dict[tuple[Levels, str], int]:
    """The place of every cell, in whichever wording, as a run takes them."""
    wordings = tuple(dict.fromkeys((*experiment.design.wordings, "original", "permuted")))
    cells: tuple[Cell, ...] = chosen_cells(experiment, wordings=wordings)
    return {(cell.levels, cell.wording): number for number, cell in enumerate(cells)}
