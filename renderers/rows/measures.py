"""What is measured of a trial, and the means of it: declared once for every level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Generic, TypeVar

from dsl.scoring import ACCURACY, LRS, ScoreKind

Number = TypeVar("Number")


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over draws: coders were averaged in a trial, samples in a draw.

    `mean` is None where nothing can be said. `n` counts draws, `sd` is theirs (None under two).
    `ci95` is None under five draws; `ci_method` says how it was computed. `draws` are the draws'
    means.
    """

    mean: Fraction | None = None
    n: int = 0
    sd: float | None = None
    ci95: tuple[float, float] | None = None
    draws: Mapping[int, Fraction] = field(default_factory=dict)
    ci_method: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A difference over the `items` that both sides have, paired by item."""

    difference: Fraction | None = None
    items: int = 0
    ci95: tuple[float, float] | None = None
    ci_method: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialMeasures(Generic[Number]):
    """What is measured of a trial and averaged in a cell: a trial has numbers, a cell has means.

    `strict` and `lenient` take half marks for wrong and for right; `zero`, `exclude` and `ungated`
    treat every failed gate in that way. `hallucination` takes a trial for 0 where a coder flags any
    reply of it as hallucinated. `before` and `after` are the LRS before anything but controls was
    settled by an adjudicator, and after; one of them is `lrs`, and both are where nothing was.
    `undisputed` leaves out trials on whose controls coders disagree, `disputed_failed` and
    `disputed_passed` take those controls for failed and for passed.
    """

    share: Number
    own_share: Number
    twin_share: Number
    lrs: Number
    linear: Number
    strict: Number
    lenient: Number
    zero: Number
    exclude: Number
    ungated: Number
    hallucination: Number
    before: Number
    after: Number
    undisputed: Number
    disputed_failed: Number
    disputed_passed: Number


SHARES = ("share", "own_share", "twin_share")
"""The measures that are proportions correct; all others are an LRS by some rule."""

MEASURES: Mapping[str, ScoreKind] = {
    one.name: ACCURACY if one.name in SHARES else LRS for one in fields(TrialMeasures)
}
"""Every measure, with the kind of score on whose scale it is."""


def own_stories(figures: TrialMeasures[Figure]) -> Figure:
    """The proportion correct in the paper's own stories, where there are matched ones too."""
    return figures.own_share if figures.twin_share.n else Figure()


def measures(value: Callable[[str], object]) -> dict[str, Any]:
    """The measures of a row, by name."""
    return {name: value(name) for name in MEASURES}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over items with its 95% limits; None where there are too few."""

    mean: float
    ci95: tuple[float, float] | None
