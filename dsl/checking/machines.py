"""Machines: what they need, what is shown, and whether the two can be reasoned about.

A machine states evidence once. Its outcomes follow from what it needs, so they cannot contradict
it; what can go wrong is that the truth is none of the rules a reasoner is told to consider, or
speaks of things that are never put on it. Then no key that follows from the evidence could be the
truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.arms import arms_of, both
from dsl.checking.declared import ANYWHERE, RowColumns
from dsl.checking.labels import guard_of
from dsl.checking.naming import listed
from dsl.checking.nodes import head_span
from dsl.checking.words.braces import Braces
from dsl.diagnostic import Span
from dsl.expanding.machines import MAX_THINGS, Hypothesis, list_template, things_of
from dsl.patterns import lazy_pattern
from dsl.words import folded

T = TypeVar("T", bound=tree.MachineItem)

_BETWEEN = lazy_pattern(r"\s*(?:,|\band\b|,\s*and\b)?\s*")


def machines_of(
    written: Mapping[str, tree.MachineNode], braces: Braces
) -> tuple[dict[str, ex.Machine], frozenset[str]]:
    """The machines of a script by the keys of their names, and the names of those with faults."""
    machines = Machines(braces)
    return {n: machines.machine(m) for n, m in written.items()}, frozenset(machines.unsound)


class Machines:
    """Resolves the machines of one script."""

    def __init__(self, braces: Braces) -> None:
        self.braces = braces
        self.space = braces.space
        self.found = braces.found
        self.unsound: set[str] = set()
        """Machines with faults, whose keys are not looked at."""

    def machine(self, declared: tree.MachineNode) -> ex.Machine:
        """A machine with everything resolved, as far as that can be done."""
        name = declared.name.text
        before = self.found.count()
        works, fails = self._outcomes(declared)
        rules = self._rules(declared)
        needs: list[ex.Case[tuple[ex.MachineRule, ex.Things]]] = []
        spans: list[Span] = []
        covered = 0
        written, known_labels = self._needs(declared)
        for guard, need in written:
            rule = ex.MachineRule(need.rule)
            known = self.found.count()
            things = self.things(need.things)
            region = self.space.of(guard)
            if region & covered:
                cell = self.space.describe(region & covered)
                self.found.add(
                    faults.machines.MachineNeedsTwice(span=head_span(need), name=name, cell=cell)
                )
            covered |= region
            if rule is ex.MachineRule.TWO and len(things) < 2 and self.found.count() == known:
                self.found.add(faults.machines.TwoOfOne(span=head_span(need)))
            needs.append(ex.Case(guard, (rule, things)))
            spans.append(head_span(need))
        offers = self._one(declared, tree.Offers)
        offered = () if offers is None else self.things(offers.things)
        shown, shown_span = self._evidence(declared, needed=offers is None)
        if offers is not None and not shown:
            shown_span = head_span(offers)
        machine = ex.Machine(name, works, fails, rules, tuple(needs), shown, offered)
        if not known_labels:
            pass  # what stands under a label that nobody knows may be what is missing
        elif not needs:
            self._lacks(declared, "needs", "needs any of: {red block}")
        elif left := self.space.full & ~covered:
            example = "otherwise, with needs any of: ..."
            self._lacks(declared, "needs", example, self.space.describe(left))
        if self.found.count() == before:
            self._can_be_known(machine, spans, shown_span)
        if self.found.count() > before:
            self.unsound.add(name)
        return machine

    def _lacks(self, declared: tree.MachineNode, what: str, example: str, cell: str = "") -> None:
        name = declared.name
        self.found.add(
            faults.machines.MachineLacks(
                span=name.span, name=name.text, what=what, cell=cell, example=example
            )
        )

    def _one(self, declared: tree.MachineNode, kind: type[T]) -> T | None:
        """The one statement of a kind; a second one is reported."""
        items = [item for item in declared.items if isinstance(item, kind)]
        self.found.once(items, declared.name.text)
        return items[0] if items else None

    def _outcomes(self, declared: tree.MachineNode) -> tuple[ex.Template, ex.Template]:
        item = self._one(declared, tree.Outcomes)
        if item is None:
            example = "outcomes: The light comes on. | The light stays off."
            self._lacks(declared, "outcomes", example)
            return (), ()
        if len(item.cells) != 2:
            self.found.add(faults.machines.OutcomesCount(span=item.span, count=len(item.cells)))
            return (), ()
        first, second = (self.braces.line(cell, ANYWHERE) for cell in item.cells)
        return first, second

    def _rules(self, declared: tree.MachineNode) -> tuple[ex.MachineRule, ...]:
        item = self._one(declared, tree.Rules)
        if item is None:
            return tuple(ex.MachineRule)
        known = {rule.value: rule for rule in ex.MachineRule}
        for kind in item.kinds:
            if folded(kind.text) not in known:
                self.found.unknown(faults.machines.UnknownRule, kind, known)
        named = (known.get(folded(kind.text)) for kind in item.kinds)
        return tuple(dict.fromkeys(rule for rule in named if rule is not None))

    def _needs(self, declared: tree.MachineNode) -> tuple[list[tuple[ex.Guard, tree.Needs]], bool]:
        """What is needed where, and whether every label on the way could be read."""
        factors = [f for f in self.space.factors if f.kind is not tree.FactorKind.OUTCOMES]
        needs: list[tuple[ex.Guard, tree.Needs]] = []
        known = True
        for item in declared.items:
            if isinstance(item, tree.Needs):
                needs.append((ex.ALWAYS, item))
            elif isinstance(item, tree.NeedsWhen):
                before: list[ex.Guard] = []
                for label, branch in item.branches:
                    guard: ex.Guard | None = ex.ALWAYS
                    if label is not None:
                        guard = guard_of(label, factors, self.found)
                    if guard is None:
                        known = False
                        continue
                    here = both(guard, ex.Guard((), tuple(before)))
                    before.append(guard)
                    needs.extend((here, need) for need in branch)
        return needs, known

    def _evidence(
        self, declared: tree.MachineNode, *, needed: bool
    ) -> tuple[tuple[ex.Case[tuple[ex.Things, ...]], ...], Span]:
        item = self._one(declared, tree.ShownNode)
        if item is None:
            if needed:
                self._lacks(declared, "show", "show: with a set of things on each line")
            return (), declared.name.span
        if isinstance(item.words, tree.Prose):
            return (ex.Case(ex.ALWAYS, self._sets(item.words)),), head_span(item)
        cases = arms_of(item.words, self.space.full, self.space, self.found)
        return tuple(ex.Case(c.guard, self._sets(c.value)) for c in cases), head_span(item)

    def _sets(self, words: tree.Prose) -> tuple[ex.Things, ...]:
        return tuple(self._set(line) for line in words.lines)

    def things(self, words: tree.Prose) -> ex.Things:
        """All the things in some words, in the order written."""
        return tuple(dict.fromkeys(thing for line in words.lines for thing in self._set(line)))

    def _set(self, line: tree.ProseLine) -> ex.Things:
        things: dict[str, None] = {}
        for part in line.parts:
            if isinstance(part, tree.Text):
                if not _BETWEEN.fullmatch(part.words):
                    words = part.words.strip(" ,")
                    at = part.words.find(words)
                    span = part.span.part(part.words, at, at + len(words))
                    mended = self._in_braces(words)
                    self.found.add(faults.machines.NotAThing(span=span, words=words, mended=mended))
                continue
            piece = self.braces.brace(part, ANYWHERE)
            if isinstance(piece, ex.Use) and piece.kind is ex.UseKind.SLOT:
                things[piece.name] = None
            elif piece is not None:
                self.found.add(
                    faults.machines.NotAThing(span=part.span, words=f"{{{part.inside}}}")
                )
        return tuple(things)

    def _in_braces(self, words: str) -> str:
        """Slots without braces, as they are written; nothing where they are something else."""
        slots = self.braces.names.slots
        names = [words] if words in slots else listed(words, slots)
        return ", ".join(f"{{{name}}}" for name in names)

    def _can_be_known(self, machine: ex.Machine, spans: list[Span], shown_span: Span) -> None:
        things = things_of(machine)
        if len(things) > MAX_THINGS:
            self.found.add(
                faults.machines.MachineTooLarge(
                    span=shown_span, name=machine.name, count=len(things), most=MAX_THINGS
                )
            )
            return
        on_machine = {thing for c in machine.shown for things in c.value for thing in things}
        on_machine.update(machine.offers)
        for case, span in zip(machine.needs, spans, strict=True):
            rule, needed = case.value
            if not _is_among(rule, needed, machine.rules):
                self.found.add(
                    faults.machines.NeedsOutsideRules(
                        span=span, rule=rule.value,
                        rules=tuple(r.value for r in machine.rules),
                    )
                )  # fmt: skip
            missing = tuple(thing for thing in needed if thing not in on_machine)
            if missing:
                self.found.add(
                    faults.machines.NeedsNotShown(span=span, name=machine.name, things=missing)
                )


def row_of_machine(machine: ex.Machine) -> RowColumns:
    """`{things}` and `{outcome}`, with every set of things beside either outcome; of what a machine
    offers each thing, and all of them.

    Which outcome belongs to which set is a matter of levels; for what can be read there, both are
    looked at.
    """
    tried = [(thing,) for thing in machine.offers]
    shown = (things for case in machine.shown for things in case.value)
    sets = dict.fromkeys((*shown, *tried, *([machine.offers] if tried else [])))
    cells = tuple(
        {"things": list_template(things), "outcome": outcome}
        for things in sets
        for outcome in (machine.works, machine.fails)
    )
    return RowColumns(machine.name, ex.MACHINE_COLUMNS, cells)


def _is_among(rule: ex.MachineRule, things: ex.Things, rules: tuple[ex.MachineRule, ...]) -> bool:
    """Whether some allowed rule over the same things works alike: for two, all is two of them."""
    truth = Hypothesis(rule, things).minimal()
    return any(Hypothesis(kind, things).minimal() == truth for kind in rules)
