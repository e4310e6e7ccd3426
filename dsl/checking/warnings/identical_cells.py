"""Cells and versions that a participant cannot tell apart, because they read the same.

The steps are told once for each combination of conditions and versions, in the original words, and
the texts are compared: two levels may name different lets that come to the same words. Expanding
trials would say the same, and take ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.session.cells import row_of_machine, row_of_table
from dsl.checking.space import Region, Space
from dsl.checking.warnings.original import Original
from dsl.experiment import (
    Case,
    Either,
    Experiment,
    Factor,
    ForEach,
    ForkStep,
    InOrder,
    Listen,
    QuestionStep,
    Repeat,
    Say,
    Scripted,
    Show,
    Step,
    System,
    Template,
)
from dsl.tree import FactorKind

T = TypeVar("T")

MOST_STORIES = 64
"""So many combinations of conditions and versions are told; beyond, it would take long."""

Levels = tuple[tuple[str, str], ...]
Story = tuple[object, ...]
Cells = Mapping[str, Template] | None


class IdenticalCells:
    """Tells the steps of an experiment for one combination of levels at a time."""

    def __init__(self, experiment: Experiment, original: Original) -> None:
        self.experiment = experiment
        self.original = original
        self.space: Space = original.space
        self.rows = {table.name: row_of_table(table).cells for table in experiment.tables}
        self.rows |= {one.name: row_of_machine(one).cells for one in experiment.machines}

    def check(self, places: Mapping[str, tree.FactorNode], found: Findings) -> None:
        """Warn of the first two cells, and of the first two versions, that send the same words."""
        conditions = self.experiment.of_kind(FactorKind.CONDITIONS)
        versions = self.experiment.of_kind(FactorKind.VERSIONS)
        counts = [len(factor.levels) for factor in (*conditions, *versions)]
        stories = 1
        for count in counts:
            stories *= count
        if not 1 < stories <= MOST_STORIES:
            return
        told = {
            (cell, version): self._story(cell, version)
            for cell in _combinations(conditions)
            for version in _combinations(versions)
        }
        first_cell = _combinations(conditions)[0]
        by_version = {v: story for (c, v), story in told.items() if c == first_cell}
        by_cell = {
            cell: tuple(told[cell, version] for version in _combinations(versions))
            for cell in _combinations(conditions)
        }
        _first_alike(by_version, places, found)
        _first_alike(by_cell, places, found)

    def _story(self, cell: Levels, version: Levels) -> Story:
        """What is told at these levels, in every combination of counterbalanced levels at once."""
        region = self.space.full
        for factor, level in (*cell, *version):
            region &= self.space.level(factor, level)
        return tuple(self._steps(self.experiment.steps, region, None))

    def _steps(self, steps: Sequence[Step], region: Region, row: Cells) -> Iterator[object]:
        for step in steps:
            match step:
                case Say(words):
                    yield self._cases(words, region, row)
                case Show():
                    yield self._shown_here(step, region, row)
                case Scripted(words) | System(_, words):
                    yield self._read(words, region, row)
                case Listen():
                    yield "listen"
                case QuestionStep():
                    yield self._question(step, region, row)
                case Either(branches):
                    yield tuple(
                        (self._without(part), tuple(self._steps(value, part, row)))
                        for value, part in self._taken(branches, region)
                    )
                case ForkStep(branches):
                    yield tuple(tuple(self._steps(b, region, row)) for b in branches)
                case InOrder(_, children, _):
                    yield tuple(tuple(self._steps(c, region, row)) for c in children)
                case Repeat(_, inner):
                    yield tuple(self._steps(inner, region, row))
                case ForEach(_, name, inner, _):
                    yield self._machine_facts(name, region)
                    for cells in self.rows[name]:
                        yield tuple(self._steps(inner, region, cells))

    def _machine_facts(self, name: str, region: Region) -> object:
        """What is put on a machine, and what it needs, at these levels; nothing for a table."""
        machine = next((m for m in self.experiment.machines if m.name == name), None)
        if machine is None:
            return None
        shown = [(self._without(part), v) for v, part in self._taken(machine.shown, region)]
        needs = [(self._without(part), v) for v, part in self._taken(machine.needs, region)]
        return tuple(shown), tuple(needs)

    def _shown_here(self, show: Show, region: Region, row: Cells) -> Story:
        """The picture where it is shown, and the words about it; no real participant reads those,
        so two levels that differ in nothing else are alike."""
        return show.picture.digest, tuple(
            self._without(p) for _, p in self._taken(show.words, region)
        )

    def _question(self, question: QuestionStep, region: Region, row: Cells) -> Story:
        forms = tuple(self._cases(form.words, region, row) for form in question.forms)
        says = tuple(
            self._shown_here(told, region, row)
            if isinstance(told, Show)
            else self._cases(told, region, row)
            for told in question.says
        )
        options = tuple(
            (self._without(part), tuple(self._read(option, part, row) for option in value))
            for value, part in self._taken(question.choices, region)
        )
        return says, forms, options, question.rating

    def _taken(self, cases: Sequence[Case[T]], region: Region) -> Iterator[tuple[T, Region]]:
        """Every value that is taken somewhere in a region, and where."""
        for case in cases:
            part = region & self.space.of(case.guard)
            region &= ~part
            if part:
                yield case.value, part

    def _cases(self, cases: Sequence[Case[Template]], region: Region, row: Cells) -> Story:
        found: list[object] = []
        for template, part in self._taken(cases, region):
            found.extend(self._read(template, part, row))
        return tuple(found)

    def _read(self, template: Template, region: Region, row: Cells) -> Story:
        readings = self.original.readings(template, region, row)
        return tuple(sorted((text, self._without(part)) for part, text in readings))

    def _without(self, region: Region) -> Region:
        """Where it is told, without regard to conditions and versions."""
        return self.space.cells(region, (FactorKind.COUNTERBALANCE,))


def _combinations(factors: Sequence[Factor]) -> tuple[Levels, ...]:
    parts: tuple[Levels, ...] = ((),)
    for factor in factors:
        parts = tuple((*p, (factor.name, level.name)) for p in parts for level in factor.levels)
    return parts


def _first_alike(
    told: Mapping[Levels, object], places: Mapping[str, tree.FactorNode], found: Findings
) -> None:
    seen: dict[object, Levels] = {}
    for levels, words in told.items():
        if words not in seen:
            seen[words] = levels
            continue
        before = seen[words]
        pairs = zip(levels, before, strict=True)
        changed = next(one[0] for one, other in pairs if one != other)
        span = places[changed].name.span
        if not found.has(faults.method.UnusedFactor, span):
            found.add(
                faults.method.CellsAlike(span=span, first=_named(before), second=_named(levels))
            )
        return


def _named(levels: Levels) -> str:
    return " and ".join(level for _, level in levels)
