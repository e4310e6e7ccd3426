"""The scale in three steps, always with both numbers of categories."""

from __future__ import annotations

import pytest

from coders.statistics.polarity import polarity
from coders.statistics.ratings import MeasurementLevel, ratings_of


def test_two_lowest_middle_and_two_highest() -> None:
    codes = [[0, 1], [2, 3], [4, 5], [5, 5], [1, 0], [3, 2], [5, 0], [2, 2]]
    found = polarity(ratings_of(codes, coders="AB", labels="012345"), replicates=0)
    assert found.groups == (("0", "1"), ("2", "3"), ("4", "5"))
    assert (len(found.full.labels), len(found.grouped.labels)) == (6, 3)
    assert found.full.coefficient("percent_agreement").value == pytest.approx(2 / 8)
    assert found.grouped.coefficient("percent_agreement").value == pytest.approx(7 / 8)
    assert found.grouped.labels == ("0/1", "2/3", "4/5")
    assert found.grouped.confusion == ((2, 0, 0), (0, 3, 0), (1, 0, 2))


def test_a_rating_that_is_missing_stays_missing() -> None:
    found = polarity(ratings_of([[0, -1], [4, 3]], coders="AB", labels="01234"), replicates=0)
    assert found.groups == (("0", "1"), ("2",), ("3", "4"))
    assert (found.full.missing, found.grouped.missing) == (1, 1)


def test_without_a_lowest_or_a_middle_there_is_nothing_to_put_together() -> None:
    with pytest.raises(ValueError, match="five categories"):
        polarity(ratings_of([[0, 1]], coders="AB", labels="0123"))
    with pytest.raises(ValueError, match="no lowest"):
        polarity(ratings_of([[0, 1]], coders="AB", labels="01234", level=MeasurementLevel.NOMINAL))
    with pytest.raises(ValueError, match="in one group"):
        ratings_of([[0, 1]], coders="AB", labels="012").regrouped([["0"], ["1"]])
