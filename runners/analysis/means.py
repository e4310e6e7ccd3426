"""Means over draws: samples are averaged within a draw, draws within a cell.

A draw is the unit of every interval. Samples are repeats of one text, and taken for draws they make
intervals half as wide as they should be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, sqrt

from coders.exact import squares, total
from coders.statistics.intervals import Interval, cell_interval, wilson
from dsl.scoring import LRS, IntervalMethod, ScoreKind
from renderers.score_rows import Figure


def mean(values: Iterable[Fraction | int | None]) -> Fraction | None:
    """The mean of what there is, exactly; None of nothing."""
    found = [value for value in values if value is not None]
    return _mean(found) if found else None


def draw_means(values: Iterable[tuple[int, Fraction | int | None]]) -> dict[int, Fraction]:
    """The mean of each draw over its samples, from (draw, value) pairs; None is left out.

    Whole numbers over one denominator are added, and a mean that several draws have is made once: a
    large study has hundreds of thousands of draws, and few means.
    """
    found = [(draw, value) for draw, value in values if value is not None]
    below = lcm(*{value.denominator for _, value in found})
    sums: dict[int, list[int]] = {}
    for draw, value in found:
        part = value.numerator * (below // value.denominator)
        if draw in sums:
            sums[draw].append(part)
        else:
            sums[draw] = [part]
    known: dict[tuple[int, int], Fraction] = {}
    means: dict[int, Fraction] = {}
    for draw, parts in sums.items():
        above, count = sum(parts), len(parts)
        if (above, count) not in known:
            known[above, count] = Fraction(above, below * count)
        means[draw] = known[above, count]
    return means


def _mean(found: Sequence[Fraction | int]) -> Fraction:
    return total(found) / len(found)


def figure(
    draws: Mapping[int, Fraction],
    *,
    kind: ScoreKind = LRS,
    method: IntervalMethod | None = None,
) -> Figure:
    """The mean of draws, on the scale and with the interval of this kind of score, or with the
    interval of this `method`.
    """
    middle = mean(draws.values())
    if middle is None:
        return Figure()
    n = len(draws)
    spread = squares(draws.values()) - n * middle**2
    found = _interval(kind, draws.values(), kind.interval if method is None else method)
    return Figure(
        middle,
        n,
        sqrt(spread / (n - 1)) if n > 1 else None,
        (found.low, found.high) if found is not None else None,
        dict(draws),
        found.method if found is not None else "",
    )


def _interval(
    kind: ScoreKind, values: Collection[Fraction], method: IntervalMethod
) -> Interval | None:
    if kind.low is None or kind.high is None:
        return None
    if method is IntervalMethod.WILSON:
        return wilson(float(total(values)), len(values))
    return cell_interval([float(one) for one in values], low=float(kind.low), high=float(kind.high))


def weighed(
    means: Sequence[tuple[str, Fraction]],
) -> tuple[Fraction | None, Fraction | None]:
    """The mean flat over cells, and the mean over experiments, from (experiment, mean) of cells."""
    by_experiment: dict[str, list[Fraction]] = {}
    for experiment, value in means:
        by_experiment.setdefault(experiment, []).append(value)
    return mean(value for _, value in means), mean(mean(found) for found in by_experiment.values())
