"""Columns of recognition: those of differences that are known, be they 0."""

from __future__ import annotations

from fractions import Fraction

import pytest

from renderers.fields.comparison.recognition import recognition_columns
from renderers.rows.recognition import Recognition, RecognitionSide, RecognitionSource


@pytest.mark.parametrize(("own", "shown"), [(Fraction(0), True), (None, False)])
def test_a_difference_of_0_is_a_figure_and_has_its_column(
    own: Fraction | None, *, shown: bool
) -> None:
    side = RecognitionSide(4, 4, Fraction(3), Fraction(1, 2), Fraction(1, 2))
    row = Recognition(
        RecognitionSource.REPLY, "Hats", "original", "lab/one", False, 1, 8, side, side,
        Fraction(0), None, "", None, None, own, None,
    )  # fmt: skip
    assert ("difference,\nown" in [one.heading for one in recognition_columns([row])]) is shown
