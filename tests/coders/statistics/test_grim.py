"""Whether a published mean can be a mean of so many scores."""

from __future__ import annotations

from fractions import Fraction

import pytest

from coders.statistics.grim import Granularity, granularity, possible


def test_the_example_of_brown_and_heathers() -> None:
    # Brown & Heathers (2017): a mean of 5.19 cannot come of 28 whole numbers; 5.18 and 5.21 can
    assert [possible(mean, 28) for mean in ("5.18", "5.19", "5.20", "5.21")] == [
        True,
        False,
        False,
        True,
    ]
    assert granularity("5.19", 28) == Granularity(
        False, Fraction(145, 28), Fraction(146, 28), checks=True
    )


def test_every_mean_of_whole_numbers_is_possible_and_no_other() -> None:
    for n in range(1, 60):
        printed = {f"{total / n:.2f}" for total in range(2 * n + 1)}
        for hundredths in range(201):
            mean = f"{hundredths // 100}.{hundredths % 100:02}"
            if possible(mean, n) != (mean in printed):
                # A half was rounded one way; the other way is granted, too.
                step = Fraction(hundredths, 100) * n
                assert possible(mean, n)
                assert min(abs(step % 1), abs(1 - step % 1)) == Fraction(n, 200)


def test_more_items_and_finer_steps_leave_less_to_check() -> None:
    # Ten runs of two coders on 0 to 5: steps of .05, so that .02 cannot be; of five prompts, it can
    assert not possible("2.92", 10, items=2)
    assert possible("2.92", 10, items=5)
    assert possible("2.925", 10, items=2, grain=Fraction(1, 2))
    assert not granularity("2.91", 100).checks
    assert granularity("2.91", 99).checks


def test_decimals_that_are_printed_count() -> None:
    assert possible("3.4", 9)
    assert not possible("3.40", 9)
    assert possible("-0.5", 2)


def test_what_is_no_mean_is_refused() -> None:
    for odd in ("", "three", "1e3", "1.2.3", "nan", "1/3", "-+1", "."):
        with pytest.raises(ValueError, match="no decimal number"):
            possible(odd, 10)
    for wrong in ({"n": 0}, {"n": 1, "items": 0}, {"n": 1, "grain": Fraction(0)}):
        with pytest.raises(ValueError, match="above 0"):
            granularity("1.0", **wrong)
