"""Coders' effects, held against the whole linear model as other libraries fit it."""

from __future__ import annotations

import numpy as np
import pytest

from coders.statistics.coder_effects import ALIKE, ALL_BY_ALL, NOT_TIED, ONE_CODER, coder_effects
from tests.coders.statistics.published import SHROUT_FLEISS

JUDGED = np.array([row.split() for row in SHROUT_FLEISS.strip().splitlines()], dtype=np.float64)
NO = np.nan


def with_holes(ratings: np.ndarray, *holes: tuple[int, int]) -> np.ndarray:
    found = ratings.copy()
    for item, coder in holes:
        found[item, coder] = NO
    return found


def dummies(ratings: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The design of item + coder with a column for each, and the ratings in its order."""
    items, coders = ratings.shape
    at = np.argwhere(~np.isnan(ratings))
    design = np.zeros((len(at), items + coders))
    design[np.arange(len(at)), at[:, 0]] = 1
    design[np.arange(len(at)), items + at[:, 1]] = 1
    return design, ratings[at[:, 0], at[:, 1]]


def by_lstsq(ratings: np.ndarray) -> np.ndarray:
    design, values = dummies(ratings)
    effects = np.linalg.lstsq(design, values, rcond=None)[0][ratings.shape[1] * -1 :]
    return np.asarray(effects - effects.mean())


def by_statsmodels(ratings: np.ndarray) -> np.ndarray:
    from statsmodels.regression.linear_model import OLS

    design, values = dummies(ratings)
    # The last coder is the base, which makes the design of full rank.
    fitted = np.append(OLS(values, design[:, :-1]).fit().params[ratings.shape[0] :], 0.0)
    return np.asarray(fitted - fitted.mean())


def test_a_published_table_with_ratings_missing_is_fitted_as_elsewhere() -> None:
    ratings = with_holes(JUDGED, (0, 1), (1, 1), (2, 3), (4, 0), (5, 0), (5, 1), (5, 2))
    found = coder_effects(ratings)
    assert (found.shared, found.reason) == (5, "")
    assert found.effects == pytest.approx(by_lstsq(ratings))
    assert found.effects == pytest.approx(by_statsmodels(ratings))


@pytest.mark.parametrize("seed", range(20))
def test_random_ratings_are_fitted_as_elsewhere(seed: int) -> None:
    lot = np.random.default_rng(seed)
    coders = int(lot.integers(2, 6))
    ratings = lot.integers(0, 6, size=(60, coders)).astype(np.float64)
    ratings[lot.random(ratings.shape) < 0.5] = NO
    ratings[0] = 3 + np.arange(coders)
    found = coder_effects(ratings)
    assert found.effects == pytest.approx(by_lstsq(ratings), abs=1e-9)


def test_an_allocation_that_is_all_the_difference_is_taken_out() -> None:
    # The second coder gives a point less, and judged most of the second half alone.
    truth = np.array([3.0, 4, 2, 5, 3, 4, 2, 5])
    ratings = np.column_stack([truth + 0.5, truth - 0.5])
    ratings[1:4, 1] = ratings[5:, 0] = NO
    found = coder_effects(ratings)
    assert found.effects == pytest.approx((0.5, -0.5))
    adjusted = np.nanmean(ratings - np.array(found.effects), axis=1)
    assert adjusted == pytest.approx(truth)


def test_coders_tied_by_a_third_are_compared_through_that_one() -> None:
    ratings = np.array([[4, 3, NO], [4, 3, NO], [NO, 3, 1], [NO, 3, 1.0]])
    assert coder_effects(ratings).effects == pytest.approx((4 / 3, 1 / 3, -5 / 3))


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        (np.array([[3.0], [4.0]]), ONE_CODER),
        (np.array([[3.0, NO], [4.0, NO]]), ONE_CODER),
        (JUDGED, ALL_BY_ALL),
        (np.vstack([JUDGED, np.full(4, NO)]), ALL_BY_ALL),
        (np.array([[3.0, NO], [NO, 4.0]]), NOT_TIED),
        (np.array([[3, 4, NO, NO], [NO, NO, 4, 5.0]]), NOT_TIED),
        (np.array([[3, 4], [4, 3], [NO, 5.0]]), ALIKE),
    ],
)
def test_where_there_is_nothing_to_adjust_the_reason_is_said(
    ratings: np.ndarray, reason: str
) -> None:
    found = coder_effects(ratings)
    assert (found.effects, found.reason) == (None, reason)
