"""The branches of a fork at some levels."""

from __future__ import annotations

from dsl import experiment as ex
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose
from dsl.experiment import Step

Child = tuple[tuple[Step, ...], ex.Form | None]
"""A branch of a fork: its steps, and the one form to ask where it is a question of several."""


def children(branch: tuple[Step, ...], filler: Filler) -> list[Child]:
    """What one branch of a fork comes to at these levels: nothing, or one conversation, or as many
    as a question has forms.
    """
    if len(branch) != 1:
        return [(branch, None)] if branch else []
    step = branch[0]
    if isinstance(step, ex.QuestionStep) and step.tries is None:
        return [((step,), form) for form in step.forms]
    if isinstance(step, ex.Either):
        return children(choose(step.branches, filler.levels) or (), filler)
    return [(branch, None)]
