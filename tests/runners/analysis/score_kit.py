"""Rows of trials and cells made by hand, of which only the figures matter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dsl.trial import Levels
from renderers.rows.measures import SHARES, Figure, measures
from renderers.rows.scores import CellScore, FirstGiven, Overrides, PublishedLRS
from renderers.rows.trials import CoderRow, TrialRow
from runners.analysis.means import figure


def trial_row(
    draw: int,
    lrs: float | Fraction | None,
    *,
    sample: int = 1,
    status: str = "scored",
    gate: str = "passed",
    zeros: Mapping[str, Fraction] | None = None,
    coders: tuple[CoderRow, ...] = (),
    text: int | None = None,
) -> TrialRow:
    value = None if lrs is None else Fraction(lrs)
    return TrialRow(
        "The hat", (("seen", "unseen"),), "permuted", "lab/one", False, draw, sample,
        f"key {draw}/{sample}", draw if text is None else text, status, "", gate,
        zeros=zeros or {}, coders=coders,
        **measures(
            lambda name: value
            if name in ("lrs", "linear", "zero", "strict", "lenient", "ungated")
            or (name == "exclude" and gate != "failed")
            else None
        ),
    )  # fmt: skip


def cell(
    experiment: str,
    mean: str | Fraction | None,
    *,
    domain: str = "Theory of Mind",
    draws: Mapping[int, float] | None = None,
    addition: bool = False,
    levels: Levels = (),
    reference: PublishedLRS | None = None,
) -> CellScore:
    """A cell with this mean, or with these draws."""
    if draws is not None:
        lrs = figure({draw: Fraction(value) for draw, value in draws.items()})
    else:
        lrs = Figure(None if mean is None else Fraction(mean))
    return CellScore(
        experiment, domain, levels, "permuted", "lab/one", False, addition, 10, lrs.n, 0, 0, 0, 0,
        10, {}, None, None, None, None, None, None, None, Overrides(), FirstGiven(), (), reference,
        **measures(lambda name: Figure() if name in SHARES else lrs),
    )  # fmt: skip
