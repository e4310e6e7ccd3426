"""Whether a guard holds at given levels, and which of several cases is taken.

Levels are a mapping from factor to level: those of the cell, the version and the draw together. A
factor that the mapping does not name leaves a guard that needs it unfulfilled, so that a question
about the conditions alone can be asked, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from dsl.experiment import Case, Guard

T = TypeVar("T")

LevelOf = Mapping[str, str]
"""The current level of every factor, by the factor's name."""

EVERYWHERE: LevelOf = {}
"""No level of any factor: what is so at some level counts."""


def holds(guard: Guard, levels: LevelOf) -> bool:
    """Whether every need holds and nothing excluded does."""
    for factor, wanted in guard.needs:
        if levels.get(factor) not in wanted:
            return False
    excludes = guard.excludes  # nearly always none
    return not excludes or not any(holds(excluded, levels) for excluded in excludes)


def choose(cases: Iterable[Case[T]], levels: LevelOf) -> T | None:
    """The value of the first case that holds, or None."""
    for case in cases:
        guard = case.guard
        if not (guard.needs or guard.excludes) or holds(guard, levels):
            return case.value
    return None


def reachable(cases: Iterable[Case[T]], levels: LevelOf) -> Iterator[T]:
    """The values that may be taken at these levels of some factors, whatever the others are: none
    after a case that surely holds.
    """
    for case in cases:
        if _may_hold(case.guard, levels):
            yield case.value
        if _must_hold(case.guard, levels):
            return


def _may_hold(guard: Guard, levels: LevelOf) -> bool:
    fits = all(levels.get(factor) in (None, *wanted) for factor, wanted in guard.needs)
    return fits and not any(_must_hold(excluded, levels) for excluded in guard.excludes)


def _must_hold(guard: Guard, levels: LevelOf) -> bool:
    fits = all(levels.get(factor) in wanted for factor, wanted in guard.needs)
    return fits and not any(_may_hold(excluded, levels) for excluded in guard.excludes)


def factors_named(guard: Guard) -> frozenset[str]:
    """Every factor on which a guard depends."""
    found = {factor for factor, _ in guard.needs}
    for excluded in guard.excludes:
        found |= factors_named(excluded)
    return frozenset(found)
