"""One exploration as it goes on: what was tried, and what would be worth trying next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import experiment as ex
from dsl import trial
from dsl.expanding.exploration import RuleSpace, Try, rule_space
from dsl.expanding.filling import Filler
from dsl.expanding.guards import LevelOf
from dsl.expanding.keying import kind_of_rule, phrase_of
from dsl.expanding.machines import Hypothesis, evidence, list_template, things_of
from dsl.experiment import Outcome, Things
from dsl.loops import Exploration
from dsl.record import replace

DONE = "done"
"""The built-in slot of the words with which a participant ends an exploration."""

_TRIED = f"{Outcome.TRIED.value} "


def things_tried(outcome: str) -> Things:
    """What was put on the machine, as slots; empty where the outcome is no try."""
    if not outcome.startswith(_TRIED):
        return ()
    return tuple(outcome[len(_TRIED) :].split(", "))


class Explorer:
    """A machine while it is explored at some levels."""

    def __init__(self, machine: ex.Machine, levels: LevelOf) -> None:
        known = evidence(machine, levels)
        assert known.truth is not None
        self.machine = machine
        self.truth: Hypothesis = known.truth
        self.space: RuleSpace = _space(machine)
        self.tries: list[Try] = []
        self._left = [self.space.fitting(known.outcomes())]

    def asked(self, question: trial.Question, filler: Filler, *, may_end: bool) -> trial.Question:
        """The question for the next try. Where the participant cannot end the exploration, the best
        try is the first thing once nothing more can be learnt.
        """
        offers = self.machine.offers
        best = self.space.best(self._left[-1]) or (() if may_end else offers[:1])
        named = tuple((thing, phrase_of(thing, filler)) for thing in offers)
        done = phrase_of(DONE, filler) if may_end else None
        kinds = {kind: self.space.of_kind(kind) for kind in self.machine.rules}
        last = () if may_end else offers[:1]
        by_rule = tuple(
            (kind.value, self.space.best(self._left[-1] & rules) or last)
            for kind, rules in kinds.items()
        )
        left = self._left[-1].bit_count()
        rule = kind_of_rule(self.machine, self.truth)
        attempt = trial.Attempt(self.machine.name, named, best, done, left, rule, by_rule)
        return replace(question, attempt=attempt)

    def tried(self, things: Things) -> bool:
        """Notes a try; whether the machine worked."""
        worked = self.truth.works(things)
        self.tries.append((things, worked))
        self._left.append(self.space.after(self._left[-1], things, worked=worked))
        return worked

    def came_to(self, ended: str) -> Exploration:
        """What came of it; `ended` says why it is over."""
        left = self._left[0]
        best = [left]
        for things, worked in self.space.best_tries(self.truth, len(self.tries), left=left):
            left = self.space.after(left, things, worked=worked)
            best.append(left)
        return Exploration(
            self.machine.name,
            tuple(self.tries),
            ended,
            tuple(one.bit_count() for one in self._left),
            tuple(one.bit_count() for one in best),
        )


def told_tries(
    machine: ex.Machine, levels: LevelOf, tries: Iterable[Things] | None
) -> Iterator[Try]:
    """Tries with their outcomes; None: those of the best explorer, until nothing is open."""
    known = evidence(machine, levels)
    assert known.truth is not None
    if tries is not None:
        yield from ((things, known.truth.works(things)) for things in tries)
        return
    space = _space(machine)
    left = space.fitting(known.outcomes())
    yield from space.best_tries(known.truth, len(space.hypotheses), left=left)


def of_try(machine: ex.Machine, things: Things, filler: Filler, *, worked: bool) -> Filler:
    """The place where `{things}` and `{outcome}` are those of a try."""
    row = {
        "things": list_template(things),
        "outcome": machine.works if worked else machine.fails,
    }
    return replace(filler, columns=(*filler.columns, row), cache=None)


def _space(machine: ex.Machine) -> RuleSpace:
    return rule_space(machine.rules, things_of(machine), machine.offers)
