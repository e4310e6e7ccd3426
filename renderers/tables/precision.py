"""The precision of so many draws, expected and observed, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from dsl.words import counted
from renderers.terminal import visible

if TYPE_CHECKING:
    from renderers.rows.scores import TellingApart

FEWEST = 5
"""Draws; under them no interval is given."""


class ResolutionWords(Protocol):
    """What a number of draws can tell apart, given how much they vary."""

    @property
    def half_width(self) -> float:
        """About that of an interval in mid-scale."""

    @property
    def difference(self) -> float | None:
        """The smallest difference that is detected; None if none is."""


def observed_precision(told: TellingApart) -> str:
    """What the draws of a study can tell apart, given how much they were found to vary."""
    draws = f"{counted(told.n, 'draw')} per cell"
    if told.fewest != told.most:
        draws = f"{told.fewest} to {told.most} draws per cell, computed with {told.n}"
    if told.half_width is None or told.sd is None:
        return f"{visible(told.model)}, {draws}: {_too_few('draws')}"
    varied = "no variation between draws" if not told.sd else f"sd {told.sd:.2f}"
    opening = (
        f"{visible(told.model)}, {draws} ({varied}): the margin of error of an LRS in mid-scale is "
        f"about {_margin(_tenths(told.half_width))}; "
    )
    own = ""
    if told.own_half_width is not None:
        found = "none" if told.own_difference is None else f"{_points(told.own_difference)} pp"
        own = f"; own stories: {_margin(_points(told.own_half_width))}, {found}"
    if told.difference is None:
        return f"{opening}no difference between cells is detected with 80% power{own}"
    return f"{opening}differences of {_tenths(told.difference)} are detected with 80% power{own}"


def expected_precision(runs: int, bounds: Sequence[ResolutionWords] | None) -> str:
    """What so many runs will tell apart; `bounds` are the best and the worst case, None where there
    are too few.
    """
    runs_told = counted(runs, "run")
    if bounds is None:
        return f"{runs_told} per cell: {_too_few('runs')}"
    best, worst = bounds
    width = _range(_tenths(best.half_width), _tenths(worst.half_width))
    apart = _range(_difference(best), _difference(worst))
    ends = (
        ""
        if " to " not in width + apart
        else " (lower: answers within a run are independent; upper: all right or all wrong)"
    )
    return (
        f"{runs_told} per cell: the margin of error (95%) will be about {_margin(width)} LRS "
        f"in mid-scale; two cells must differ by {apart} for 80% power{ends}"
    )


def expected_own_precision(runs: int, bounds: Sequence[ResolutionWords]) -> str:
    """The same of the proportion correct in own stories, in percentage points."""
    best, worst = bounds
    width = _range(_points(best.half_width), _points(worst.half_width))
    apart = _range(
        *("more than 100" if one.difference is None else _points(one.difference) for one in bounds)
    )
    return (
        f"own stories: the margin of error with {counted(runs, 'run')} will be about ±{width} "
        f"percentage points; two cells must differ by {apart} for 80% power"
    )


def _points(value: float) -> str:
    """A width in percentage points, never shown as 0."""
    return f"{100 * value:.0f}" if value >= 0.005 else "less than 1"


def _difference(told: ResolutionWords) -> str:
    return (
        "more than the range of the scale" if told.difference is None else _tenths(told.difference)
    )


def _margin(width: str) -> str:
    return width.replace("less than ", "less than ±", 1) if width[0] == "l" else f"±{width}"


def _tenths(value: float) -> str:
    """A width on the scale of the LRS, never shown as 0."""
    return f"{value:.1f}" if value >= 0.05 else "less than 0.1"


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _too_few(what: str) -> str:
    return f"precision unknown: no interval is given below {FEWEST} {what}"
