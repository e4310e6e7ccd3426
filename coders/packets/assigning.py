"""Who codes what: everything by everybody, or a share, balanced in every cell and model.

What is dealt out is a bundle: things to code that stay together, because one score is made of them.
Balance within each stratum (a cell and a model) comes first, since a coder who saw one model only
would be confounded with it; then the number of bundles of each coder; then how often two coders
meet, so that agreement rests on all pairs. Dealing blocks at random would balance in the long run
only, and studies are short.

What a coder may be called: what can name a file on every system, and means nothing else.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import floor

from dsl.record import record

Stratum = Hashable


@record
class AssignmentPlan:
    """How many code each bundle: `share` of all are coded by everybody and the rest by one coder,
    or `each` bundle by that many.
    """

    share: Fraction = Fraction(1)
    each: int | None = None


EVERYBODY = AssignmentPlan()
"""Everything is coded by everybody."""


def assign(
    strata: Sequence[Stratum], coders: int, plan: AssignmentPlan, lot: random.Random
) -> tuple[tuple[int, ...], ...]:
    """For each bundle (by its stratum) the coders who get it, as numbers from 0.

    In every stratum, and in all, the numbers of bundles that coders get differ by at most one.
    `lot` decides what balance leaves open.
    """
    everybody = tuple(range(coders))
    if plan.each is not None and not 1 <= plan.each <= coders:
        raise ValueError(f"{plan.each} of {coders} coders cannot be had")
    shared = _shared(strata, plan.share, lot) if plan.each is None else set()
    dealt = _Dealt(coders, lot)
    found: list[tuple[int, ...]] = [everybody] * len(strata)
    for at in _by_stratum(strata, lot):
        if at not in shared:
            found[at] = dealt.deal(strata[at], plan.each or 1)
    return tuple(found)


def _by_stratum(strata: Sequence[Stratum], lot: random.Random) -> list[int]:
    """The bundles, stratum after stratum, in an order drawn by lot within each."""
    members: dict[Stratum, list[int]] = {}
    for at, stratum in enumerate(strata):
        members.setdefault(stratum, []).append(at)
    order: list[int] = []
    for group in members.values():
        lot.shuffle(group)
        order.extend(group)
    return order


def _shared(strata: Sequence[Stratum], share: Fraction, lot: random.Random) -> set[int]:
    """The bundles that everybody codes: the share of each stratum, rounded so that the share of all
    comes out right to within one.
    """
    if share >= 1:
        return set(range(len(strata)))
    found: set[int] = set()
    # A start by lot, so that small strata are not always rounded the same way.
    due = Fraction(lot.randrange(1000), 1000) if share else Fraction(0)
    for at in _by_stratum(strata, lot):
        before, due = due, due + share
        if floor(due) > floor(before):
            found.add(at)
    return found


class _Dealt:
    """How many bundles each coder has, in all and by stratum, and how often two share one."""

    def __init__(self, coders: int, lot: random.Random) -> None:
        self._coders = coders
        self._lot = lot
        self._all: Counter[int] = Counter()
        self._in: dict[Stratum, Counter[int]] = {}
        self._met: Counter[frozenset[int]] = Counter()

    def deal(self, stratum: Stratum, count: int) -> tuple[int, ...]:
        """The coders of the next bundle of a stratum."""
        here = self._in.setdefault(stratum, Counter())
        chosen: list[int] = []
        for _ in range(count):
            ties = [self._lot.random() for _ in range(self._coders)]
            best = min(
                (coder for coder in range(self._coders) if coder not in chosen),
                key=lambda coder: (
                    here[coder],
                    self._all[coder],
                    sum(self._met[frozenset((coder, other))] for other in chosen),
                    ties[coder],
                ),
            )
            self._met.update(frozenset((best, other)) for other in chosen)
            here[best] += 1
            self._all[best] += 1
            chosen.append(best)
        return tuple(sorted(chosen))


_FIT = re.compile(r"[^\W_](?:[\w .-]*[\w-])?")
_LONGEST = 40
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
RESERVED = ("matcher", "adjudicated", "quorum", "judges")
"""Names with a meaning of their own where scores are shown."""


def of_judge(name: str) -> bool:
    """Whether a name is that of a model as judge, whose marks are never pooled with people's."""
    return name.startswith("judge ")


def fault_of_name(name: str) -> str:
    """Why nobody can code under this name, in words; empty where it will do."""
    plain = name.casefold().strip()
    if not plain:
        return "a coder needs a name"
    if plain in RESERVED or of_judge(plain):
        return f"`{name}` is not a coder's name: `devrun score` calls something else so"
    if len(name) > _LONGEST:
        return f"the name `{name[:_LONGEST]}...` is longer than {_LONGEST} characters"
    if not _FIT.fullmatch(name) or _DEVICES.fullmatch(name):
        return f"`{name}` cannot name a file"
    return ""
