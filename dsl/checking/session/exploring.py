"""`explore MACHINE, at most N tries` and `retell MACHINE from LEVEL`: what they need."""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared, Scope
from dsl.checking.labels import guard_of
from dsl.checking.nodes import head_span, nodes
from dsl.checking.questions.following import MOST_TIMES
from dsl.checking.session.thread import Thread
from dsl.checking.session.walk import WalkPlace
from dsl.checking.space import Region
from dsl.diagnostic import Fault
from dsl.patterns import lazy_pattern
from dsl.record import field, replace, working
from dsl.tree import FactorKind
from dsl.words import folded

_FROM = lazy_pattern(r"(?i)(?P<machine>.*\S)\s+(?:from\s+(?P<level>\S.*)|in\s+full)")

Words = Callable[[tree.Words, Scope], tuple[ex.Case[ex.Template], ...]]
"""Resolves words that are sent."""


@working
class Exploring:
    """Resolves explorations and what is retold of them."""

    declared: Declared
    explored: dict[str, Region] = field(default_factory=dict)
    """Where each machine is explored."""
    _retold: list[tuple[tree.Name, str, ex.Guard]] = field(default_factory=list)
    """Each label that names where tries are from, with the machine and the levels."""
    _retelling: Region = 0
    """Where tries of others are said."""

    def tries(
        self, step: tree.QuestionNode, asked: ex.QuestionStep, place: WalkPlace, thread: Thread
    ) -> ex.QuestionStep:
        """What `explore` asks, with how often; after reporting what is wrong with it."""
        machine = self._machine(step.name)
        written = next(one for one in step.items if isinstance(one, tree.Tries))
        if machine is None:
            return asked
        key = folded(machine.name)
        most = written.most or 0
        if not most:
            self._add(
                faults.exploring.NoTries(
                    span=head_span(step), name=machine.name, meant=written.meant
                )
            )
        elif most > MOST_TIMES:
            self._add(
                faults.session.TooOften(
                    span=head_span(step), head=f"explore {machine.name}", count=most,
                    most=MOST_TIMES,
                )
            )  # fmt: skip
        elif written.may_end:
            self._says_how_to_end(step, most)
        if place.times > 1 or thread.explored.get(key, 0) & place.reach:
            self._add(faults.exploring.ExploredTwice(span=head_span(step), name=machine.name))
        thread.explored[key] = thread.explored.get(key, 0) | place.reach
        self.explored[key] = self.explored.get(key, 0) | place.reach
        then = [one for one in step.items if isinstance(one, tree.Then)]
        if not then:
            self._add(faults.exploring.NothingSaidOfTries(span=head_span(step), name=machine.name))
        for arm in (arm for one in then for arm in one.arms):
            ends = folded(arm.label.text) in (ex.Outcome.TRIED, ex.Outcome.DONE)
            if ends and arm.again:
                self._add(faults.exploring.TriedAgain(span=arm.label.span, outcome=arm.label.text))
        return replace(asked, tries=ex.TryLimit(machine.name, most, written.may_end))

    def retell(
        self, step: tree.RetellNode, place: WalkPlace, words: Words
    ) -> tuple[ex.Retell, ...]:
        """What is said of tries that others made; nothing after reporting that it cannot be."""
        said = [one for one in step.items if isinstance(one, tree.SayNode)]
        self.declared.found.once(said, "retell")
        parted = _FROM.fullmatch(step.label.text)
        if parted is None:
            name, meant = self._meant(step.label.text)
            self._add(faults.exploring.NotRetold(span=step.label.span, name=name, meant=meant))
            return ()
        machine = self._machine(step.label.part(0, parted.end("machine")))
        if machine is None or not said:
            return ()
        levels: tuple[tuple[str, str], ...] = ()
        if parted["level"] is not None:
            label = step.label.part(parted.start("level"), parted.end("level"))
            source = self._source(label, machine, place)
            if source is None:
                return ()
            levels = source
        from dsl.checking.machines import row_of_machine

        here = replace(place.scope, row=row_of_machine(machine))
        return (ex.Retell(machine.name, levels, words(said[0].words, here)),)

    def report_sources(self) -> None:
        """Reports tries that are retold from where nobody makes them; once all steps are known."""
        space = self.declared.space
        for label, name, guard in self._retold:
            span = label.span
            if space.of(guard) & self._retelling:
                self._add(faults.exploring.RetoldInTurn(span=span, level=label.text))
                return
            left = space.of(guard) & ~self.explored.get(folded(name), 0)
            if left:
                self._add(
                    faults.exploring.NotExploredThere(
                        span=span, name=name, cell=space.describe(left)
                    )
                )

    def _meant(self, label: str) -> tuple[str, str]:
        """The machine that a label names, or all of it, and whose tries it may mean."""
        names = [one.name for one in self.declared.machines.values()]
        name = max(
            (one for one in names if folded(label).startswith(folded(one))), key=len, default=label
        )
        rest = folded(label[len(name) :])
        if re.search(r"\b(?:full|fully|all|everything|complete(?:ly)?)\b", rest):
            return name, "in full"
        levels = [level.name for one in self.declared.factors for level in one.levels]
        named = [one for one in levels if re.search(rf"\b{re.escape(folded(one))}$", rest)]
        return name, f"from {max(named, key=len)}" if named else ""

    def _source(
        self, label: tree.Name, machine: ex.Machine, place: WalkPlace
    ) -> tuple[tuple[str, str], ...] | None:
        """The levels of the trial whose tries are retold."""
        conditions = [one for one in self.declared.factors if one.kind is FactorKind.CONDITIONS]
        guard = guard_of(label, conditions, self.declared.found)
        if guard is None:
            return None
        if any(len(levels) != 1 for _, levels in guard.needs):
            self._add(faults.exploring.NotRetold(span=label.span, name=machine.name))
            return None
        self.declared.names.used.note(guard)
        if self.declared.space.of(guard) & place.reach:
            self._add(faults.exploring.RetoldToItself(span=label.span, level=label.text))
            return None
        self._retold.append((label, machine.name, guard))
        self._retelling |= place.reach
        return tuple((factor, levels[0]) for factor, levels in guard.needs)

    def _machine(self, name: tree.Name) -> ex.Machine | None:
        """The machine of this name, which must say what may be put on it."""
        machine = self.declared.machines.get(folded(name.text))
        if machine is None:
            known = [one.name for one in self.declared.machines.values()]
            self.declared.found.unknown(faults.names.UnknownMachine, name, known)
            return None
        self.declared.names.used.machines.add(machine.name)
        if machine.name in self.declared.unsound:
            return None
        if len(machine.offers) < 2:
            from dsl.expanding.machines import things_of

            slots = (*things_of(machine), *self.declared.names.slots)[:2]
            self._add(
                faults.exploring.NothingOffered(
                    span=name.span,
                    name=machine.name,
                    things="offers: " + ", ".join(f"{{{slot}}}" for slot in dict.fromkeys(slots)),
                )
            )
            return None
        return machine

    def _says_how_to_end(self, step: tree.QuestionNode, most: int) -> None:
        from dsl.expanding.exploring import DONE

        asks = [one for one in step.items if isinstance(one, tree.Ask)]
        inside = {folded(one.inside) for one in nodes(tuple(asks)) if isinstance(one, tree.Brace)}
        if asks and DONE not in inside:
            self._add(
                faults.exploring.NoWayToEnd(
                    span=head_span(asks[0]), name=step.name.text, head="ask", most=most
                )
            )

    def _add(self, fault: Fault) -> None:
        self.declared.found.add(fault)
