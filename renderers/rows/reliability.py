"""The internal consistency of questionnaires, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from renderers.rows.cell_row import CellRow


@dataclass(frozen=True, slots=True)
class ReliabilityCoefficient:
    """A coefficient over draws, with its interval; without a value there is a `reason`."""

    value: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    reason: str


@dataclass(frozen=True, slots=True)
class ScaleReliability(CellRow):
    """A scale (a questionnaire, or a subscale of one) in one wave, cell, version and participant.

    Coefficients are over `n` draws that answered all `items`; `missing` is the proportion of its
    answers, over all runs, that name no point.
    """

    within: str
    scale: str
    subscale: bool
    wave: str
    items: int
    n: int
    missing: Fraction
    alpha: ReliabilityCoefficient
    omega: ReliabilityCoefficient
