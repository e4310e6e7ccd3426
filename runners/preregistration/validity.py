"""Which declarations of a preregistration are valid: those made before some of the data.

A form that was sealed after the last reply, never sealed, or changed after its seal declares
nothing beforehand, so its comparisons get no p value. If some replies came before the seal, the
declarations are valid and the number of these replies is reported with the p values: a pilot does
not invalidate a plan, and readers can judge what was known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.record import replace
from dsl.words import counted
from runners.comparison.families import DeclaredComparison

if TYPE_CHECKING:
    from runners.preregistration.lookup import Preregistration
    from runners.store.store import Store


@dataclass(frozen=True, slots=True)
class ValidDeclarations:
    """The valid declarations; those made too `late`, and `why` they are not valid, in words."""

    declared: tuple[DeclaredComparison, ...] = ()
    late: tuple[DeclaredComparison, ...] = ()
    why: str = ""


def valid_declarations(store: Store, study: str, plan: Preregistration | None) -> ValidDeclarations:
    """The valid declarations of a plan for a study (its id); none without a plan."""
    if plan is None:
        return ValidDeclarations()
    if not plan.sealed:
        return ValidDeclarations((), plan.declared, "that was never sealed in this store")
    if plan.altered:
        return ValidDeclarations((), plan.declared, "that was changed after it was sealed")
    replied = store.replied(study, plan.sealed)
    if not replied.before:
        return ValidDeclarations(plan.declared)
    if replied.before == replied.replies:
        return ValidDeclarations((), plan.declared, "that was sealed after the last reply")
    replies = counted(replied.replies, "reply", "replies")
    source = f"preregistration, sealed after {replied.before:,} of {replies}"
    return ValidDeclarations(tuple(replace(one, source=source) for one in plan.declared))
