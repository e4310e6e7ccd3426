"""One coder with themself, and one coder block by block."""

from __future__ import annotations

import numpy as np
import pytest

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.coder_effects import DriftBlock, drift
from coders.statistics.intervals import wilson
from coders.statistics.ratings import ratings_of
from coders.statistics.reasons import Demands


def repeated(first: list[int], again: list[int]) -> Agreement:
    """Codes of the same items by one coder, compared as those of two coders."""
    both = np.array([first, again], dtype=np.int64).T
    ratings = ratings_of(both, coders=("first", "again"), labels="012")
    return agreement(ratings, replicates=0, demands=Demands(least_items=20))


def test_duplicates_are_compared_with_what_was_given_first() -> None:
    first, again = [0, 1, 2, 2] * 6, [0, 1, 2, 1] * 6
    found = repeated(first, again)
    assert (found.coders, found.complete) == (("first", "again"), 24)
    assert found.coefficient("percent_agreement").value == pytest.approx(0.75)
    # Observed .75, by chance (6*6 + 6*12 + 12*6) / 24^2 = .3125
    assert found.coefficient("cohen_kappa").value == pytest.approx((0.75 - 0.3125) / 0.6875)


def test_few_duplicates_give_no_figure() -> None:
    found = repeated([0, 1, 2], [0, 1, -1])
    assert found.coefficient("cohen_kappa").reason == "2 common items, fewer than 20"


def test_a_coder_who_tires_shows_in_the_last_block() -> None:
    """Anna's order is the reverse of the items'; she is right until her 20th item, then never."""
    codes = np.zeros((30, 3), dtype=np.int64)
    codes[:, 1] = codes[:, 2] = np.arange(30) % 3
    codes[:, 0] = codes[:, 1]
    codes[:10, 0] = (codes[:10, 0] + 1) % 3
    codes[29, 2] = -1
    ratings = ratings_of(codes, coders=["Anna", "Ben", "Cleo"], labels="012")
    positions = [2 * (29 - item) for item in range(30)]
    gold = [(-1, True), (1, True), (39, False), (41, False), (100, False)]
    assert drift(ratings, "Anna", positions, block=10, gold=gold) == (
        DriftBlock(1, 10, 19, 1.0, 2, 2, wilson(2, 2), wilson(10, 10)),
        DriftBlock(11, 20, 20, 1.0, 1, 0, wilson(0, 1), wilson(10, 10)),
        DriftBlock(21, 30, 20, 0.0, 2, 0, wilson(0, 2), wilson(0, 10)),
    )


def test_a_short_rest_joins_the_last_block_and_few_pairs_give_no_share() -> None:
    ratings = ratings_of([[0, 0]] * 14 + [[0, -1]] * 10 + [[-1, 0]], coders="AB", labels="01")
    blocks = drift(ratings, "A", list(range(25)), block=10)
    assert [(one.first, one.last, one.compared) for one in blocks] == [(1, 10, 10), (11, 24, 4)]
    assert [one.agreement for one in blocks] == [1.0, None]
    assert blocks[0].gold_interval is None


def test_what_cannot_be_put_in_order_is_refused() -> None:
    ratings = ratings_of([[0, 0], [1, 1]], coders="AB", labels="01")
    with pytest.raises(ValueError, match="nobody is called C"):
        drift(ratings, "C", [0, 1])
    with pytest.raises(ValueError, match="one position"):
        drift(ratings, "A", [0])
    with pytest.raises(ValueError, match="two items have one position"):
        drift(ratings, "A", [3, 3])
