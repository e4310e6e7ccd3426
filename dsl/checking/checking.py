"""The order in which a script is resolved, each part on what came before.

Words first, then factors and the space of their levels, then what depends on levels, then the
session, then what speaks of the session. Nothing stops at a fault: what cannot be resolved is left
out, and the rest is checked as if it had been right, so that all faults are told at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from dsl import tree
from dsl.checking.bare import check_bare
from dsl.checking.braces import Braces
from dsl.checking.cells import check_cells, check_guards
from dsl.checking.declared import Declared, Names, Scope, Used
from dsl.checking.design import Designs
from dsl.checking.factors import factors_of
from dsl.checking.findings import Findings
from dsl.checking.including import with_included
from dsl.checking.keys import check_keys
from dsl.checking.lets import sources_of, templates_of
from dsl.checking.machines import COLUMNS, Machines
from dsl.checking.nodes import head_of, nodes
from dsl.checking.options import check_options
from dsl.checking.pools import built_in, slots_of
from dsl.checking.questions import Questions
from dsl.checking.references import plain, references_of
from dsl.checking.space import LIMIT, Region, Space
from dsl.checking.steps import Steps
from dsl.checking.tables import columns_of, declared_once, table_of
from dsl.checking.usage import check_usage, close_over_lets
from dsl.diagnostic import Fault, Pointer
from dsl.experiment import Experiment, Let, Slot, Template
from dsl.faults.levels import TooManyCombinations
from dsl.faults.whole import GuideScore, HeadTwice, NoProcedure, NoTitle
from dsl.span import Span

T = TypeVar("T")
EMPTY: Mapping[str, tree.Script] = {}


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking gives: `experiment` is None exactly when some fault is an error."""

    experiment: Experiment | None
    faults: tuple[Fault, ...]


def check(script: tree.Script, includes: Mapping[str, tree.Script] = EMPTY) -> Checked:
    """Resolve a script; `includes` are the scripts it includes, by path as written."""
    found = Findings()
    items = with_included(script, includes)
    experiment = _Checking(script, items, found).experiment()
    return Checked(None if found.errors() else experiment, found.all())


class _Checking:
    """One script being resolved."""

    def __init__(
        self, script: tree.Script, items: tuple[tree.TopItem, ...], found: Findings
    ) -> None:
        self.script = script
        self.items = items
        self.found = found

    def _all(self, kind: type[T]) -> list[T]:
        return [item for item in self.items if isinstance(item, kind)]

    def experiment(self) -> Experiment | None:
        """The experiment, or None when too little is there to go on."""
        found = self.found
        title = self._only(tree.Title, "experiment")
        procedure = self._only(tree.Procedure, "procedure")
        written_design = self._only(tree.Design, "design")
        guide = self._only(tree.Guide, "coding guide")
        slots, slot_places = slots_of(self._all(tree.Pool), found)
        factors, places = factors_of(self._all(tree.Factor), slots, found)
        size = 1
        for factor in factors:
            size *= len(factor.levels)
        if size > LIMIT:
            last = places[factors[-1].name].name
            found.add(TooManyCombinations(span=last.span, count=size, most=LIMIT))
            return None
        space = Space(factors)

        sources = sources_of(
            self.items, places, factors, space=space, slots=slot_places, found=found
        )
        tables = declared_once(self._all(tree.Table), "table", found)
        machines = declared_once(self._all(tree.Machine), "machine", found)
        routines = declared_once(self._all(tree.Routine), "routine", found)
        columns = {name: columns_of(table, found) for name, table in tables.items()}
        names = Names(
            slots=slots,
            lets=sources,
            columns={column: tables[name].name.text for name in tables for column in columns[name]}
            | {column: one.name.text for one in machines.values() for column in COLUMNS},
            kept=frozenset(_kept(self.items)),
            used=Used(),
        )
        elsewhere = Braces(replace(names, used=Used()), space, found)
        lets = templates_of(sources, elsewhere, found)
        in_tables = Braces(replace(names, used=Used()), space, found, lets)
        resolved_tables = {
            name: table_of(table, columns[name], in_tables) for name, table in tables.items()
        }
        for_machines = Machines(factors, space, in_tables, found)
        resolved_machines = {
            name: for_machines.machine(machine) for name, machine in machines.items()
        }
        declared = Declared(
            factors=factors, space=space, names=names, lets=lets, tables=resolved_tables,
            machines=resolved_machines, routines=routines, found=found,
        )  # fmt: skip

        braces = Braces(names, space, found, lets)
        questions = Questions(declared, braces, Machines(factors, space, braces, found))
        steps = Steps(declared, braces, questions)
        resolved = steps.session(procedure) if procedure is not None else ()
        met = steps.walk.met
        for name, routine in routines.items():
            if name not in names.used.routines:
                steps.unused(routine)
        if procedure is not None:
            check_cells(
                met, factors, places, space=space, procedure=head_of(procedure.span, "procedure"),
                found=found,
            )  # fmt: skip
        check_guards(met, space, found)
        check_options(met, declared, found)
        check_keys(met, declared)
        close_over_lets(declared)
        check_bare(self.items, slots, frozenset(names.used.slots), found)
        design = Designs(slots, factors, space, met, found).design(written_design)
        guided = self._guide(guide, braces, space.full)
        if not found.errors():
            check_usage(
                declared, slot_places, places, tables=tables, machines=machines, routines=routines
            )
        if title is None or procedure is None:
            return None
        return Experiment(
            title=title.name.text,
            file=self.script.file,
            meta=tuple((one.key, plain(one.words)) for one in self._all(tree.Meta)),
            notes=tuple(plain(one.words) for one in self._all(tree.Note)),
            references=references_of(self.items, places, factors, found),
            slots=_with_built_in(slots, names.used),
            lets=tuple(Let(name, cases) for name, cases in lets.items()),
            tables=tuple(resolved_tables.values()),
            machines=tuple(resolved_machines.values()),
            factors=factors,
            steps=resolved,
            design=design,
            guide=guided,
        )

    def _only(self, kind: type[T], head: str) -> T | None:
        """The one statement of a kind; a second one is reported, and a missing one where needed."""
        ours = self._all(kind)
        for extra in ours[1:]:
            pointer = Pointer(head_of(_span(ours[0]), head), "first here")
            self.found.add(
                HeadTwice(span=head_of(_span(extra), head), head=head, pointers=(pointer,))
            )
        if not ours:
            start = Span(self.script.file, 1, 1, 1, 1)
            if kind is tree.Title:
                self.found.add(NoTitle(span=start))
            elif kind is tree.Procedure:
                self.found.add(NoProcedure(span=start))
        return ours[0] if ours else None

    def _guide(
        self, guide: tree.Guide | None, braces: Braces, reach: Region
    ) -> tuple[tuple[int, Template], ...]:
        examples = []
        for item in guide.items if guide is not None else ():
            if isinstance(item, tree.Note):
                continue
            if not 0 <= item.score <= 5:
                self.found.add(GuideScore(span=item.span, score=item.score))
            examples.append((item.score, braces.prose(item.words, Scope(reach))))
        return tuple(examples)


def _span(item: object) -> Span:
    span = getattr(item, "span", None)
    assert isinstance(span, Span)
    return span


def _kept(items: tuple[tree.TopItem, ...]) -> Iterator[str]:
    """Every name under which a question anywhere keeps a reply."""
    for node in nodes(items):
        if isinstance(node, tree.Keep):
            yield node.name.text


def _with_built_in(slots: Mapping[str, Slot], used: Used) -> tuple[Slot, ...]:
    """The slots of the script, then the built-in phrases that it uses without declaring them."""
    extra = (built_in(name) for name in sorted(used.slots) if name not in slots)
    return (*slots.values(), *(slot for slot in extra if slot is not None))
