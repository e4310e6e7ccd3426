"""Coefficients straight from their definitions: item by item, pair by pair, in exact fractions.

Nothing here shares a line with the code that it holds to account. Rows are tuples of category
values, None where not rated; every function gives None where the coefficient is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

Row = Sequence[int | None]
Weight = Callable[[int, int], Fraction]


def same(one: int, other: int) -> Fraction:
    return Fraction(one == other)


def within_one(one: int, other: int) -> Fraction:
    return Fraction(abs(one - other) <= 1)


def linear(values: Sequence[int]) -> Weight:
    span = max(values) - min(values)
    return lambda one, other: 1 - Fraction(abs(one - other), span)


def quadratic(values: Sequence[int]) -> Weight:
    span = max(values) - min(values)
    return lambda one, other: 1 - Fraction((one - other) ** 2, span**2)


def given(row: Row) -> list[int]:
    return [value for value in row if value is not None]


def beyond(observed: Fraction | None, chance: Fraction | None) -> Fraction | None:
    if observed is None or chance is None or chance == 1:
        return None
    return (observed - chance) / (1 - chance)


def percent(rows: Sequence[Row], weight: Weight = same) -> Fraction | None:
    """The mean over items of the mean over the item's pairs of ratings."""
    means = []
    for row in rows:
        pairs = list(combinations(given(row), 2))
        if pairs:
            means.append(sum((weight(*pair) for pair in pairs), Fraction(0)) / len(pairs))
    return sum(means, Fraction(0)) / len(means) if means else None


def use(rows: Sequence[Row], values: Sequence[int]) -> dict[int, Fraction] | None:
    """How much each category is used, the mean over items."""
    rated = [given(row) for row in rows if given(row)]
    if not rated:
        return None
    return {
        value: sum((Fraction(row.count(value), len(row)) for row in rated), Fraction(0))
        / len(rated)
        for value in values
    }


def fleiss(rows: Sequence[Row], values: Sequence[int], weight: Weight = same) -> Fraction | None:
    shares = use(rows, values)
    if shares is None:
        return None
    chance = sum(
        (weight(a, b) * shares[a] * shares[b] for a in values for b in values), Fraction(0)
    )
    return beyond(percent(rows, weight), chance)


def brennan_prediger(rows: Sequence[Row], values: Sequence[int]) -> Fraction | None:
    return beyond(percent(rows), Fraction(1, len(values)))


def gwet(rows: Sequence[Row], values: Sequence[int], weight: Weight = same) -> Fraction | None:
    shares = use(rows, values)
    k = len(values)
    if shares is None or k < 2:
        return None
    total = sum((weight(a, b) for a in values for b in values), Fraction(0))
    spread = sum((share * (1 - share) for share in shares.values()), Fraction(0))
    return beyond(percent(rows, weight), total * spread / (k * (k - 1)))


def conger(rows: Sequence[Row], values: Sequence[int]) -> Fraction | None:
    """Chance is the mean over pairs of coders of agreeing at random, each by their own use."""
    coders = len(rows[0])
    own = []
    for coder in range(coders):
        column = [row[coder] for row in rows if row[coder] is not None]
        if not column:
            return None
        own.append({value: Fraction(column.count(value), len(column)) for value in values})
    pairs = list(combinations(own, 2))
    chance = sum(
        (one[value] * other[value] for one, other in pairs for value in values), Fraction(0)
    )
    return beyond(percent(rows), chance / len(pairs))


def cohen(rows: Sequence[Row], values: Sequence[int], weight: Weight = same) -> Fraction | None:
    """The mean over the pairs of coders that share items; None if one of these is undefined."""
    found = []
    for one, other in combinations(range(len(rows[0])), 2):
        both = [
            (left, right)
            for left, right in ((row[one], row[other]) for row in rows)
            if left is not None and right is not None
        ]
        if not both:
            continue
        observed = sum((weight(*pair) for pair in both), Fraction(0)) / len(both)
        chance = (
            sum((weight(left, right) for left, _ in both for _, right in both), Fraction(0))
            / len(both) ** 2
        )
        kappa = beyond(observed, chance)
        if kappa is None:
            return None
        found.append(kappa)
    return sum(found, Fraction(0)) / len(found) if found else None


Metric = Callable[[int, int], Fraction]


def alpha(rows: Sequence[Row], metric: Metric) -> Fraction | None:
    """1 - D_o / D_e over all pairs of values, within units and all together."""
    units = [given(row) for row in rows if len(given(row)) > 1]
    pool = [value for unit in units for value in unit]
    n = len(pool)
    seen = sum(
        (2 * metric(a, b) / (len(unit) - 1) for unit in units for a, b in combinations(unit, 2)),
        Fraction(0),
    )
    every = sum((2 * metric(a, b) for a, b in combinations(pool, 2)), Fraction(0))
    return 1 - seen * (n - 1) / every if every else None


def nominal_metric(one: int, other: int) -> Fraction:
    return Fraction(one != other)


def interval_metric(one: int, other: int) -> Fraction:
    return Fraction((one - other) ** 2)


def ratio_metric(one: int, other: int) -> Fraction:
    return Fraction((one - other) ** 2, (one + other) ** 2) if one + other else Fraction(0)


def ordinal_metric(rows: Sequence[Row]) -> Metric:
    pool = [value for row in rows if len(given(row)) > 1 for value in given(row)]

    def apart(one: int, other: int) -> Fraction:
        low, high = min(one, other), max(one, other)
        between = sum(low <= value <= high for value in pool)
        return (between - Fraction(pool.count(low) + pool.count(high), 2)) ** 2 * (low != high)

    return apart


def specific(rows: Sequence[Row], value: int) -> Fraction | None:
    """Given that a rating is this value, how likely another one of the item is, too."""
    total, both = Fraction(0), Fraction(0)
    for row in rows:
        ratings = given(row)
        times = ratings.count(value)
        if len(ratings) > 1:
            total += times
            both += Fraction(times * (times - 1), len(ratings) - 1)
    return both / total if total else None
