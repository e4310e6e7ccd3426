"""What follows from a machine's evidence: which rules fit what was shown, and the keys from that.

A rule is a way of working (any of, all of, two of) and the set of things it speaks of. Rules are
distinguished by what they do: two that give the same outcome for everything one could put on the
machine count as one. Two rules do the same exactly when the smallest sets of things that set the
machine going are the same, and that is so for one thing (any of it is all of it) and for two (all
of them are two of them) and nowhere else.

Not taken: keys from the truth alone. A reasoner does not see the truth, only the evidence; what the
evidence leaves open is rightly answered by "I cannot tell".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from dsl.expanding.guards import LevelOf, choose
from dsl.experiment import HashedTemplate, Machine, MachineRule, Template, Things, Use, UseKind
from dsl.record import record

Sets = frozenset[frozenset[str]]

MAX_THINGS = 12
"""Above so many things on one machine the rules are too many to go through."""


@record
class Hypothesis:
    """One way the machine may work."""

    rule: MachineRule
    things: Things

    def minimal(self) -> Sets:
        """The smallest sets that make it work; they tell hypotheses apart."""
        match self.rule:
            case MachineRule.ANY:
                return frozenset(frozenset({thing}) for thing in self.things)
            case MachineRule.ALL:
                return frozenset({frozenset(self.things)})
            case MachineRule.TWO:
                return frozenset(frozenset(pair) for pair in combinations(self.things, 2))

    def is_of(self, kind: MachineRule) -> bool:
        """Whether it can be said as a rule of this kind: one thing is any and all of itself, and
        all of two things are two of them.
        """
        pair = len(self.things) == 2 and MachineRule.ANY not in (self.rule, kind)
        alone = len(self.things) == 1 and kind is not MachineRule.TWO
        return self.rule is kind or alone or pair

    def works(self, things: Iterable[str]) -> bool:
        """Whether the machine works with these things on it."""
        on = frozenset(things)
        match self.rule:
            case MachineRule.ANY:
                return not on.isdisjoint(self.things)
            case MachineRule.ALL:
                return on.issuperset(self.things)
            case MachineRule.TWO:
                return len(on.intersection(self.things)) >= 2


@record
class Evidence:
    """A machine at given levels: all its things, what was shown, and how it truly works."""

    things: Things
    shown: tuple[Things, ...]
    truth: Hypothesis | None

    def outcomes(self) -> tuple[tuple[Things, bool], ...]:
        """What was shown, each with whether the machine worked."""
        truth = self.truth
        return tuple((t, truth is not None and truth.works(t)) for t in self.shown)


class Standing(StrEnum):
    """What can be said of something over every rule that fits."""

    YES = "yes"
    NO = "no"
    CANNOT_TELL = "cannot tell"


def things_of(machine: Machine) -> Things:
    """Every thing that the machine offers, or is in its evidence or needs, in the order written.

    Taken over all levels: a block that is only shown in one condition is a block of this machine in
    the others, too, and nothing is known of it there.
    """
    found: dict[str, None] = dict.fromkeys(machine.offers)
    for case in machine.shown:
        for things in case.value:
            found.update(dict.fromkeys(things))
    for needs in machine.needs:
        found.update(dict.fromkeys(needs.value[1]))
    return tuple(found)


def evidence(machine: Machine, levels: LevelOf, tries: Sequence[Things] = ()) -> Evidence:
    """The machine's evidence at these levels, and what `tries` add to it."""
    needs = choose(machine.needs, levels)
    shown = choose(machine.shown, levels)
    truth = None if needs is None else Hypothesis(*needs)
    return Evidence(things_of(machine), (*(shown or ()), *tries), truth)


def hypotheses(rules: Iterable[MachineRule], things: Things) -> tuple[Hypothesis, ...]:
    """Every hypothesis that these rules allow over these things, simplest first, each once."""
    if len(things) > MAX_THINGS:
        raise ValueError(f"a machine can have {MAX_THINGS} things at most, not {len(things)}")
    kinds = tuple(dict.fromkeys(rules))
    seen: dict[tuple[str, Things], Hypothesis] = {}
    for size in range(1, len(things) + 1):
        for chosen in combinations(things, size):
            for rule in kinds:
                if rule is MachineRule.TWO and size < 2:
                    continue
                # Any of one thing is all of it, and all of two things is two of them.
                alike = size == 1 or (size == 2 and rule is not MachineRule.ANY)
                seen.setdefault(("" if alike else rule, chosen), Hypothesis(rule, chosen))
    return tuple(seen.values())


def fitting(
    machine: Machine, levels: LevelOf, tries: Sequence[Things] = ()
) -> tuple[Hypothesis, ...]:
    """The hypotheses that agree with everything shown at these levels, and with these `tries`; for
    `devrun show`, too.
    """
    known = evidence(machine, levels, tries)
    return tuple(
        one
        for one in hypotheses(machine.rules, known.things)
        if all(one.works(things) is worked for things, worked in known.outcomes())
    )


def part_of(fits: tuple[Hypothesis, ...], things: Things) -> Standing:
    """Whether these things are all among those the machine's rule speaks of."""
    return _standing(set(things) <= set(one.things) for one in fits)


def outcome_of(fits: tuple[Hypothesis, ...], things: Things) -> Standing:
    """Whether the machine works with these things on it."""
    return _standing(one.works(things) for one in fits)


def _standing(verdicts: Iterable[bool]) -> Standing:
    found = set(verdicts)
    if found == {True}:
        return Standing.YES
    if found == {False}:
        return Standing.NO
    return Standing.CANNOT_TELL


def what_works(fits: tuple[Hypothesis, ...], things: Things) -> tuple[Things, ...]:
    """The smallest sets of things that are sure to work, by every rule that fits.

    Smallest in the sense that no thing can be left away. Empty when no rule fits.
    """
    if not fits:
        return ()
    found: list[Things] = []
    for size in range(1, len(things) + 1):
        for chosen in combinations(things, size):
            if any(set(smaller) <= set(chosen) for smaller in found):
                continue
            if all(one.works(chosen) for one in fits):
                found.append(chosen)
    return tuple(found)


@lru_cache
def list_template(things: Things) -> Template:
    """The things as words: `copper`, `copper and teal`, `copper, teal and wine`."""
    pieces: list[str | Use] = []
    for place, thing in enumerate(things):
        if place:
            pieces.append(" and " if place == len(things) - 1 else ", ")
        pieces.append(Use(UseKind.SLOT, thing))
    return HashedTemplate(pieces)
