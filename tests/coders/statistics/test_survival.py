"""Questions to criterion: the curve is Kaplan and Meier's, and its intervals hold what they say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from coders.statistics.survival import median_places, survival

BOUND = 12


def samples() -> list[list[int | None]]:
    """Learners of which some do not get there."""
    rng = np.random.default_rng(7)
    found: list[list[int | None]] = []
    for n in (1, 2, 5, 6, 10, 37):
        for _ in range(30):
            took = rng.integers(3, 18, n)
            found.append([int(one) if one <= BOUND else None for one in took])
    return found


def test_the_curve_is_that_of_kaplan_and_meier() -> None:
    from statsmodels.duration.survfunc import SurvfuncRight

    for sample in samples():
        found = survival(sample, BOUND)
        times = [BOUND if one is None else one for one in sample]
        censored = [one is None for one in sample]
        data = stats.CensoredData.right_censored(times, censored)
        curve = stats.ecdf(data).sf
        for question, share, low, high in found.steps:
            assert share == pytest.approx(float(curve.evaluate(question)))
            assert low <= share <= high
        assert found.met == len(sample) - sum(censored)
        halves = [question for question, share, *_ in found.steps if share == 0.5]
        if halves:  # statsmodels goes on to the next who gets there
            assert found.median == halves[0]
        elif not found.met:
            assert found.median is None
        else:
            quantile = SurvfuncRight(times, [not one for one in censored]).quantile(0.5)
            assert found.median == (None if np.isnan(quantile) else quantile)


def test_the_median_lies_between_its_places_often_enough_and_not_between_the_next() -> None:
    for n in range(6, 80):
        places = median_places(n)
        assert places is not None
        low, high = places
        assert low + high == n + 1
        assert stats.binom.cdf(low - 1, n, 0.5) <= 0.025 < stats.binom.cdf(low, n, 0.5), n


@pytest.mark.parametrize("n", range(6))
def test_a_few_learners_give_no_interval(n: int) -> None:
    assert survival([4] * n, BOUND).median_ci95 is None


def test_of_nobody_nothing_is_known() -> None:
    found = survival([], BOUND)
    assert (found.n, found.met, found.median, found.steps) == (0, 0, None, ())


def test_an_end_of_the_interval_may_be_beyond_the_bound() -> None:
    found = survival([4, 5, 6, 7, None, None, None, None, None, None], BOUND)
    assert (found.median, found.median_ci95) == (None, (5, None))
    assert survival([None] * 10, BOUND).median_ci95 == (None, None)
