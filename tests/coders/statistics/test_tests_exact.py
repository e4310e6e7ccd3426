from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from coders.statistics.tests_exact import SignFlip, above_guessing, holm, sign_flip
from tests.property import examples


def test_fishers_maize_gives_fishers_count() -> None:
    """Fisher (1935), section 21: 863 of 32,768 ways are as extreme on one side."""
    maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert sign_flip(maize) == SignFlip(1726 / 2**15, 2**-14, 15, 0, True)


@examples(40)
@given(st.lists(st.integers(-5, 5), min_size=2, max_size=11))
def test_it_is_scipys_permutation_test(differences: list[int]) -> None:
    theirs = stats.permutation_test(
        (differences,), sum, permutation_type="samples", n_resamples=2**12, vectorized=False
    )
    found = sign_flip(differences)
    assert found is not None
    assert found.p == pytest.approx(theirs.pvalue)


def test_differences_of_nought_raise_the_smallest_p() -> None:
    assert sign_flip([1.0] * 10) == SignFlip(2**-9, 2**-9, 10, 0, True)
    assert sign_flip([0.0] * 3 + [0.2] * 7) == SignFlip(2**-6, 2**-6, 10, 3, True)
    assert sign_flip([0.0] * 4) == SignFlip(1.0, 1.0, 4, 4, True)
    assert sign_flip([]) is None


def test_sums_that_differ_by_rounding_count_as_equal() -> None:
    """0.1 + 0.2 - 0.3 is not quite 0 in floats, and no sign change may be left out for that."""
    found = sign_flip([0.1, 0.2, -0.3])
    assert found is not None
    assert found.p == 1.0


def test_beyond_sixteen_sign_changes_are_sampled_by_a_seed() -> None:
    differences = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1]
    found = sign_flip(differences, seed=3)
    assert found == sign_flip(differences, seed=3)
    assert found is not None
    assert (found.exact, found.smallest) == (False, 2**-16)
    assert found.p == pytest.approx(stats.binomtest(12, 17).pvalue, abs=0.005)
    # Never 0: what was seen is one of the ways.
    few = sign_flip([1.0] * 40, resamples=99)
    assert few == SignFlip(0.01, 0.01, 40, 0, False)


@pytest.mark.parametrize("p_values", [[0.04], [0.01, 0.04, 0.03, 0.005], [0.5, 0.9, 0.5, 0, 1]])
def test_holm_is_statsmodels_holm(p_values: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    theirs = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(theirs)


def test_guessing_four_two_way_questions_is_a_binomial() -> None:
    half = Fraction(1, 2)
    guessing = {Fraction(k, 4): Fraction(n, 16) for k, n in enumerate((1, 4, 6, 4, 1))}
    shares = [Fraction(1), Fraction(3, 4), half, Fraction(1)]
    expected = stats.binomtest(13, 16, alternative="greater").pvalue
    assert above_guessing(shares, guessing) == pytest.approx(expected)
    assert above_guessing([], guessing) is None
    assert above_guessing([Fraction(0)] * 3, guessing) == pytest.approx(1.0)


def test_a_half_mark_stands_between_what_guessers_earn() -> None:
    """One question, two answers: a share of 1/2 is beaten by the guessers who are right."""
    coin = {Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    assert above_guessing([Fraction(1, 2)], coin) == 0.5
    with pytest.raises(ValueError, match="do not add up to 1"):
        above_guessing([Fraction(1)], {Fraction(1): Fraction(1, 2)})
