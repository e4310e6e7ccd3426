"""What a template draws on, through lets and columns and over all levels, or at some.

Filling looks at one trial; these look at all, because the order of choices must be the same in
every condition, and because the identity of a procedure covers all its cells.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.expanding.guards import EVERYWHERE, LevelOf, reachable
from dsl.expanding.steps_within import questions_within
from dsl.experiment import (
    MACHINE_COLUMNS,
    Experiment,
    Let,
    Machine,
    Table,
    Template,
    UseKind,
    named,
)
from dsl.record import field, working


@working
class Uses:
    """The slots, lets, tables and machines that some templates draw on at these `levels` of some
    factors; grows by `add`.
    """

    lets_by_name: dict[str, Let]
    tables: tuple[Table, ...]
    machines: tuple[Machine, ...]
    levels: LevelOf
    slots: dict[str, None] = field(default_factory=dict)
    lets: dict[str, None] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)

    def add(self, template: Template) -> None:
        """Count in everything one template draws on."""
        for piece in named(template):
            self._follow(piece.kind, piece.name)

    def add_all(self, templates: Iterable[Template]) -> None:
        """Count in several templates."""
        for template in templates:
            self.add(template)

    def _follow(self, kind: UseKind, name: str) -> None:
        if kind is UseKind.SLOT:
            self.slots[name] = None
        elif kind is UseKind.LET and name not in self.lets:
            self.lets[name] = None
            self.add_all(reachable(self.lets_by_name[name].cases, self.levels))
        elif kind is UseKind.COLUMN and name not in self.columns:
            self.columns[name] = None
            for table in self.tables:
                if name in table.columns:
                    at = table.columns.index(name)
                    self.add_all(row[at] for row in table.rows)
            for machine in self.machines if name in MACHINE_COLUMNS else ():
                from dsl.expanding.machines import things_of

                self.slots.update(dict.fromkeys(things_of(machine)))


def uses(experiment: Experiment, levels: LevelOf = EVERYWHERE) -> Uses:
    """An empty count over the names of one experiment."""
    lets = {let.name: let for let in experiment.lets}
    return Uses(lets, experiment.tables, experiment.machines, levels)


def choice_slots(experiment: Experiment) -> dict[str, tuple[str, ...]]:
    """For each question the slots whose words stand in its choices, over all cells."""
    found: dict[str, tuple[str, ...]] = {}
    for step in questions_within(experiment.steps):
        if step.choices:
            count = uses(experiment)
            count.slots.update(dict.fromkeys(found.get(step.name, ())))
            for case in step.choices:
                count.add_all(case.value)
            found[step.name] = tuple(count.slots)
    return found
