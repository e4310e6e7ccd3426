"""When the steps under a `when` come, and those that never do."""

from __future__ import annotations

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.findings import Findings
from dsl.checking.joined_guards import against
from dsl.checking.labels import guard_of
from dsl.checking.session.walk import Walk, WalkPlace, Whens
from dsl.experiment import Guard


def guard_of_when(
    when: tree.When, place: WalkPlace, walk: Walk, declared: Declared
) -> Guard | None:
    """The guard of a `when`, or None if its levels are not known."""
    guard = guard_of(when.label, declared.factors, declared.found)
    if guard is None:
        return None
    declared.names.used.note(guard)
    if when.negated:
        guard = against(guard)
    verb = "unless" if when.negated else "when"
    met = walk.whens.setdefault(when.span, Whens(when.label, verb))
    met.visited |= bool(place.reach)
    met.holds |= bool(place.reach & declared.space.of(guard))
    return guard


def report_never(walk: Walk, found: Findings) -> None:
    """Reports each `when` that was reached and never holds."""
    for when in walk.whens.values():
        if when.visited and not when.holds:
            label = when.label
            found.add(faults.levels.NeverHolds(span=label.span, verb=when.verb, levels=label.text))
