"""What draws can tell apart, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.rows.scores import TellingApart
from renderers.tables.power import (
    expected_own_precision,
    expected_precision,
    observed_precision,
)


@dataclass(frozen=True)
class Told:
    half_width: float
    difference: float | None


def test_after_a_run_the_sentence_has_the_spread_that_was_found() -> None:
    assert observed_precision(TellingApart("lab/one", 10, 10, 10, 1.404, 1.06, 2.21)) == (
        "lab/one, 10 draws per cell (sd 1.40): the margin of error of an LRS in mid-scale is about "
        "±1.1; differences of 2.2 are detected with 80% power"
    )


def test_own_stories_have_a_precision_of_their_own() -> None:
    told = TellingApart("lab/one", 10, 10, 10, 1.4, 1.06, 2.21, 0.8, 0.254, 0.529)
    assert observed_precision(told).endswith("with 80% power; own stories: ±25, 53 pp")
    none = TellingApart("lab/one", 5, 5, 5, 2.0, 2.4, None, 0.8, 0.45, None)
    assert observed_precision(none).endswith("own stories: ±45, none")
    assert expected_own_precision(10, (Told(0.254, 0.529), Told(0.34, 0.73))) == (
        "own stories: the margin of error with 10 runs will be about ±25 to 34 percentage "
        "points; two cells must differ by 53 to 73 for 80% power"
    )
    assert expected_own_precision(5, (Told(0.45, None), Told(0.45, None))).endswith(
        "two cells must differ by more than 100 for 80% power"
    )
    assert "about less than ±1 percentage points" in expected_own_precision(
        90_000, (Told(0.003, 0.004), Told(0.003, 0.004))
    )


def test_unequal_numbers_of_draws_are_said() -> None:
    told = observed_precision(TellingApart("lab/one", 10, 7, 12, 0.0, 0.54, 0.8))
    assert told.startswith(
        "lab/one, 7 to 12 draws per cell, computed with 10 (no variation between draws): "
    )


def test_too_few_draws_tell_nothing_apart() -> None:
    told = observed_precision(TellingApart("\x1b[2Jone", 1, 1, 1, None, None, None))
    assert told == (
        "␛[2Jone, 1 draw per cell: precision unknown: no interval is given below 5 draws"
    )
    assert expected_precision(1, None) == (
        "1 run per cell: precision unknown: no interval is given below 5 runs"
    )


def test_a_scale_that_is_too_short_tells_nothing_apart_either() -> None:
    told = observed_precision(TellingApart("lab/one", 5, 5, 5, 2.0, 2.4, None))
    assert told.endswith("±2.4; no difference between cells is detected with 80% power")


def test_before_a_run_there_are_two_bounds_unless_they_are_one() -> None:
    assert expected_precision(5, (Told(1.62, 3.51), Told(2.39, None))) == (
        "5 runs per cell: the margin of error (95%) will be about ±1.6 to 2.4 LRS in "
        "mid-scale; two cells must differ by 3.5 to more than the range of the scale for 80% "
        "power (lower: answers within a run are independent; upper: all right or all wrong)"
    )
    assert expected_precision(100_000, (Told(0.008, 0.02), Told(0.01, 0.04))) == (
        "100,000 runs per cell: the margin of error (95%) will be about less than ±0.1 LRS in "
        "mid-scale; two cells must differ by less than 0.1 for 80% power"
    )
    assert expected_precision(10, (Told(1.4, 2.97), Told(1.4, 2.97))) == (
        "10 runs per cell: the margin of error (95%) will be about ±1.4 LRS in mid-scale; two "
        "cells must differ by 3.0 for 80% power"
    )
