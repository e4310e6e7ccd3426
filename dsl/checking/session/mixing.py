"""Whether the rows of `for each mixed row of` can be mixed wherever the session tells them.

Rows are told apart by outcome: the last column of a table, with every slot read by its name; for a
machine, whether it works. Both may hang on levels, so it is asked for every combination in which
the outcomes are others.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.declared import Declared, is_whole
from dsl.checking.questions.machine_keys import evidence_parts
from dsl.checking.space import Region
from dsl.checking.warnings.original import MOST
from dsl.drawing.orders import can_be_mixed
from dsl.expanding.machines import evidence
from dsl.experiment import Machine, Table

Outcomes = tuple[str, ...]


def never_mixed(
    source: Table | Machine, reach: Region, declared: Declared
) -> tuple[Region, Outcomes] | None:
    """The first combinations in which no order of the rows is mixed, and the outcomes there."""
    if isinstance(source, Machine):
        if source.name in declared.unsound:
            return None
        found = _of_machine(source, reach, declared)
    else:
        found = _of_table(source, reach, declared)
    return next((one for one in found if not can_be_mixed(one[1])), None)


def _of_table(table: Table, reach: Region, declared: Declared) -> Iterator[tuple[Region, Outcomes]]:
    """The outcomes of a table, wherever they are others."""
    if not all(is_whole(row[-1]) for row in table.rows if row):
        return
    original = declared.original(by_name=True)
    parts: list[tuple[Region, Outcomes]] = [(reach, ())]
    for row in table.rows:
        parts = [
            (region, (*outcomes, text.casefold()))
            for part, outcomes in parts
            for region, text in original.readings(row[-1], part)
        ][:MOST]
    yield from parts


def _of_machine(
    machine: Machine, reach: Region, declared: Declared
) -> Iterator[tuple[Region, Outcomes]]:
    """Whether a machine works, row by row, wherever it is shown or needs something else."""
    for part in evidence_parts(machine, reach, declared.space):
        levels = {factor.name: level for factor, level in declared.space.first(part)}
        outcomes = evidence(machine, levels).outcomes()
        yield part, tuple("works" if works else "fails" for _, works in outcomes)
