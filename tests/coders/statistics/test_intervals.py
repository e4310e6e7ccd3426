from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from coders.statistics.intervals import (
    EXACT,
    PSEUDO_DRAW,
    WILSON,
    Interval,
    OverExperiments,
    cell_interval,
    exact_share,
    over_experiments,
    pseudo_draw_limits,
    wilson,
)

SCORES = st.lists(st.integers(0, 5).map(float), min_size=5, max_size=60)


def test_the_cell_interval_is_what_the_formula_gives_by_hand() -> None:
    """Draws 3 4 4 5 5: N = 6, m' = 23.5/6, v' = [sum (x - m')^2 + .5 m'^2 + .5 (5 - m')^2]/5."""
    centre = 23.5 / 6
    spread = sum((x - centre) ** 2 for x in (3, 4, 4, 5, 5))
    spread += 0.5 * centre**2 + 0.5 * (5 - centre) ** 2
    half = 2.7764451051977987 * (spread / 5 / 6) ** 0.5
    found = cell_interval([3, 4, 4, 5, 5])
    assert found is not None
    assert found.method == PSEUDO_DRAW
    assert (found.low, found.high) == (pytest.approx(centre - half), 5.0)


def test_draws_that_agree_at_the_ceiling_still_have_an_interval() -> None:
    found = cell_interval([5.0] * 10)
    assert found is not None
    assert (round(found.low, 3), found.high) == (4.028, 5.0)


def test_fewer_than_five_draws_have_no_interval() -> None:
    assert cell_interval([3.0] * 4) is None
    assert cell_interval([]) is None
    assert cell_interval([3.0] * 5) is not None


def test_a_share_has_its_own_scale() -> None:
    lrs = cell_interval([0.0, 2.5, 5.0, 5.0, 5.0, 2.5])
    share = cell_interval([0.0, 0.5, 1.0, 1.0, 1.0, 0.5], high=1.0)
    assert lrs is not None
    assert share is not None
    assert (5 * share.low, 5 * share.high) == (pytest.approx(lrs.low), pytest.approx(lrs.high))


@pytest.mark.parametrize("draws", [[5.1, 4, 4, 4, 4], [-0.1, 4, 4, 4, 4], [float("nan")] * 5])
def test_a_draw_outside_the_scale_is_refused(draws: list[float]) -> None:
    with pytest.raises(ValueError, match="outside the scale from 0 to 5"):
        cell_interval(draws)
    with pytest.raises(ValueError, match="no width"):
        cell_interval([1.0] * 5, low=1, high=1)


@given(SCORES)
def test_the_plain_mean_lies_in_its_interval_and_the_interval_on_the_scale(
    draws: list[float],
) -> None:
    found = cell_interval(draws)
    assert found is not None
    mean = sum(draws) / len(draws)
    assert 0 <= found.low <= mean + 1e-12
    assert mean - 1e-12 <= found.high <= 5
    assert found.high - found.low > 0.1


@given(SCORES)
def test_turning_the_scale_round_turns_the_interval_round(draws: list[float]) -> None:
    found, turned = cell_interval(draws), cell_interval([5 - draw for draw in draws])
    assert found is not None
    assert turned is not None
    assert (turned.low, turned.high) == (
        pytest.approx(5 - found.high),
        pytest.approx(5 - found.low),
    )


def test_many_draws_in_the_middle_give_nearly_the_t_interval() -> None:
    draws = np.array([2.0, 3.0] * 500)
    lower, upper = pseudo_draw_limits(draws)
    t = stats.t.interval(0.95, 999, loc=2.5, scale=stats.sem(draws))
    assert (float(lower), float(upper)) == pytest.approx(t, abs=2e-3)


def test_near_the_ceiling_it_covers_where_the_t_interval_does_not() -> None:
    """10 draws, each 5 with probability .95, else 4: the mean is 4.95."""
    draws = np.random.default_rng(7).choice([5.0, 4.0], p=[0.95, 0.05], size=(4000, 10))
    lower, upper = pseudo_draw_limits(draws)
    assert ((lower <= 4.95) & (upper >= 4.95)).mean() > 0.99
    half = stats.t.ppf(0.975, 9) * draws.std(axis=1, ddof=1) / 10**0.5
    middle = draws.mean(axis=1)
    assert ((middle - half <= 4.95) & (middle + half >= 4.95)).mean() < 0.5


@pytest.mark.parametrize("hits", [0, 1, 7, 10])
def test_wilson_is_what_scipy_gives(hits: int) -> None:
    theirs = stats.binomtest(hits, 10).proportion_ci(method="wilson")
    assert wilson(hits, 10) == Interval(
        pytest.approx(theirs.low, abs=1e-12), pytest.approx(theirs.high, abs=1e-12), WILSON
    )


def test_wilson_is_newcombes_printed_value() -> None:
    """Newcombe (1998), Table I, method 3: 81/263 and 15/148; 0/20 and 1/29."""
    printed = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    found = {pair: wilson(*pair) for pair in printed}
    assert {p: (round(i.low, 4), round(i.high, 4)) for p, i in found.items() if i} == printed


@pytest.mark.parametrize("hits", [0, 1, 7, 10])
def test_the_exact_interval_is_what_scipy_gives(hits: int) -> None:
    theirs = stats.binomtest(hits, 10).proportion_ci(method="exact")
    assert exact_share(hits, 10) == Interval(
        pytest.approx(theirs.low, abs=1e-12), pytest.approx(theirs.high, abs=1e-12), EXACT
    )


def test_a_share_of_nothing_has_no_interval_and_an_impossible_one_is_refused() -> None:
    assert wilson(0, 0) is None
    assert exact_share(0, 0) is None
    with pytest.raises(ValueError, match="3 of 2 is no share"):
        wilson(3, 2)


def test_over_experiments_is_a_t_interval_with_its_degrees_of_freedom() -> None:
    """The paper's three experiments in causal reasoning: 2.72, 1.02, 0.81."""
    means = [2.72, 1.02, 0.81]
    theirs = stats.t.interval(0.95, 2, loc=np.mean(means), scale=stats.sem(means))
    assert over_experiments(means) == OverExperiments(
        pytest.approx(1.5166667), pytest.approx(theirs[0]), pytest.approx(theirs[1]), 2
    )
    assert over_experiments([2.72]) is None


def test_experiments_that_are_all_equal_give_no_interval_in_place_of_a_point() -> None:
    """Two experiments at the ceiling do not show that a third would be there."""
    assert over_experiments([5.0, 5.0]) is None
    assert over_experiments([0.0, 0.0, 0.0]) is None
    assert over_experiments([0.0, 0.0, 1e-9]) is not None


@pytest.mark.parametrize("n", [5, 10, 20, 50])
def test_the_interval_of_a_single_question_holds_whatever_its_accuracy(n: int) -> None:
    # Every number of right draws, with its probability: nothing is simulated.
    held = dict.fromkeys(np.linspace(0.02, 0.98, 49).tolist(), 0.0)
    for right in range(n + 1):
        found = cell_interval([1.0] * right + [0.0] * (n - right), high=1.0, pseudo=2)
        assert found is not None
        for share in held:
            if found.low <= share <= found.high:
                held[share] += float(stats.binom.pmf(right, n, share))
    assert min(held.values()) >= 0.93
