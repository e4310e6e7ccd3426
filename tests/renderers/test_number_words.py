"""Numbers as text."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from renderers.fields.probes import BITS_CI, MORE_BITS
from renderers.fields.scales import CI, DIFFERENCE, RATIO, SHARE_CI, SHARE_DIFFERENCE_CI
from renderers.number_words import decimal, hundredths, signed

JUST_BELOW = -0.0004


@pytest.mark.parametrize(
    ("written", "value", "text"),
    [
        (CI.text, (JUST_BELOW, 0.5), "0.00 to 0.50"),
        (SHARE_CI.text, (JUST_BELOW, 0.5), "0% to 50%"),
        (SHARE_DIFFERENCE_CI.text, (JUST_BELOW, 0.5), "0 to 50 pp"),
        (DIFFERENCE.text, Fraction(-4, 10_000), "+0.00"),
        (RATIO.text, JUST_BELOW, "0.00"),
        (MORE_BITS.text, JUST_BELOW, "+0.000"),
        (BITS_CI.text, (JUST_BELOW, 0.5), "+0.000 to +0.500"),
        (decimal, Fraction(-4, 10_000), "0.00"),
        (hundredths, JUST_BELOW, "0"),
        (signed, JUST_BELOW, "+0.00"),
    ],
)
def test_what_is_rounded_to_zero_has_no_minus_sign(
    written: Callable[[Any], str], value: object, text: str
) -> None:
    assert written(value) == text
