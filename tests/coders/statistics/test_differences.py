from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.statistics.differences import (
    MOVER_DIFFERENCE,
    MOVER_MEAN,
    MOVER_PAIRED,
    Estimate,
    difference,
    draws_of_cells,
    mover_difference,
    mover_mean,
    paired_correlation,
)
from coders.statistics.intervals import Interval, cell_interval, wilson

DRAWS = st.lists(st.integers(0, 5).map(float), min_size=5, max_size=30)


def test_two_shares_give_newcombes_printed_interval() -> None:
    """Newcombe (1998), eleven methods, Table II, method 10: 56/70 less 48/80 is .0524 to .3339."""
    first, second = wilson(56, 70), wilson(48, 80)
    assert first is not None
    assert second is not None
    found = mover_difference(
        Estimate(56 / 70, first.low, first.high), Estimate(48 / 80, second.low, second.high)
    )
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def test_independent_cells_are_combined_from_their_limits() -> None:
    first, second = [5.0] * 10, [3, 4, 2, 5, 3, 3, 4, 1, 2, 3]
    one, other = cell_interval(first), cell_interval(second)
    assert one is not None
    assert other is not None
    found = difference(first, second, paired=False)
    below = sqrt((5 - one.low) ** 2 + (other.high - 3) ** 2)
    above = sqrt((one.high - 5) ** 2 + (3 - other.low) ** 2)
    assert found.interval == Interval(
        pytest.approx(2 - below), pytest.approx(2 + above), MOVER_DIFFERENCE
    )
    assert (found.mean, found.pairs, found.correlation) == (2.0, 0, 0.0)


def test_common_draws_that_go_together_make_a_difference_more_certain() -> None:
    first, second = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]
    paired = difference(first, second, paired=True)
    apart = difference(first, second, paired=False)
    assert paired.interval is not None
    assert apart.interval is not None
    assert paired.correlation == pytest.approx(9 / 11)
    assert (paired.pairs, paired.interval.method) == (10, MOVER_PAIRED)
    assert paired.interval.half_width < 0.5 * apart.interval.half_width


def test_the_correlation_is_shrunk_and_never_below_nought() -> None:
    assert paired_correlation([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]) == pytest.approx(4 / 6)
    assert paired_correlation([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]) == 0.0
    assert paired_correlation([5, 5, 5], [1, 2, 3]) == 0.0
    assert paired_correlation([1], [2]) == 0.0
    with pytest.raises(ValueError, match="equal numbers"):
        paired_correlation([1, 2], [1])


def test_a_difference_of_few_draws_is_a_point_without_an_interval() -> None:
    found = difference([5.0] * 4, [4.0] * 10, paired=False)
    assert (found.mean, found.interval) == (1.0, None)
    with pytest.raises(ValueError, match="a draw in each cell"):
        difference([], [1.0], paired=False)


@given(DRAWS, DRAWS)
def test_a_difference_the_other_way_round_is_its_mirror(
    first: list[float], second: list[float]
) -> None:
    found = difference(first, second, paired=False)
    turned = difference(second, first, paired=False)
    assert found.interval is not None
    assert turned.interval is not None
    assert found.interval.low == pytest.approx(-turned.interval.high, abs=1e-9)
    assert found.interval.low - 1e-9 <= found.mean <= found.interval.high + 1e-9


def test_paired_differences_cover_near_the_ceiling() -> None:
    """Both cells share a draw's difficulty; scores of 4 units each, truth by the model itself."""
    chance = np.random.default_rng(11)
    shift = chance.normal(0, 1, size=(800, 10, 1))
    first = 1 + (chance.random((800, 10, 4)) < 1 / (1 + np.exp(-3 - shift))).sum(axis=2)
    second = 1 + (chance.random((800, 10, 4)) < 1 / (1 + np.exp(-2 - shift))).sum(axis=2)
    large = chance.normal(0, 1, 400_000)
    truth = 4 * float(np.mean(1 / (1 + np.exp(-3 - large)) - 1 / (1 + np.exp(-2 - large))))
    hits = 0
    for one, other in zip(first, second, strict=True):
        found = difference(one.tolist(), other.tolist(), paired=True).interval
        assert found is not None
        hits += found.low <= truth <= found.high
    assert hits / 800 > 0.93


def test_a_mean_over_experiments_is_combined_from_the_limits_of_each() -> None:
    parts = [Estimate(4, 3, 4.5), Estimate(2, 1.5, 3)]
    found = mover_mean(parts, [1, 3])
    assert found == Interval(
        pytest.approx(2.5 - sqrt(0.25**2 + 0.375**2)),
        pytest.approx(2.5 + sqrt(0.125**2 + 0.75**2)),
        MOVER_MEAN,
    )
    with pytest.raises(ValueError, match="a weight for each"):
        mover_mean(parts, [1])


def test_cells_of_one_experiment_are_averaged_within_their_common_draws() -> None:
    cells = [{1: 5.0, 2: 4.0, 3: 1.0}, {1: 3.0, 2: 2.0, 4: 0.0}]
    assert draws_of_cells(cells) == {1: 4.0, 2: 3.0}
    assert draws_of_cells([]) == {}
