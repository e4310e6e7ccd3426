"""A questionnaire in many conditions is one row on a screen, and the same rows in few."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dsl.experiment import ItemScale, Measure, MeasureKind, Questionnaire, ScaleItem, ScaleMean
from renderers.rows.measures import Figure
from renderers.rows.script_measures import (
    MOST_CONDITIONS,
    MeasureScore,
    over_many_conditions,
)

SCALE = ItemScale("opinions", (ScaleItem("q1", False),), 1)
ASKED = Questionnaire("opinions", 1, 5, (SCALE,))
MEAN = Measure("opinions", MeasureKind.MEAN, "", mean=ScaleMean(ASKED, SCALE, ("wave 1",)))
ROW = MeasureScore(
    "Views", "", (), "original", "sim/likert", True, "wave 1", MEAN, Figure(), 0, None
)  # fmt: skip


@pytest.mark.parametrize("many", [MOST_CONDITIONS, MOST_CONDITIONS + 1])
def test_means_of_many_conditions_are_averaged_and_their_draws_counted(many: int) -> None:
    rows = [
        replace(ROW, condition=f"topic {at}", figure=Figure(Fraction(at, 4), 2), missing=at % 2)
        for at in range(many)
    ]
    found = over_many_conditions(rows)
    if many == MOST_CONDITIONS:
        assert found == tuple(rows)
        return
    (one,) = found
    assert (one.condition, one.figure.mean) == ("mean of 13 conditions", Fraction(3, 2))
    assert (one.figure.n, one.missing, one.figure.ci95) == (26, 6, None)
