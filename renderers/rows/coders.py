"""Coders in `devrun score`: who gives higher scores, and how often the LRS was overridden."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class CoderEffect:
    """What a coder gives more than the average of the coders, in LRS points; None where that is not
    worked out. `trials` have an LRS by this coder.
    """

    coder: str
    trials: int
    effect: float | None


@dataclass(frozen=True, slots=True)
class CoderAdjustment:
    """The effects of the coders who count. `trials` have an LRS, `shared` of them by two coders or
    more; `reason` says why there are no effects.
    """

    trials: int
    shared: int
    reason: str
    coders: tuple[CoderEffect, ...]
    method: str = ""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What coders made of the rule's proposal: of `given` LRS `changed` are not the rule's;
    `difference` is the mean of theirs minus the rule's over all given.
    """

    given: int = 0
    changed: int = 0
    difference: Fraction | None = None


@dataclass(frozen=True, slots=True)
class FirstGiven:
    """LRS given before any mark, in `n` judgements, and the LRS computed from the same marks."""

    n: int = 0
    given: Fraction | None = None
    rule: Fraction | None = None
