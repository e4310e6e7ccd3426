"""The scale in three steps."""

from __future__ import annotations

import pytest

from coders.statistics.agreement import agreement
from coders.statistics.ratings import MeasurementLevel, ratings_of


def test_two_lowest_middle_and_two_highest() -> None:
    codes = [[0, 1], [2, 3], [4, 5], [5, 5], [1, 0], [3, 2], [5, 0], [2, 2]]
    ratings = ratings_of(codes, coders="AB", labels="012345")
    full, steps = (agreement(one, replicates=0) for one in (ratings, ratings.in_three_steps()))
    assert (len(full.labels), steps.labels) == (6, ("0/1", "2/3", "4/5"))
    assert full.coefficient("percent_agreement").value == pytest.approx(2 / 8)
    assert steps.coefficient("percent_agreement").value == pytest.approx(7 / 8)
    assert steps.confusion == ((2, 0, 0), (0, 3, 0), (1, 0, 2))


def test_a_rating_that_is_missing_stays_missing() -> None:
    ratings = ratings_of([[0, -1], [4, 3]], coders="AB", labels="01234")
    steps = ratings.in_three_steps()
    assert steps.labels == ("0/1", "2", "3/4")
    assert (ratings.missing, steps.missing) == (1, 1)


def test_without_a_lowest_or_a_middle_there_is_nothing_to_put_together() -> None:
    with pytest.raises(ValueError, match="five categories"):
        ratings_of([[0, 1]], coders="AB", labels="0123").in_three_steps()
    nominal = ratings_of([[0, 1]], coders="AB", labels="01234", level=MeasurementLevel.NOMINAL)
    with pytest.raises(ValueError, match="no lowest"):
        nominal.in_three_steps()
