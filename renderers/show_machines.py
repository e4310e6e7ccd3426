"""What `devrun show` prints of machines: the rules that fit what is shown of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.words import counted
from renderers.reasons import fitting_words
from renderers.show import wrapped

if TYPE_CHECKING:
    from dsl.experiment import Experiment, Machine


def machine_lines(experiment: Experiment, width: int) -> Iterator[str]:
    """The rules that fit the evidence on every machine, for every combination of the levels on
    which it depends.
    """
    from dsl.expanding.machines import evidence, fitting

    for machine in experiment.machines:
        for levels in _levels_of(machine, experiment):
            known = evidence(machine, levels)
            where = f" ({', '.join(levels.values())})" if levels else ""
            told = f"{counted(len(known.shown), 'outcome')} shown"
            fits = fitting_words(fitting(machine, levels))
            line = f"machine {machine.name}{where}: {told}; {fits}"
            yield from wrapped(line, width, hang="    ")


def _levels_of(machine: Machine, experiment: Experiment) -> list[dict[str, str]]:
    """Every combination of levels that changes what a machine needs and shows."""
    from itertools import product

    from dsl.expanding.guards import factors_named

    needs, shown = (case.guard for case in machine.needs), (case.guard for case in machine.shown)
    named = frozenset[str]().union(*map(factors_named, (*needs, *shown)))
    factors = [factor for factor in experiment.factors if factor.name in named]
    names = [[level.name for level in factor.levels] for factor in factors]
    return [
        {factor.name: level for factor, level in zip(factors, chosen, strict=True)}
        for chosen in product(*names)
    ]
