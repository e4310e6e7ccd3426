"""What draws can tell apart: from the spread that was found, and before any was."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from coders.statistics.differences import resolution
from dsl.record import replace
from dsl.scoring import ACCURACY
from renderers.rows.measures import Figure
from runners.analysis.means import figure
from runners.analysis.telling_apart import expected, expected_own, found
from tests.coders.building import question, session, trial
from tests.runners.analysis.score_kit import cell


def test_spreads_are_pooled_over_the_cells_of_a_participant() -> None:
    wide = cell("One", None, draws={draw: 5.0 if draw % 2 else 1.0 for draw in range(1, 11)})
    flat = cell("Two", None, draws=dict.fromkeys(range(1, 11), 3.0))
    (told,) = found([wide, flat])
    sd = sqrt(40 / 9 / 2)
    expected_of = resolution(10, sd)
    assert expected_of is not None
    assert (told.model, told.n, told.fewest, told.most) == ("lab/one", 10, 10, 10)
    assert told.sd == pytest.approx(sd)
    assert told.half_width == pytest.approx(expected_of.half_width)
    assert told.difference == pytest.approx(expected_of.difference)


def test_every_participant_has_its_own() -> None:
    draws = dict.fromkeys(range(1, 11), 3.0)
    one, other = cell("One", None, draws=draws), cell("One", None, draws={1: 2.0, 2: 5.0})
    both = found([one, replace(other, model="lab/two"), cell("Two", None)])
    assert [(told.model, told.n, told.half_width is None) for told in both] == [
        ("lab/one", 10, False),
        ("lab/two", 2, True),
    ]


def test_cells_with_unequal_draws_are_reckoned_with_the_middle_number() -> None:
    cells = [
        cell("One", None, draws=dict.fromkeys(range(1, n + 1), 3.0), levels=(("side", str(n)),))
        for n in (6, 10, 10)
    ]
    (told,) = found(cells)
    assert (told.n, told.fewest, told.most) == (10, 6, 10)


def test_nothing_is_said_of_cells_without_a_score() -> None:
    assert found([cell("One", None)]) == ()


def test_before_a_run_four_questions_vary_between_one_and_two_points() -> None:
    """Four coins give an LRS of sd 1, one coin for all of them 1 or 5."""
    four = trial(session(*(question(name) for name in "abcd")))
    bounds = expected([four], 10)
    assert bounds == (resolution(10, 1.0), resolution(10, 2.0))
    one = trial(session(question("a")))
    assert expected([four, one], 10) == bounds
    assert expected([one], 10) == (resolution(10, 2.0), resolution(10, 2.0))


def test_a_question_that_is_worth_more_makes_draws_vary_more() -> None:
    heavy = question("a")
    heavier = trial(session(replace(heavy, worth=Fraction(3)), question("b")))
    bounds = expected([heavier], 10)
    assert bounds is not None
    # 0, 1/4, 3/4 and 1 of the marks are LRS 1, 2, 4 and 5.
    assert bounds[0].sd == pytest.approx(sqrt((4 + 1 + 1 + 4) / 4))


def test_own_questions_are_told_apart_by_their_number() -> None:
    """Of one question a draw is right or wrong; of two that are answered apart it varies less."""
    one = trial(session(question("a")), session(question("b"), own_story=False))
    two = trial(session(question("a"), question("b")), session(question("c"), own_story=False))
    alike = resolution(10, 0.5, high=1.0)
    assert expected_own([one], 10) == (alike, alike)
    assert expected_own([one, two], 10) == (resolution(10, 0.5 / sqrt(2), high=1.0), alike)
    assert expected_own([one], 4) is None


def test_where_all_questions_are_own_nothing_is_said_twice() -> None:
    assert expected_own([trial(session(question("a"), question("b")))], 10) is None
    assert expected_own([trial(session(question("a"), own_story=False))], 10) is None


def test_after_a_run_own_stories_vary_by_what_was_found() -> None:
    draws = {draw: Fraction(draw % 2) for draw in range(1, 11)}
    own = figure(draws, kind=ACCURACY)
    lrs = cell("One", None, draws=dict.fromkeys(range(1, 11), 3.0))
    played = replace(lrs, own_share=own, twin_share=own)
    (told,) = found([played])
    assert own.sd is not None
    wanted = resolution(10, own.sd, high=1.0)
    assert wanted is not None
    assert (told.own_half_width, told.own_difference) == (wanted.half_width, wanted.difference)
    (alone,) = found([replace(played, twin_share=Figure())])
    assert (alone.own_half_width, alone.own_difference) == (None, None)


def test_few_draws_and_no_questions_have_no_bounds() -> None:
    assert expected([trial(session(question("a")))], 4) is None
    assert expected([trial(session())], 10) is None
