"""How much a participant can learn about a machine by trying it, and what to try next.

Every rule that the machine may follow is as likely as any other before the first try. A try is
worth the more the more evenly it divides the rules that still fit: its expected information is that
of its outcome, in bits (Shannon, 1948; for choosing tests by it see Oaksford & Chater, 1994,
Psychological Review 101, 608-631). With a rule left the machine is known.

Sets of rules are bits of one integer, so that a machine of 12 things, with 12,000 rules and 4,095
things to try, is gone through in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from math import log2

from dsl.expanding.machines import Hypothesis, hypotheses
from dsl.experiment import MachineRule, Things

Try = tuple[Things, bool]
"""What was put on a machine, as slot names, and whether it worked."""

SETTLED = 1
"""So many rules fit when the machine is known."""


def spelt(tries: Iterable[Things]) -> str:
    """Tries as one text, to be kept: `green, grey; brown`."""
    return "; ".join(", ".join(things) for things in tries)


def spelt_outcome(tries: Iterable[Things]) -> str:
    """Tries as an outcome on a path: `tries: green, grey; brown`."""
    return f"tries: {spelt(tries)}"


def read_outcome(outcome: str) -> tuple[Things, ...]:
    """The tries in an outcome of `spelt_outcome`."""
    return read_tries(outcome.removeprefix("tries: "))


def read_tries(text: str) -> tuple[Things, ...]:
    """The tries in a text of `spelt`."""
    return tuple(tuple(one.split(", ")) for one in text.split("; ")) if text else ()


class RuleSpace:
    """All the rules of some kinds over some things, and the outcome of each try by each rule.

    A set of rules is an integer: bit k stands for `hypotheses[k]`.
    """

    def __init__(
        self,
        rules: tuple[MachineRule, ...],
        things: Things,
        offers: Things,
        hypotheses: tuple[Hypothesis, ...],
    ) -> None:
        self.rules = rules
        self.things = things
        self.offers = offers
        """Those of the things that can be put on the machine."""
        self.hypotheses = hypotheses
        self.all = (1 << len(hypotheses)) - 1

    def fitting(self, tries: Iterable[Try]) -> int:
        """The rules that agree with all of these tries."""
        left = self.all
        for things, worked in tries:
            left = self.after(left, things, worked=worked)
        return left

    def after(self, left: int, things: Things, *, worked: bool) -> int:
        """The rules among those left that agree with one more try."""
        works = self._works(frozenset(things))
        return left & works if worked else left & ~works

    def of(self, left: int) -> tuple[Hypothesis, ...]:
        """The rules in a set, simplest first."""
        return tuple(one for at, one in enumerate(self.hypotheses) if left >> at & 1)

    def of_kind(self, kind: MachineRule) -> int:
        """The rules that can be said as one of this kind."""
        return self._by_kind[kind]

    def best(self, left: int) -> Things:
        """The try with the most expected information; of several the one with the fewest things,
        of these the first in the order written. Empty where no try would settle anything.
        """
        found = self._best.get(left)
        if found is None:
            found = self._best[left] = self._most_even(left)
        return found

    def _most_even(self, left: int) -> Things:
        count = left.bit_count()
        found: Things = ()
        most = 0
        for things, works in self._every:
            part = (left & works).bit_count()
            evenness = min(part, count - part)
            if evenness > most:
                found, most = things, evenness
        return found

    @property
    def most_bits(self) -> float:
        """The most bits per try that can be learnt by whoever begins with all rules: those of the
        luckiest single try, or half of all there are.
        """
        count = self.all.bit_count()
        parts = [(self.all & works).bit_count() for _, works in self._every]
        fewest = min((left for part in parts for left in (part, count - part) if left), default=1)
        return max(log2(count) - log2(fewest), log2(count) / 2)

    def best_tries(self, truth: Hypothesis, most: int, *, left: int | None = None) -> Iterator[Try]:
        """The tries of the best explorer of a machine that follows a rule: until nothing more can
        be learnt, `most` at most.
        """
        left = self.all if left is None else left
        for _ in range(most):
            things = self.best(left)
            if not things:
                return
            worked = truth.works(things)
            left = self.after(left, things, worked=worked)
            yield things, worked

    def _works(self, things: frozenset[str]) -> int:
        return self._works_by_set[sum(1 << self.things.index(one) for one in things)]

    @cached_property
    def _best(self) -> dict[int, Things]:
        """The best try for each set of rules that was asked for."""
        return {}

    @cached_property
    def _by_kind(self) -> dict[MachineRule, int]:
        return {
            kind: sum(1 << at for at, one in enumerate(self.hypotheses) if one.is_of(kind))
            for kind in MachineRule
        }

    @cached_property
    def _by_rule(self) -> dict[MachineRule, int]:
        found = dict.fromkeys(MachineRule, 0)
        for at, one in enumerate(self.hypotheses):
            found[one.rule] |= 1 << at
        return found

    @cached_property
    def _works_by_set(self) -> tuple[int, ...]:
        """For each set of things, a bit for each thing, the rules by which the machine works."""
        speaks_of = [
            sum(1 << at for at, one in enumerate(self.hypotheses) if thing in one.things)
            for thing in self.things
        ]
        kinds = self._by_rule
        one_of, two_of, missing = [0], [0], [0]
        for speaks in speaks_of:
            # Each set so far, and then each with one more thing.
            two_of += [two | one & speaks for one, two in zip(one_of, two_of, strict=True)]
            one_of += [one | speaks for one in one_of]
            missing = [*(lacks | speaks for lacks in missing), *missing]
        return tuple(
            one & kinds[MachineRule.ANY]
            | two & kinds[MachineRule.TWO]
            | kinds[MachineRule.ALL] & ~lacks
            for one, two, lacks in zip(one_of, two_of, missing, strict=True)
        )

    @cached_property
    def _every(self) -> tuple[tuple[Things, int], ...]:
        """Every set of things that can be tried, the smallest first, with the rules by which the
        machine works.
        """
        sets = range(1, len(self._works_by_set))
        shown = (
            (tuple(one for at, one in enumerate(self.things) if put >> at & 1), put) for put in sets
        )
        offered = ((things, put) for things, put in shown if set(things) <= set(self.offers))
        ordered = sorted(offered, key=lambda pair: (len(pair[0]), _places(pair[1])))
        return tuple((things, self._works_by_set[put]) for things, put in ordered)


def _places(put: int) -> tuple[int, ...]:
    return tuple(at for at in range(put.bit_length()) if put >> at & 1)


@lru_cache(maxsize=64)
def rule_space(rules: tuple[MachineRule, ...], things: Things, offers: Things = ()) -> RuleSpace:
    """The rules of these kinds over these things, of which some can be tried, or all; made once for
    each machine.
    """
    found = hypotheses(rules, things)
    return RuleSpace(rules, things, offers or things, found)
