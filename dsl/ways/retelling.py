"""Whose tries a trial says again: those of the same draw at other levels of its conditions.

A draw has the same words and the same levels of counterbalance in every condition, so that two
trials of one draw differ in who chose the tries, and in nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import experiment as ex
from dsl.expanding.steps_within import retells, steps_within
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.trial import Cell, Path, Trial

MISSING = ""
"""The outcome where there are no tries to say: none was made, or a reply was lost."""


def source_cells(experiment: Experiment, cell: Cell) -> tuple[Cell, ...]:
    """The cells whose tries are said again in trials of this one; none for most."""
    found = (
        _at(cell, step.levels)
        for step in steps_within(experiment.steps, dict(cell.levels))
        if isinstance(step, ex.Retell) and retells(step)
    )
    return tuple(one for one in dict.fromkeys(found) if one != cell)


def told_path(trial: Trial, taken: Mapping[Cell, Trial]) -> Path:
    """The tries that a trial says again, as the beginning of its path. `taken` are the trials of
    the same draw and sample, as they went.
    """
    from dsl.expanding.exploration import spelt_outcome  # few scripts say tries again

    found = []
    for number, session in enumerate(trial.sessions):
        for one in session.retold:
            source = taken[_at(trial.cell, one.levels)].sessions[number]
            explored = next((e for e in source.explorations if e.machine == one.machine), None)
            tries = (
                MISSING
                if explored is None or not explored.tries
                else spelt_outcome(t for t, _ in explored.tries)
            )
            found.append(((number, one.place), tries))
    return tuple(found)


def _at(cell: Cell, levels: tuple[tuple[str, str], ...]) -> Cell:
    other = dict(levels)
    return replace(cell, levels=tuple((name, other.get(name, at)) for name, at in cell.levels))
