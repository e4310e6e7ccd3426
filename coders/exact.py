"""Means of fractions with weights, exactly, as those without (`dsl.exact`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from dsl.exact import mean

__all__ = ["mean", "weighted_mean"]


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
