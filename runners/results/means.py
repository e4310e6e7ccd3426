"""Means over draws: samples are averaged within a draw, draws within a cell.

A draw is the unit of every interval. Samples are repeats of one text, and taken for draws they make
intervals half as wide as they should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from coders.statistics.intervals import cell_interval
from renderers.score_rows import Figure


def total(values: Iterable[Fraction | int]) -> Fraction:
    """The exact sum. Values of one denominator are added as whole numbers: to bring two fractions
    to one denominator each time took most of the time of a large study's means.
    """
    parts: dict[int, int] = {}
    for value in values:
        below = value.denominator
        parts[below] = parts.get(below, 0) + value.numerator
    return _joined(parts)


def squares(values: Iterable[Fraction | int]) -> Fraction:
    """The exact sum of the squares."""
    parts: dict[int, int] = {}
    for value in values:
        below = value.denominator**2
        parts[below] = parts.get(below, 0) + value.numerator**2
    return _joined(parts)


def _joined(parts: Mapping[int, int]) -> Fraction:
    """The sum of whole numbers over denominators."""
    if len(parts) == 1:
        ((below, above),) = parts.items()
        return Fraction(above, below)
    return sum((Fraction(above, below) for below, above in parts.items()), Fraction(0))


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
