"""How often simulated studies find a difference: distributions, tests, and what they find."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import betabinom, binom

from coders.statistics.differences import difference
from coders.statistics.power import (
    SimulatedScale,
    Truth,
    _apart,
    bands,
    chance_for,
    difference_found,
    guessing_beaten,
    mean_lrs,
    monte_carlo_error,
    right_answers,
    sign_flip_p,
)
from coders.statistics.tests_exact import sign_flip
from dsl.scoring import rule

COIN = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)


def studies(draws: int, many: int = 30) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(draws)
    one, other = chance.integers(1, 6, (many, draws)), chance.integers(2, 6, (many, draws))
    one[0], other[0] = 5, 1
    return one, other


@pytest.mark.parametrize("draws", [1, 2, 7, 12])
def test_the_sign_flip_p_is_that_of_the_enumeration(draws: int) -> None:
    one, other = studies(draws)
    found = sign_flip_p(one - other)
    wanted = [sign_flip([float(d) for d in row]) for row in one - other]
    assert found == pytest.approx([each.p for each in wanted if each is not None], abs=1e-12)


def test_the_sign_flip_p_of_very_many_draws_is_that_of_adding_them_one_by_one() -> None:
    differences = np.random.default_rng(4).integers(-20, 21, (2, 1000))
    differences[0] += np.random.default_rng(5).integers(0, 2, 1000)
    found = sign_flip_p(differences)
    for study, p in zip(differences, found, strict=True):
        most = int(np.abs(study).sum())
        chances = np.zeros(2 * most + 1)
        chances[most] = 1
        for step in study.tolist():
            chances = (np.roll(chances, step) + np.roll(chances, -step)) / 2
        seen = abs(int(study.sum()))
        assert p == pytest.approx(2 * chances[most + seen :].sum(), abs=1e-12)


def test_the_sign_flip_p_of_no_difference_is_1_and_of_eighty_alike_is_the_smallest() -> None:
    assert sign_flip_p(np.zeros((2, 9), dtype=np.int64)).tolist() == [1.0, 1.0]
    assert sign_flip_p(np.full((1, 80), 3))[0] == pytest.approx(2.0**-79, abs=1e-14)
    assert sign_flip_p(np.full((1, 20), -4))[0] == pytest.approx(2.0**-19, abs=1e-14)


@pytest.mark.parametrize("draws", [5, 10, 23])
def test_the_interval_is_that_of_a_report(draws: int) -> None:
    one, other = studies(draws)
    told = []
    for mine, yours in zip(one.tolist(), other.tolist(), strict=True):
        found = difference(mine, yours, paired=True).interval
        assert found is not None
        told.append(found.low > 0 or found.high < 0)
    assert _apart(one.astype(float), other.astype(float), 5).tolist() == told
    assert any(told)
    assert not all(told)


@pytest.mark.parametrize("questions", [1, 2])
def test_the_interval_of_numbers_right_is_that_of_proportions(questions: int) -> None:
    chance = np.random.default_rng(questions)
    one, other = (chance.binomial(questions, p, (30, 10)) for p in (0.9, 0.5))
    told = []
    for mine, yours in zip(one / questions, other / questions, strict=True):
        found = difference(mine.tolist(), yours.tolist(), paired=True, high=1).interval
        assert found is not None
        told.append(found.low > 0 or found.high < 0)
    assert _apart(one.astype(float), other.astype(float), questions).tolist() == told
    assert any(told)
    assert not all(told)


def test_right_answers_are_beta_binomial_and_binomial_where_none_go_together() -> None:
    for p, rho in ((0.5, 0.3), (0.9, 0.6), (0.2, 0.1)):
        size = (1 - rho) / rho
        wanted = betabinom.pmf(range(6), 5, p * size, (1 - p) * size)
        assert right_answers(p, 5, rho) == pytest.approx(wanted)
    assert right_answers(0.3, 4, 0.0) == pytest.approx(binom.pmf(range(5), 4, 0.3))
    assert right_answers(0.0, 3, 0.3) == (1.0, 0.0, 0.0, 0.0)
    assert right_answers(1.0, 3, 0.3) == (0.0, 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="from 0 to below 1"):
        right_answers(0.5, 4, 1.0)


@pytest.mark.parametrize("questions", [1, 3, 4, 5, 8, 16])
def test_bands_are_the_rule(questions: int) -> None:
    wanted = tuple(rule(Fraction(right, questions)) for right in range(questions + 1))
    assert bands(questions) == wanted


def test_a_mean_lrs_comes_from_the_chance_that_gives_it() -> None:
    # Four questions put the LRS on a line, whatever goes together.
    assert chance_for(Truth(4.0, 4, 0.6)) == pytest.approx(0.75)
    for truth in (Truth(3.5, 8, 0.3), Truth(2.2, 5, 0.1)):
        found = mean_lrs(chance_for(truth), truth.questions, truth.rho)
        assert found == pytest.approx(truth.mean)
    assert (chance_for(Truth(1.0, 4, 0.3)), chance_for(Truth(5.0, 4, 0.3))) == (0.0, 1.0)
    with pytest.raises(ValueError, match=r"gives a mean LRS of 5\.5"):
        chance_for(Truth(5.5, 4, 0.3))


def test_more_runs_and_larger_differences_are_found_more_often() -> None:
    low = Truth(3.0, 4, 0.3)
    some, more = (difference_found(Truth(4.0, 4, 0.3), low, n) for n in (10, 40))
    large = difference_found(Truth(5.0, 4, 0.3), low, 10)
    assert some.interval is not None
    assert more.interval is not None
    assert large.interval is not None
    # The figures of 40,000 studies.
    assert (some.interval, some.test) == pytest.approx((0.248, 0.258), abs=0.025)
    assert (more.interval, more.test) == pytest.approx((0.913, 0.901), abs=0.02)
    assert (large.interval, large.test) == pytest.approx((0.930, 0.975), abs=0.015)


def test_own_stories_are_told_apart_as_in_the_table_of_the_document() -> None:
    """Words that do not differ in difficulty: python -m benchmarks.own_stories."""
    for accuracies, questions, wanted in (
        ((0.9, 0.1), 1, 0.99),
        ((0.9, 0.5), 1, 0.53),
        ((0.9, 0.5), 2, 0.73),
        ((0.7, 0.5), 1, 0.16),
    ):
        sides = (Truth(one, questions, 0.0, SimulatedScale.ACCURACY) for one in accuracies)
        assert difference_found(*sides, 10).interval == pytest.approx(wanted, abs=0.025)
    with pytest.raises(ValueError, match="is no proportion correct"):
        chance_for(Truth(3.0, 1, 0.0, SimulatedScale.ACCURACY))


def test_what_does_not_differ_is_found_no_more_often_than_the_level() -> None:
    alike = Truth(3.0, 4, 0.3)
    for n in (10, 40):
        found = difference_found(alike, alike, n, family=5)
        assert found.interval is not None
        assert found.interval <= 0.05 + 3 * monte_carlo_error(4000)
        assert 0 < found.test <= 0.05 + 3 * monte_carlo_error(4000)
        assert found.corrected <= 0.01 + 0.006


def test_five_runs_have_no_p_under_the_level_and_four_no_interval() -> None:
    apart = Truth(5.0, 4, 0.3), Truth(1.0, 4, 0.3)
    five, four = (difference_found(*apart, n, studies=200) for n in (5, 4))
    assert (five.interval, five.test, five.smallest) == (1.0, 0.0, 0.0625)
    assert (four.interval, four.test) == (None, 0.0)


def test_holm_over_twenty_one_asks_more_than_ten_runs_mostly_give() -> None:
    apart = Truth(5.0, 4, 0.3), Truth(3.0, 4, 0.3)
    found = difference_found(*apart, 10, family=21)
    assert (found.corrected < 0.2, found.test > 0.9) == (True, True)


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    apart = Truth(4.0, 4, 0.3), Truth(3.0, 4, 0.3)
    first, again = (difference_found(*apart, 10, studies=500) for _ in range(2))
    assert first == again
    assert difference_found(*apart, 10, studies=500, seed=2) != first


def test_guessers_pass_as_often_as_the_level_says_and_habits_more_often() -> None:
    guess = guessing_beaten(Truth(3.0, 4, 0.0), COIN, 20)
    habit = guessing_beaten(Truth(3.0, 4, 0.6), COIN, 20)
    better = guessing_beaten(Truth(4.5, 4, 0.3), COIN, 10, family=21)
    assert 0.02 < guess.test <= 0.05 + 3 * monte_carlo_error(4000)
    assert habit.test == pytest.approx(0.16, abs=0.02)
    assert better.test > 0.98 > better.corrected > 0.5
