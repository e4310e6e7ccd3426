"""Cronbach's alpha and McDonald's omega, held against R, pingouin and statsmodels."""

import numpy as np
import pytest
from numpy.typing import NDArray

from coders.statistics.internal_consistency import (
    alpha_limits,
    alphas,
    cronbach_alpha,
    mcdonald_omega,
)

Floats = NDArray[np.float64]

_SURVEY = """
    43 51 30 39 61 92 45  63 64 51 54 63 73 47  71 70 68 69 76 86 48  61 63 45 47 54 84 35
    81 78 56 66 71 83 47  43 55 49 44 54 49 34  58 67 42 56 66 68 35  71 75 50 55 70 66 41
    72 82 72 67 71 83 31  67 61 45 47 62 80 41  64 53 53 58 58 67 34  67 60 47 39 59 74 41
    69 62 57 42 55 63 25  68 83 83 45 59 77 35  77 77 54 72 79 77 46  81 90 50 72 60 54 36
    74 85 64 69 79 79 63  65 60 65 75 55 80 60  65 70 46 57 75 85 46  50 58 68 54 64 78 52
    50 40 33 34 43 64 33  64 61 52 62 66 80 41  53 66 52 50 63 80 37  40 37 42 58 50 57 49
    63 54 42 48 66 75 33  66 77 66 63 88 76 72  78 75 58 74 80 78 49  48 57 44 45 51 83 38
    85 85 71 71 77 74 55  82 82 39 59 64 78 39
"""
ATTITUDE = np.array([float(word) for word in _SURVEY.split()]).reshape(30, 7)
"""A survey of 30 departments, seven questions: Chatterjee and Price (1977), `attitude` in R."""


def test_alpha_of_a_published_survey() -> None:
    """R's psych package documents 0.84 for `alpha(attitude)`; pingouin 0.7.0 gives more digits, and
    Feldt's interval from 0.739 to 0.916.
    """
    found = cronbach_alpha(ATTITUDE)
    assert found.value == pytest.approx(0.8431427695647599, abs=1e-12)
    assert found.interval is not None
    assert found.interval.low <= 0.739
    assert found.interval.high >= 0.916


def test_omega_of_a_published_survey() -> None:
    """R 4.2.2: `factanal(attitude, 1)`, its loadings and uniquenesses on the scale of the items."""
    assert mcdonald_omega(ATTITUDE).value == pytest.approx(0.856326943927, abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_omega_is_that_of_another_library(seed: int) -> None:
    """The same factor is fitted by statsmodels, for answers on five points."""
    from statsmodels.multivariate.factor import Factor

    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((60, 1))
    items = factor * np.array([0.5, 0.6, 0.7, 0.8]) + rng.standard_normal((60, 4)) * 0.7
    points = np.clip(np.round(items) + 3, 1, 5)
    fitted = Factor(points, 1, method="ml").fit()
    spread = points.std(axis=0, ddof=1)
    common = (fitted.loadings[:, 0] * spread).sum() ** 2
    expected = common / (common + (fitted.uniqueness * spread**2).sum())
    assert mcdonald_omega(points).value == pytest.approx(expected, abs=1e-4)


def test_alpha_and_omega_are_one_where_items_weigh_alike() -> None:
    """Equal covariances: the one-factor model holds, and alpha is omega."""
    rng = np.random.default_rng(3)
    points = rng.standard_normal((40, 4))
    points -= points.mean(axis=0)
    # Turned so that the covariances of the sample are 1 and 0.5 exactly.
    wanted = np.full((4, 4), 0.5) + np.eye(4) / 2
    white = points @ np.linalg.inv(np.linalg.cholesky(np.cov(points.T))).T
    points = white @ np.linalg.cholesky(wanted).T
    assert cronbach_alpha(points).value == pytest.approx(0.8)
    assert mcdonald_omega(points).value == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (np.full((12, 3), 4.0), "no variance: all draws have the same total"),
        (np.array([[1.0, 5.0], [5.0, 1.0], [3.0, 3.0]]), "no variance"),
        (np.arange(12.0).reshape(12, 1), "there is one item"),
        (np.ones((1, 3)), "fewer than two draws answered all items"),
    ],
)
def test_what_is_undefined_has_a_reason(points: Floats, reason: str) -> None:
    """No value is made up."""
    for found in (cronbach_alpha(points), mcdonald_omega(points)):
        assert found.value is None
        assert found.interval is None
        assert found.reason.startswith(reason)


def test_omega_needs_more_than_alpha() -> None:
    """Three items, more draws than items, and an item on which draws differ."""
    rng = np.random.default_rng(5)
    points = rng.integers(1, 6, (12, 4)).astype(float)
    assert "three items" in mcdonald_omega(points[:, :2]).reason
    assert "more than 4 draws" in mcdonald_omega(points[:4]).reason
    points[:, 0] = 3
    assert "some item" in mcdonald_omega(points).reason
    assert cronbach_alpha(points).value is not None


def test_few_draws_give_alpha_no_interval() -> None:
    """Under ten draws, and where one draw decides on all of it."""
    rng = np.random.default_rng(6)
    points = rng.integers(1, 6, (9, 3)).astype(float)
    assert cronbach_alpha(points).interval is None
    points = np.full((12, 3), 2.0)
    points[0] = 5
    found = cronbach_alpha(points)
    assert found.value == pytest.approx(1.0)
    assert found.interval is None


def test_limits_of_many_scales_are_those_of_each() -> None:
    """One computation for a simulation and a study."""
    points = np.random.default_rng(7).integers(1, 6, (5, 14, 4)).astype(float)
    lower, upper = alpha_limits(points)
    for at, one in enumerate(points):
        found = cronbach_alpha(one)
        assert found.interval is not None
        assert found.value == pytest.approx(float(alphas(points)[at]))
        assert (found.interval.low, found.interval.high) == pytest.approx((lower[at], upper[at]))
