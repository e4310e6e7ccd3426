"""What `for each row of` puts at hand: the cells of a table, or what was put on a machine."""

from __future__ import annotations

from dsl.checking.declared import Row
from dsl.checking.machines import COLUMNS
from dsl.checking.space import Region, Space
from dsl.expanding.machines import list_template
from dsl.experiment import Machine, Table


def row_of_table(table: Table) -> Row:
    """The columns of a table, with the words of every row."""
    cells = tuple(dict(zip(table.columns, row, strict=True)) for row in table.rows)
    return Row(table.name, table.columns, cells)


def row_of_machine(machine: Machine) -> Row:
    """`{things}` and `{outcome}`, with every set of things beside either outcome.

    Which outcome belongs to which set is a matter of levels; for what can be read there, both are
    looked at.
    """
    sets = dict.fromkeys(things for case in machine.shown for things in case.value)
    cells = tuple(
        {"things": list_template(things), "outcome": outcome}
        for things in sets
        for outcome in (machine.works, machine.fails)
    )
    return Row(machine.name, COLUMNS, cells)


def most_shown(machine: Machine, reach: Region, space: Space) -> int:
    """The largest number of sets shown in any combination that gets there."""
    shown = [len(case.value) for case in machine.shown if space.of(case.guard) & reach]
    return max(shown, default=0)
