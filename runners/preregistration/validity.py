"""Which declarations of a preregistration count: those that some of the study came after.

A form that is sealed when every reply is there declares nothing beforehand, however it is called,
and the same holds for one that nobody sealed or that was changed after its seal. What it declares
has no p value then. Where some replies came before the seal its declarations count, and whoever
reads a p value is told beside it how many: a pilot is no reason to throw a plan away, and the
reader judges what was known.
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
    """The declarations that count; those that do not, and `why` not, in the words of a sentence."""

    declared: tuple[DeclaredComparison, ...] = ()
    late: tuple[DeclaredComparison, ...] = ()
    why: str = ""


def valid_declarations(store: Store, study: str, plan: Preregistration | None) -> ValidDeclarations:
    """What counts of a plan for a study (its id); nothing without a plan."""
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
        return ValidDeclarations((), plan.declared, "that was sealed when every reply had come")
    replies = counted(replied.replies, "reply", "replies")
    source = f"preregistration, sealed when {replied.before:,} of {replies} had come"
    return ValidDeclarations(tuple(replace(one, source=source) for one in plan.declared))
