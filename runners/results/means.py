"""Means over draws: samples are averaged within a draw, draws within a cell.

A draw is the unit of every interval. Samples are repeats of one text, and taken for draws they make
intervals half as wide as they should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from coders.exact import squares, total
from coders.statistics.intervals import cell_interval
from renderers.score_rows import Figure


def mean(values: Iterable[Fraction | int | None]) -> Fraction | None:
    """The mean of what there is, exactly; None of nothing."""
    found = [value for value in values if value is not None]
    return _mean(found) if found else None


def draw_means(values: Iterable[tuple[int, Fraction | int | None]]) -> dict[int, Fraction]:
    """The mean of each draw over its samples, from (draw, value) pairs; None is left out."""
    draws: dict[int, list[Fraction | int]] = {}
    for draw, value in values:
        if value is not None:
            draws.setdefault(draw, []).append(value)
    return {draw: _mean(found) for draw, found in draws.items()}


def _mean(found: Sequence[Fraction | int]) -> Fraction:
    first = found[0]
    if all(one is first for one in found):
        return Fraction(first)
    return total(found) / len(found)


def figure(draws: Mapping[int, Fraction], *, high: int = 5) -> Figure:
    """The mean of draws with its interval, on a scale from 0 to `high`."""
    middle = mean(draws.values())
    if middle is None:
        return Figure()
    n = len(draws)
    spread = squares(draws.values()) - n * middle**2
    found = cell_interval([float(one) for one in draws.values()], high=high)
    return Figure(
        middle,
        n,
        sqrt(spread / (n - 1)) if n > 1 else None,
        (found.low, found.high) if found is not None else None,
        dict(draws),
    )
