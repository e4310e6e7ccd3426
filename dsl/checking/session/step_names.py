"""What steps name: routines, and the tables and machines whose rows they go through.

Whether the rows of `for each mixed row of` can be mixed wherever the session tells them.

Rows are told apart by outcome: the last column of a table, with every slot read by its name; for a
machine, whether it works. Both may hang on levels, so it is asked for every combination in which
the outcomes are others.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import faults, tree
from dsl.checking.declared import Declared, is_whole
from dsl.checking.nodes import head_span
from dsl.checking.session.walk import Walk, WalkPlace
from dsl.checking.space import Region
from dsl.checking.warnings.original import MOST
from dsl.drawing.orders import can_be_mixed
from dsl.experiment import Machine, Table
from dsl.words import folded

MOST_IN_ORDER = 100
"""So many items of a bank may be asked in one conversation."""


class StepNames:
    """Looks up what steps name, and reports what is not there."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared

    def routine(
        self, do: tree.Do, place: WalkPlace, walk: Walk, head: str = ""
    ) -> tree.Routine | tree.Bank | None:
        """What is done here, a routine, a questionnaire or a bank; None after reporting that it is
        not there, or that a bank may not stand here. `head`: the statement of which it is a child,
        `separately` or one that begins with `in`.
        """
        name = folded(do.routine.text)
        routine = self.declared.routines.get(name)
        if routine is None:
            known = [one.name.text for one in self.declared.routines.values()]
            self.declared.found.unknown(faults.names.UnknownRoutine, do.routine, known)
            return None
        self.declared.names.used.routines.add(name)
        if name in place.routines:
            way = (*place.routines[place.routines.index(name) :], name)
            circle = " does ".join(f"`{self.declared.routines[n].name.text}`" for n in way)
            self.declared.found.add(
                faults.session.RoutineOfItself(
                    span=do.routine.span, name=routine.name.text, circle=circle
                )
            )
            return None
        if self.is_questionnaire(do):
            self._given(do, place, walk.given.setdefault(name, []))
        return self._placed(do, routine, ordered=place.ordered, head=head)

    def is_questionnaire(self, do: tree.Do) -> bool:
        """Whether a questionnaire is given here."""
        return folded(do.routine.text) in self.declared.questionnaires

    def _placed(
        self, do: tree.Do, routine: tree.Routine | tree.Bank, *, ordered: bool, head: str
    ) -> tree.Routine | tree.Bank | None:
        """What is done; None for a bank after reporting that its items cannot be asked here."""
        count = len(routine.steps)
        if not isinstance(routine, tree.Bank) or head == "separately":
            return routine
        name, span = routine.name.text, do.routine.span
        if not ordered:
            self.declared.found.add(
                faults.data_files.BankNowhere(span=span, name=name, count=count)
            )
            return None
        if count > MOST_IN_ORDER:
            self.declared.found.add(
                faults.data_files.BankTooLong(span=span, name=name, count=count, most=MOST_IN_ORDER)
            )
            return None
        return routine

    def _given(self, do: tree.Do, place: WalkPlace, before: list[tuple[str, Region]]) -> None:
        """Notes the wave in which a questionnaire is given; reports one that cannot be named."""
        if not place.reach:
            return
        again = any(place.reach & reach and scene == place.scene for scene, reach in before)
        mixed = any(scene != place.scene and not (scene and place.scene) for scene, _ in before)
        if again or mixed or place.times > 1:
            where = f" in scene `{place.scene}`" if place.scene and not mixed else ""
            self.declared.found.add(
                faults.questionnaires.GivenAgain(
                    span=head_span(do),
                    name=do.routine.text,
                    where=where,
                    cell=self.declared.space.describe(place.reach),
                )
            )
        before.append((place.scene, place.reach))

    def check_mixed(
        self, step: tree.ForEachNode, source: Table | Machine | None, place: WalkPlace
    ) -> None:
        """Reports rows that no order mixes by outcome."""
        if source is None or not place.reach:
            return

        found = never_mixed(source, place.reach, self.declared)
        if found is not None:
            region, outcomes = found
            self.declared.found.add(
                faults.session.NeverMixed(
                    span=head_span(step), name=source.name,
                    rows=len(outcomes), outcomes=len(set(outcomes)),
                    cell=self.declared.space.describe(region, place.reach),
                )
            )  # fmt: skip

    def unknown_table(self, step: tree.ForEachNode) -> None:
        """Reports that there is no such table or machine."""
        tables, machines = self.declared.tables.values(), self.declared.machines.values()
        known = (*(one.name for one in tables), *(one.name for one in machines))
        self.declared.found.unknown(faults.names.UnknownTable, step.table, known)


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
    from dsl.checking.questions.machine_keys import evidence_parts
    from dsl.expanding.machines import evidence

    for part in evidence_parts(machine, reach, declared.space):
        levels = {factor.name: level for factor, level in declared.space.first(part)}
        outcomes = evidence(machine, levels).outcomes()
        yield part, tuple("works" if works else "fails" for _, works in outcomes)
