"""Sums of fractions, exactly.

Values of one denominator are added as whole numbers: to bring two fractions to one denominator each
time took most of the time of a large study's means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm


def total(values: Iterable[Fraction | int]) -> Fraction:
    """The sum."""
    parts: dict[int, int] = {}
    for value in values:
        below = value.denominator
        parts[below] = parts.get(below, 0) + value.numerator
    return _joined(parts)


def squares(values: Iterable[Fraction | int]) -> Fraction:
    """The sum of the squares."""
    parts: dict[int, int] = {}
    for value in values:
        below = value.denominator**2
        parts[below] = parts.get(below, 0) + value.numerator**2
    return _joined(parts)


def products(pairs: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """The sum of the products of pairs."""
    parts: dict[int, int] = {}
    for one, other in pairs:
        below = one.denominator * other.denominator
        parts[below] = parts.get(below, 0) + one.numerator * other.numerator
    return _joined(parts)


def _joined(parts: Mapping[int, int]) -> Fraction:
    """The sum of whole numbers over denominators."""
    below = lcm(*parts)
    return Fraction(sum(above * (below // each) for each, above in parts.items()), below)
