"""What so many draws can tell apart, held against simulated cells."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from coders.statistics.differences import resolution
from coders.statistics.intervals import cell_interval, pseudo_draw_limits


def noticed(upper: np.ndarray, lower: np.ndarray) -> float:
    """How often the MOVER interval of the difference leaves out 0, over pairs of cells (rows)."""
    low, _ = pseudo_draw_limits(upper)
    _, high = pseudo_draw_limits(lower)
    above, below = upper.mean(axis=1), lower.mean(axis=1)
    reach = np.sqrt((above - low) ** 2 + (high - below) ** 2)
    return float((above - below > reach).mean())


@pytest.mark.parametrize("n", [5, 10, 20, 50])
@pytest.mark.parametrize("sd", [1.0, 1.4])
def test_the_difference_is_noticed_four_times_in_five(n: int, sd: float) -> None:
    found = resolution(n, sd)
    assert found is not None
    assert found.difference is not None
    chance = np.random.default_rng(n)
    upper, lower = (
        np.clip(2.5 + side * found.difference / 2 + sd * chance.standard_normal((4000, n)), 0, 5)
        for side in (1, -1)
    )
    assert 0.76 < noticed(upper, lower) < 0.87


def test_half_that_difference_is_mostly_missed() -> None:
    found = resolution(10, 1.4)
    assert found is not None
    assert found.difference is not None
    chance = np.random.default_rng(1)
    upper, lower = (
        np.clip(2.5 + side * found.difference / 4 + 1.4 * chance.standard_normal((4000, 10)), 0, 5)
        for side in (1, -1)
    )
    assert noticed(upper, lower) < 0.35


def test_the_width_is_that_of_the_interval_that_is_printed() -> None:
    draws = [1.0, 4.0] * 5
    printed = cell_interval(draws)
    found = resolution(10, float(np.std(draws, ddof=1)))
    assert printed is not None
    assert found is not None
    assert found.half_width == pytest.approx(printed.half_width)


def test_draws_that_do_not_vary_still_leave_a_difference_unseen() -> None:
    """Ten equal draws are no proof that the eleventh is equal: the interval stays open."""
    found = resolution(10, 0.0)
    assert found is not None
    assert found.difference is not None
    equal = [np.full((1, 10), 2.5 + side * found.difference / 2) for side in (1, -1)]
    assert noticed(*(cells + side * 0.01 for cells, side in zip(equal, (1, -1), strict=True))) == 1
    assert noticed(*(cells - side * 0.01 for cells, side in zip(equal, (1, -1), strict=True))) == 0


def test_more_draws_tell_more() -> None:
    found = [resolution(n, 1.4) for n in (5, 10, 20, 40)]
    apart = [one.difference for one in found if one is not None and one.difference is not None]
    assert [round(each, 1) for each in apart] == [4.3, 2.2, 1.4, 0.9]


def test_nothing_is_detected_where_there_is_no_interval_or_the_scale_is_too_short() -> None:
    assert resolution(4, 1.0) is None
    found = resolution(5, 2.0)
    assert found is not None
    assert found.difference is None


def test_a_share_has_the_same_on_its_own_scale() -> None:
    of_lrs, of_share = resolution(10, 1.4), resolution(10, 1.4 / 5, high=1.0)
    assert of_lrs is not None
    assert of_share is not None
    assert of_lrs.difference is not None
    assert of_share.difference == pytest.approx(of_lrs.difference / 5)


def test_a_negative_spread_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        resolution(10, -sqrt(2))
