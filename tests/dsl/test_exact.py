"""Exact means are what adding one fraction after the other gives."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dsl.exact import mean, number, weighted_mean

PARTS = st.builds(Fraction, st.integers(0, 120), st.integers(1, 24))


@given(st.lists(PARTS, min_size=1))
def test_a_mean_is_of_any_denominators(values: list[Fraction]) -> None:
    assert mean(values) == sum(values, Fraction(0)) / len(values)


@given(st.lists(st.tuples(PARTS, PARTS)))
def test_a_weighted_mean_is_the_sum_of_products_by_that_of_weights(
    pairs: list[tuple[Fraction, Fraction]],
) -> None:
    """None where nothing weighs anything."""
    weight = sum((one for one, _ in pairs), Fraction(0))
    products = sum((one * other for one, other in pairs), Fraction(0))
    assert weighted_mean(pairs) == (products / weight if weight else None)


def test_numbers_have_a_point_or_a_comma() -> None:
    read = {"2.5": Fraction(5, 2), "2,5": Fraction(5, 2), "+3": Fraction(3), "1/2": Fraction(1, 2)}
    assert {text: number(text) for text in read} == read
    assert [number(text) for text in ("1/0", "2,5/3", "1,234.5", "many", "")] == [None] * 5
