"""Machines: what they need, what is shown, and whether the two can be reasoned about.

A machine states evidence once. Its outcomes follow from what it needs, so they cannot contradict
it; what can go wrong is that the truth is none of the rules a reasoner is told to consider, or
speaks of things that are never put on it. Then no key that follows from the evidence could be the
truth.
"""

from __future__ import annotations

import re

from dsl import faults, tree
from dsl.checking.arms import arms_of, both
from dsl.checking.declared import ANYWHERE
from dsl.checking.findings import Findings
from dsl.checking.labels import guard_of
from dsl.checking.naming import closest, listed
from dsl.checking.nodes import head_of
from dsl.checking.space import Space
from dsl.checking.words.braces import Braces
from dsl.diagnostic import Span
from dsl.expanding.machines import MAX_THINGS, Hypothesis, things_of
from dsl.experiment import (
    ALWAYS,
    Case,
    Factor,
    Guard,
    Machine,
    Rule,
    Template,
    Things,
    Use,
    UseKind,
)
from dsl.words import folded

COLUMNS = ("things", "outcome")
_BETWEEN = re.compile(r"\s*(?:,|\band\b|,\s*and\b)?\s*")


class Machines:
    """Resolves the machines of one script."""

    def __init__(
        self, factors: tuple[Factor, ...], space: Space, braces: Braces, found: Findings
    ) -> None:
        self.factors = factors
        self.space = space
        self.braces = braces
        self.found = found
        self.unsound: set[str] = set()
        """Machines with faults, whose keys are not looked at."""

    def machine(self, declared: tree.MachineNode) -> Machine:
        """A machine with everything resolved, as far as that can be done."""
        name = declared.name.text
        before = self.found.count()
        works, fails = self._outcomes(declared)
        rules = self._rules(declared)
        needs: list[Case[tuple[Rule, Things]]] = []
        spans: list[Span] = []
        covered = 0
        written, known_labels = self._needs(declared)
        for guard, need in written:
            rule = Rule(need.rule)
            known = self.found.count()
            things = self.things(need.things)
            region = self.space.of(guard)
            if region & covered:
                cell = self.space.describe(region & covered)
                self.found.add(
                    faults.machines.MachineNeedsTwice(
                        span=head_of(need.span, "needs"), name=name, cell=cell
                    )
                )
            covered |= region
            if rule is Rule.TWO and len(things) < 2 and self.found.count() == known:
                self.found.add(faults.machines.TwoOfOne(span=head_of(need.span, "needs")))
            needs.append(Case(guard, (rule, things)))
            spans.append(head_of(need.span, "needs"))
        shown, shown_span = self._evidence(declared)
        machine = Machine(name, works, fails, rules, tuple(needs), shown)
        if not known_labels:
            pass  # what stands under a label that nobody knows may be what is missing
        elif not needs:
            self._lacks(declared, "needs", "needs any of: {red block}")
        elif left := self.space.full & ~covered:
            cell = self.space.describe(left)
            self.found.add(
                faults.machines.MachineLacks(
                    span=declared.name.span, name=name, what="needs",
                    place=f" in `{cell}`", example="otherwise, with needs any of: ...",
                )
            )  # fmt: skip
        if self.found.count() == before:
            self._can_be_known(machine, spans, shown_span)
        if self.found.count() > before:
            self.unsound.add(name)
        return machine

    def _lacks(self, declared: tree.MachineNode, what: str, example: str) -> None:
        self.found.add(
            faults.machines.MachineLacks(
                span=declared.name.span, name=declared.name.text, what=what, place="",
                example=example,
            )
        )  # fmt: skip

    def _one(self, declared: tree.MachineNode, kind: type, head: str) -> list[tree.MachineItem]:
        items = [item for item in declared.items if isinstance(item, kind)]
        for extra in items[1:]:
            self.found.add(
                faults.questions.StatementTwice(
                    span=head_of(extra.span, head), head=head, of=declared.name.text
                )
            )
        return items[:1]

    def _outcomes(self, declared: tree.MachineNode) -> tuple[Template, Template]:
        for item in self._one(declared, tree.Outcomes, "outcomes"):
            assert isinstance(item, tree.Outcomes)
            if len(item.cells) != 2:
                self.found.add(faults.machines.OutcomesCount(span=item.span, count=len(item.cells)))
                break
            first, second = (self.braces.line(cell, ANYWHERE) for cell in item.cells)
            return first, second
        else:
            self._lacks(
                declared, "outcomes", "outcomes: The light comes on. | The light stays off."
            )
        return (), ()

    def _rules(self, declared: tree.MachineNode) -> tuple[Rule, ...]:
        for item in self._one(declared, tree.Rules, "rules"):
            assert isinstance(item, tree.Rules)
            rules: list[Rule] = []
            for kind in item.kinds:
                if folded(kind.text) in {rule.value for rule in Rule}:
                    rules.append(Rule(folded(kind.text)))
                else:
                    close = closest(kind.text, [rule.value for rule in Rule])
                    self.found.add(
                        faults.machines.UnknownRule(span=kind.span, name=kind.text, close=close)
                    )
            return tuple(dict.fromkeys(rules))
        return tuple(Rule)

    def _needs(self, declared: tree.MachineNode) -> tuple[list[tuple[Guard, tree.Needs]], bool]:
        """What is needed where, and whether every label on the way could be read."""
        needs: list[tuple[Guard, tree.Needs]] = []
        known = True
        for item in declared.items:
            if isinstance(item, tree.Needs):
                needs.append((ALWAYS, item))
            elif isinstance(item, tree.NeedsWhen):
                before: list[Guard] = []
                for label, branch in item.branches:
                    guard: Guard | None = ALWAYS
                    if label is not None:
                        guard = guard_of(label, self.factors, self.found)
                    if guard is None:
                        known = False
                        continue
                    here = both(guard, Guard((), tuple(before)))
                    before.append(guard)
                    needs.extend((here, need) for need in branch)
        return needs, known

    def _evidence(
        self, declared: tree.MachineNode
    ) -> tuple[tuple[Case[tuple[Things, ...]], ...], Span]:
        for item in self._one(declared, tree.ShownNode, "show"):
            assert isinstance(item, tree.ShownNode)
            if isinstance(item.words, tree.Prose):
                return (Case(ALWAYS, self._sets(item.words)),), head_of(item.span, "show")
            cases = arms_of(item.words, self.space.full, self.factors, self.space, self.found)
            return tuple(Case(c.guard, self._sets(c.value)) for c in cases), head_of(
                item.span, "show"
            )
        self._lacks(declared, "show", "show: with a set of things on each line")
        return (), declared.name.span

    def _sets(self, words: tree.Prose) -> tuple[Things, ...]:
        return tuple(self._set(line) for line in words.lines)

    def things(self, words: tree.Prose) -> Things:
        """All the things in some words, in the order written."""
        things: dict[str, None] = {}
        for line in words.lines:
            things.update(dict.fromkeys(self._set(line)))
        return tuple(things)

    def _set(self, line: tree.ProseLine) -> Things:
        things: dict[str, None] = {}
        for part in line.parts:
            if isinstance(part, tree.Text):
                if not _BETWEEN.fullmatch(part.words):
                    self.found.add(
                        faults.machines.NotAThing(
                            span=_trimmed(part),
                            words=part.words.strip(" ,"),
                            mended=self._in_braces(part.words.strip(" ,")),
                        )
                    )
                continue
            piece = self.braces.brace(part, ANYWHERE)
            if isinstance(piece, Use) and piece.kind is UseKind.SLOT:
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

    def _can_be_known(self, machine: Machine, spans: list[Span], shown_span: Span) -> None:
        things = things_of(machine)
        if len(things) > MAX_THINGS:
            self.found.add(
                faults.machines.MachineTooLarge(
                    span=shown_span, name=machine.name, count=len(things), most=MAX_THINGS
                )
            )
            return
        on_machine = {thing for c in machine.shown for things in c.value for thing in things}
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


def _is_among(rule: Rule, things: Things, rules: tuple[Rule, ...]) -> bool:
    """Whether some allowed rule over the same things works alike: for two, all is two of them."""
    truth = Hypothesis(rule, things).minimal()
    return any(Hypothesis(kind, things).minimal() == truth for kind in rules)


def _trimmed(text: tree.Text) -> Span:
    """The span of some words without the commas and spaces around them."""
    span = text.span
    if span.line != span.end_line or span.end_column - span.column != len(text.words):
        return span
    before = len(text.words) - len(text.words.lstrip(" ,"))
    after = len(text.words) - len(text.words.rstrip(" ,"))
    return Span(span.file, span.line, span.column + before, span.line, span.end_column - after)
