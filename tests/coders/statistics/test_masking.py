"""Bang's index: 0 for guessing, 1 for knowing, and "no idea" is no wrong guess."""

from __future__ import annotations

import pytest

from coders.statistics.intervals import wilson
from coders.statistics.within_cells import bang_index, bang_interval, masking


def test_the_worked_example_of_the_cholesterol_trial() -> None:
    # Bang, Ni & Davis (2004), as in the example of R's BI: treatment 82 right, 25 wrong, 170 don't
    # know; placebo 29 right, 27 wrong, 83 don't know: .206 and .014
    assert bang_index(82, 25, 170) == pytest.approx(0.2058, abs=5e-5)
    assert bang_index(29, 27, 83) == pytest.approx(0.0144, abs=5e-5)
    interval = bang_interval(82, 25, 170)
    assert interval is not None
    # By hand: variance (82 + 25) / 277 - .2058^2 = .34394, / 277, square root .03524
    assert (interval.low, interval.high) == pytest.approx((0.1367, 0.2748), abs=5e-5)


def test_guessing_is_0_for_any_number_of_arms() -> None:
    assert bang_index(50, 50) == 0
    assert bang_index(25, 75, arms=4) == 0
    assert (bang_index(9, 0), bang_index(0, 9), bang_index(0, 0, 9)) == (1, -1, 0)
    assert bang_index(0, 9, arms=4) == pytest.approx(-1 / 3)


def test_where_all_say_alike_or_nobody_was_asked_there_is_no_interval() -> None:
    assert bang_interval(9, 0) is None
    assert bang_interval(0, 0, 9) is None
    assert (bang_index(0, 0), bang_interval(0, 0)) == (None, None)
    with pytest.raises(ValueError, match="nothing to guess"):
        bang_index(1, 1, arms=1)


def test_guesses_are_counted_by_what_was_true() -> None:
    guesses = [("x", "x"), ("x", "y"), ("x", None), ("y", "y"), ("y", "something else")]
    found = masking(guesses, arms=("x", "y", "z"))
    assert [(one.arm, one.right, one.wrong, one.no_idea, one.n) for one in found.arms] == [
        ("x", 1, 1, 1, 3),
        ("y", 1, 1, 0, 2),
        ("z", 0, 0, 0, 0),
    ]
    # One right, one wrong among two wrong arms: (1 - 1/2) / n
    assert [one.index for one in found.arms] == [pytest.approx(1 / 6), pytest.approx(1 / 4), None]
    assert (found.right, found.guesses, found.no_idea) == (2, 4, 1)
    assert found.chance == pytest.approx(1 / 3)
    assert found.accuracy == wilson(2, 4)


def test_one_arm_leaves_nothing_to_guess_and_a_truth_must_be_an_arm() -> None:
    alone = masking([("x", "x"), ("x", None)], arms=("x",))
    assert (alone.arms[0].index, alone.chance) == (None, 1)
    with pytest.raises(ValueError, match="could not be guessed"):
        masking([("w", "x")], arms=("x", "y"))
