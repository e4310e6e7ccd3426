"""Exact sums are what adding one fraction after the other gives."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from coders.exact import products, squares, total

PARTS = st.builds(Fraction, st.integers(0, 120), st.integers(1, 24))


@given(st.lists(PARTS))
def test_sums_and_sums_of_squares(values: list[Fraction]) -> None:
    """Of any denominators, and of nothing."""
    assert total(values) == sum(values, Fraction(0))
    assert squares(values) == sum((one * one for one in values), Fraction(0))


@given(st.lists(st.tuples(PARTS, PARTS)))
def test_sums_of_products(pairs: list[tuple[Fraction, Fraction]]) -> None:
    """A weight and a mark each."""
    assert products(pairs) == sum((one * other for one, other in pairs), Fraction(0))
