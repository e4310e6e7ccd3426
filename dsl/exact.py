"""Numbers as people write them, and means of fractions, exactly.

Values are brought to one denominator and added as whole numbers: to do so for two fractions at a
time took most of the time of a large study's means.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm


def number(text: str) -> Fraction | None:
    """A number with a point or a comma, or a fraction; None of what is none, such as `1/0`."""
    try:
        return Fraction(text.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        return None


def mean(values: Sequence[Fraction | int]) -> Fraction:
    """The mean of one value or more."""
    below = lcm(*{value.denominator for value in values})
    above = sum([value.numerator * (below // value.denominator) for value in values])
    return Fraction(above, below * len(values))


def weighted_mean(pairs: Sequence[tuple[Fraction, Fraction]]) -> Fraction | None:
    """The mean of values from (weight, value) pairs; None where the weights add up to 0."""
    weights = lcm(*{weight.denominator for weight, _ in pairs})
    values = lcm(*{value.denominator for _, value in pairs})
    above = whole = 0
    for weight, value in pairs:
        much = weight.numerator * (weights // weight.denominator)
        whole += much
        above += much * value.numerator * (values // value.denominator)
    return Fraction(above, whole * values) if whole else None
