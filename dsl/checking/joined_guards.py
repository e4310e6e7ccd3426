"""Guards put together: what a `when` adds to what already holds around it."""

from __future__ import annotations

from dsl.experiment import ALWAYS, Guard


def both(first: Guard, second: Guard) -> Guard:
    """A guard that holds when both hold."""
    if first == ALWAYS:
        return second
    if second == ALWAYS:
        return first
    needs = dict(first.needs)
    for factor, levels in second.needs:
        allowed = needs.get(factor, levels)
        needs[factor] = tuple(level for level in allowed if level in levels)
    return Guard(tuple(needs.items()), (*first.excludes, *second.excludes))


def against(guard: Guard) -> Guard:
    """A guard that holds when this one does not."""
    return Guard((), (guard,))
