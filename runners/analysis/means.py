"""Means over draws: samples are averaged within a draw, draws within a cell.

A draw is the unit of every interval. Samples are repeats of one text, and taken for draws they make
intervals half as wide as they should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm, sqrt

from coders.statistics.intervals import Interval, cell_interval, wilson
from coders.statistics.item_means import MEAN_PAIRED, PAIRED_ITEMS, paired_mean
from dsl import exact
from dsl.scoring import LRS, IntervalMethod, Scaled
from renderers.rows.measures import Figure, Gap


def mean(values: Iterable[Fraction | int | None]) -> Fraction | None:
    """The mean of what there is, exactly; None of nothing."""
    found = [value for value in values if value is not None]
    return exact.mean(found) if found else None


class DrawMeans(Mapping[int, Fraction]):
    """The mean of each draw, exact: whole numbers over one denominator. A `Fraction` is made of one
    when it is asked for: a large study has hundreds of thousands of draws.
    """

    __slots__ = ("_places", "denominator", "keyed", "numerators")

    def __init__(self, draws: Sequence[int], numerators: Sequence[int], denominator: int) -> None:
        self.keyed, self.numerators, self.denominator = draws, numerators, denominator
        self._places: dict[int, int] | None = None

    @classmethod
    def of(cls, draws: Mapping[int, Fraction]) -> DrawMeans:
        """The same from a mapping."""
        if isinstance(draws, DrawMeans):
            return draws
        below = lcm(*{one.denominator for one in draws.values()})
        above = [one.numerator * (below // one.denominator) for one in draws.values()]
        return cls(tuple(draws), above, below)

    @classmethod
    def of_floats(cls, draws: Mapping[int, float]) -> DrawMeans:
        """The same from doubles, to the last bit."""
        ratios = [one.as_integer_ratio() for one in draws.values()]
        below = lcm(*{under for _, under in ratios})
        above = [over * (below // under) for over, under in ratios]
        return cls(tuple(draws), above, below)

    @property
    def places(self) -> Mapping[int, int]:
        """The place of each draw among the numerators."""
        if self._places is None:
            self._places = {one: at for at, one in enumerate(self.keyed)}
        return self._places

    def of_draws(self, draws: Sequence[int]) -> DrawMeans:
        """Those of these draws, in their order."""
        chosen = [self.numerators[self.places[draw]] for draw in draws]
        return DrawMeans(draws, chosen, self.denominator)

    def __getitem__(self, draw: int) -> Fraction:
        return Fraction(self.numerators[self.places[draw]], self.denominator)

    def __contains__(self, draw: object) -> bool:
        return draw in self.places

    def __iter__(self) -> Iterator[int]:
        return iter(self.keyed)

    def __len__(self) -> int:
        return len(self.keyed)

    def __repr__(self) -> str:
        return f"DrawMeans({dict(self)})"

    @property
    def mean(self) -> Fraction | None:
        """The mean over draws; None of none."""
        return Fraction(sum(self.numerators), self.denominator * len(self)) if len(self) else None

    @property
    def variance(self) -> Fraction:
        """The variance of two draws or more, with n - 1."""
        n, above = len(self), sum(self.numerators)
        squares = sum(one * one for one in self.numerators)
        return Fraction(n * squares - above * above, n * (n - 1) * self.denominator**2)

    @property
    def floats(self) -> list[float]:
        """The nearest doubles."""
        return [one / self.denominator for one in self.numerators]


def draw_means(values: Iterable[tuple[int, Fraction | int | None]]) -> DrawMeans:
    """The mean of each draw over its samples, from (draw, value) pairs; None is left out."""
    found = [(draw, value) for draw, value in values if value is not None]
    below = lcm(*{value.denominator for _, value in found})
    sums: dict[int, list[int]] = {}
    for draw, value in found:
        sums.setdefault(draw, []).append(value.numerator * (below // value.denominator))
    count = lcm(*{len(parts) for parts in sums.values()})
    means = [sum(parts) * (count // len(parts)) for parts in sums.values()]
    return DrawMeans(tuple(sums), means, below * count)


def mean_of_cells(cells: Sequence[Mapping[int, Fraction]]) -> DrawMeans:
    """The mean of cells, one or more, within each draw that all of them have."""
    means = in_common(*cells)
    below = lcm(*(one.denominator for one in means))
    scaled = [[n * (below // one.denominator) for n in one.numerators] for one in means]
    return DrawMeans(means[0].keyed, list(map(sum, zip(*scaled, strict=True))), below * len(means))


def in_common(*cells: Mapping[int, Fraction]) -> list[DrawMeans]:
    """The means of those draws that all of these cells have, in the order of the first."""
    means = list(map(DrawMeans.of, cells))
    shared = set.intersection(*map(set, means))
    common = [draw for draw in means[0] if draw in shared]
    return [one.of_draws(common) for one in means]


def figure(
    draws: Mapping[int, Fraction],
    *,
    kind: Scaled = LRS,
    method: IntervalMethod | None = None,
) -> Figure:
    """The mean of draws, on the scale and with the interval of this kind or measure, or with the
    interval of this `method`.
    """
    means = DrawMeans.of(draws)
    n = len(means)
    if not n:
        return Figure()
    found = _interval(kind, means, kind.interval if method is None else method)
    return Figure(
        means.mean,
        n,
        sqrt(means.variance) if n > 1 else None,
        (found.low, found.high) if found is not None else None,
        means,
        found.method if found is not None else "",
    )


def _interval(kind: Scaled, draws: DrawMeans, method: IntervalMethod) -> Interval | None:
    if kind.low is None or kind.high is None:
        return None
    if method is IntervalMethod.WILSON:
        return wilson(sum(draws.numerators) / draws.denominator, len(draws))
    return cell_interval(
        draws.floats,
        low=float(kind.low),
        high=float(kind.high),
        pseudo=2 if method is IntervalMethod.TWO_DRAWS else 1,
    )


def gap(*groups: tuple[Mapping[int, Fraction], Mapping[int, Fraction]]) -> Gap:
    """The mean share of the first less that of the second, over the items that both have; of
    several groups the plain mean.
    """
    apart = [[one[at] - other[at] for at in one if at in other] for one, other in groups]
    if not all(apart):
        return Gap()
    ends = paired_mean([(list(map(float, values)), 1.0) for values in apart]).ci95
    method = PAIRED_ITEMS if len(apart) == 1 else MEAN_PAIRED
    return Gap(
        exact.mean(list(map(exact.mean, apart))),
        sum(map(len, apart)),
        ends,
        "" if ends is None else method,
    )


def weighed(
    means: Sequence[tuple[str, Fraction]],
) -> tuple[Fraction | None, Fraction | None]:
    """The mean flat over cells, and the mean over experiments, from (experiment, mean) of cells."""
    by_experiment: dict[str, list[Fraction]] = {}
    for experiment, value in means:
        by_experiment.setdefault(experiment, []).append(value)
    return mean(value for _, value in means), mean(mean(found) for found in by_experiment.values())
