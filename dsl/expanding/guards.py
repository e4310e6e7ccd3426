"""Whether a guard holds at given levels, and which of several cases is taken.

Levels are a mapping from factor to level: those of the cell, the version and the draw together. A
factor that the mapping does not name leaves a guard that needs it unfulfilled, so that a question
about the conditions alone can be asked, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from dsl.experiment import Case, Guard

T = TypeVar("T")

LevelOf = Mapping[str, str]
"""The current level of every factor, by the factor's name."""


def holds(guard: Guard, levels: LevelOf) -> bool:
    """Whether every need holds and nothing excluded does."""
    for factor, wanted in guard.needs:
        if levels.get(factor) not in wanted:
            return False
    return not any(holds(excluded, levels) for excluded in guard.excludes)


def choose(cases: Iterable[Case[T]], levels: LevelOf) -> T | None:
    """The value of the first case that holds, or None."""
    for case in cases:
        if holds(case.guard, levels):
            return case.value
    return None


def factors_named(guard: Guard) -> frozenset[str]:
    """Every factor on which a guard depends."""
    found = {factor for factor, _ in guard.needs}
    for excluded in guard.excludes:
        found |= factors_named(excluded)
    return frozenset(found)
