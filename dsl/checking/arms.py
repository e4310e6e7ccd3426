"""`by FACTOR` and its arms, proved: every combination that gets there meets exactly one arm.

Guards are put together here, too: what a `when` adds to what already holds around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.labels import OTHERWISE, guard_of, names_levels
from dsl.checking.naming import listed
from dsl.checking.space import Region, Space
from dsl.diagnostic import Pointer, Span
from dsl.experiment import ALWAYS, Case, Factor, Guard
from dsl.words import folded


def factors_named(
    names: Iterable[tree.Name], factors: Sequence[Factor], found: Findings
) -> list[Factor] | None:
    """The factors after `by`, or None after reporting one that is not known."""
    by_key = {folded(f.name): f for f in factors}
    named: list[Factor] = []
    whole = True
    for name in names:
        factor = by_key.get(folded(name.text))
        if factor is None:
            whole = False
            known = [f.name for f in factors]
            joined = ", ".join(listed(name.text, known))
            found.unknown(faults.names.UnknownFactor, name, known, joined=joined)
        elif factor in named:
            found.add(faults.names.NamedTwice(span=name.span, name=factor.name))
        else:
            named.append(factor)
    return named if whole else None


def arms_of(
    by: tree.By,
    reach: Region,
    space: Space,
    found: Findings,
    *,
    complete: bool = True,
    replies: bool = True,
) -> tuple[Case[tree.Prose], ...]:
    """The arms as cases, the first that holds to be taken.

    Reports arms that overlap within `reach`, and, when `complete`, combinations without an arm. An
    arm that cannot be reached is no fault: the arms of a routine serve all who do it. When a name
    is unknown nothing further is reported, and the arms are still given, so that their words are
    checked. Without `replies` no outcome of a question can be named.
    """
    factors = tuple(f for f in space.factors if replies or f.kind is not tree.FactorKind.OUTCOMES)
    named = factors_named(by.factors, factors, found)
    factors = tuple(
        f for f in factors if f.kind is not tree.FactorKind.OUTCOMES or f in (named or ())
    )
    cases: list[Case[tree.Prose]] = []
    taken: list[tuple[Region, tree.Arm]] = []
    closed: tree.Arm | None = None
    sure = named is not None
    if named is not None and _of_another(by, named, factors, found):
        return tuple(Case(ALWAYS, arm.words) for arm in by.arms)
    for arm in by.arms:
        if closed is not None:
            found.add(faults.levels.OtherwiseNotLast(span=closed.label.span))
        if folded(arm.label.text) == OTHERWISE:
            closed = arm
            cases.append(Case(ALWAYS, arm.words))
            continue
        guard = None
        if named is not None:
            guard = guard_of(arm.label, named, found, others=factors)
        if guard is None:
            sure = False
            cases.append(Case(ALWAYS, arm.words))
            continue
        # What is left open by an arm that never holds was to be its own.
        sure = sure and bool(space.of(guard))
        region = _region(arm, guard, reach, taken=taken, space=space, found=found)
        taken.append((region, arm))
        cases.append(Case(guard, arm.words))
    left = reach
    for region, _ in taken:
        left &= ~region
    if complete and sure and closed is None and left:
        head = ", ".join(f.name for f in named or ())
        found.add(
            faults.levels.ArmMissing(
                span=_head(by), factors=head, cell=_named_levels(space, left, named or [])
            )
        )
    return tuple(cases)


def _of_another(
    by: tree.By, named: Sequence[Factor], factors: Sequence[Factor], found: Findings
) -> bool:
    """Reports, once, that all the arms are levels of a factor that `by` does not name."""
    labels = [arm.label for arm in by.arms if folded(arm.label.text) != OTHERWISE]
    if not labels or any(names_levels(label, f) for label in labels for f in named):
        return False
    for other in factors:
        if other not in named and all(names_levels(label, other) for label in labels):
            wrong = ", ".join(f.name for f in named)
            found.add(
                faults.names.ArmsOfAnotherFactor(span=_head(by), named=wrong, factor=other.name)
            )
            return True
    return False


def _region(
    arm: tree.Arm,
    guard: Guard,
    reach: Region,
    *,
    taken: list[tuple[Region, tree.Arm]],
    space: Space,
    found: Findings,
) -> Region:
    region = space.of(guard)
    if not region:
        found.add(faults.levels.ArmContradicts(span=arm.label.span, arm=arm.label.text))
    region &= reach
    for before, other in taken:
        if both := region & before:
            pointer = Pointer(other.label.span, "holds there, too")
            cell = space.describe(both) or arm.label.text
            found.add(faults.levels.ArmTwice(span=arm.label.span, cell=cell, pointers=(pointer,)))
            break
    return region


def _named_levels(space: Space, region: Region, named: list[Factor]) -> str:
    """The levels of the first combination that has no arm, of the factors the `by` names."""
    names = {f.name for f in named}
    return " and ".join(level for factor, level in space.first(region) if factor.name in names)


def _head(by: tree.By) -> Span:
    """The factors after `by`, not all the arms below."""
    return by.factors[0].span.to(by.factors[-1].span) if by.factors else by.span


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
