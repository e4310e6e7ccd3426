"""What each cell scores, and what each row of a loop puts at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl import faults, tree
from dsl.checking.declared import Declared, RowColumns
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region, Space
from dsl.diagnostic import Span
from dsl.experiment import Machine, Table
from dsl.tree import FactorKind, QuestionKind
from dsl.words import folded


def check_cells(
    visits: Sequence[Visit],
    declared: Declared,
    places: Mapping[str, tree.FactorNode],
    procedure: Span,
) -> None:
    """Reports a cell in which no version asks a test, and a version that never asks one. Where a
    questionnaire is given, neither is needed.
    """
    space, found = declared.space, declared.found
    tested: Region = 0
    even: Region = 0
    for one in visits:
        measured = folded(one.question.name) in declared.questionnaires
        if one.question.kind in (QuestionKind.TEST, QuestionKind.ITEM) or measured:
            tested |= one.reach
        elif one.question.kind is QuestionKind.EVEN:
            even |= one.reach
    told = space.cells(tested, (FactorKind.CONDITIONS, FactorKind.COUNTERBALANCE))
    if left := space.full & ~told:
        found.add(faults.levels.CellWithoutTest(span=procedure, cell=space.describe(left)))
        return
    for factor in space.factors:
        if factor.kind is not FactorKind.VERSIONS:
            continue
        for level, written in zip(factor.levels, places[factor.name].levels, strict=False):
            if not (tested | even) & space.level(factor.name, level.name):
                found.add(
                    faults.levels.VersionWithoutTest(span=written.name.span, version=level.name)
                )


def check_guards(visits: Sequence[Visit], declared: Declared) -> None:
    """Reports a control that guards a test which is not there, or never in one session with it."""
    tests: dict[str, Region] = {}
    names: list[str] = []
    for one in visits:
        if one.question.kind is QuestionKind.TEST:
            name = folded(one.question.name)
            if name not in tests:
                names.append(one.question.name)
            tests[name] = tests.get(name, 0) | one.reach
    for one in visits:
        for test in (test for guards in one.items(tree.Guards) for test in guards.tests):
            reach = tests.get(folded(test.text))
            if reach is None:
                declared.found.unknown(faults.names.UnknownQuestion, test, names, kind="test")
            elif one.reach and not reach & one.reach:
                declared.found.add(
                    faults.questions.GuardsUnmet(
                        span=test.span, test=test.text, control=one.question.name
                    )
                )


def row_of_table(table: Table) -> RowColumns:
    """The columns of a table, with the words of every row."""
    cells = tuple(dict(zip(table.columns, row, strict=True)) for row in table.rows)
    return RowColumns(table.name, table.columns, cells)


def most_shown(machine: Machine, reach: Region, space: Space) -> int:
    """The largest number of sets shown in any combination that gets there."""
    shown = [len(case.value) for case in machine.shown if space.of(case.guard) & reach]
    return max(shown, default=0)
