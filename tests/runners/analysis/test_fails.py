"""Participants of whom too many replies cannot be read, on the boards of `devrun core`."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from dsl.scoring import ACCURACY, MarkedQuestion, ScoreLevel
from renderers.rows.measures import Figure
from renderers.rows.questions import KindFigure, KindScore
from runners.analysis.questions.fails import Fails
from runners.analysis.questions.item_scores import ItemMarks
from runners.comparison.model_results import results_of_study

CHANCE = Fraction(1, 4)
HALF = Fraction(1, 2)


def row(model: str, fails: int, accuracy: Fraction, with_fails: Fraction | None) -> KindScore:
    """A group of 100 replies of a model."""
    measure = KindFigure(ACCURACY, True, Figure(accuracy, 100), CHANCE)
    return KindScore(
        level=ScoreLevel.GROUP, experiment="Bank", condition="", levels=(), wording="", model=model,
        simulated=False, n=100 - fails, undecided=fails, measures=(measure,), group="boundary",
        items=100, draws=1, fails=fails, with_fails=with_fails,
    )  # fmt: skip


def test_from_17_percent_they_are_listed_and_from_20_left_out() -> None:
    """FAIL counts as wrong in the figures of those who stay."""
    rows = [
        row("none", 0, HALF, None),
        row("few", 16, HALF, Fraction(42, 100)),
        row("some", 17, HALF, Fraction(41, 100)),
        row("nearly", 19, HALF, Fraction(40, 100)),
        row("many", 20, Fraction(1), Fraction(80, 100)),
    ]
    scores: Any = SimpleNamespace(
        kind_scores=rows, format_scores=(), study="made", judge_notes=("by whom",)
    )
    found = results_of_study(scores, models={}, others=None, top=(), declared=())
    assert [(one.participant, one.rank, one.left_out) for one in found.models] == [
        ("none", 1, False), ("few", 2, False), ("some", 3, False), ("nearly", 4, False),
        ("many", None, True),
    ]  # fmt: skip
    assert found.concepts[0].accuracy == pytest.approx((0.5 + 0.42 + 0.41 + 0.4) / 4)
    assert found.notes[0] == "by whom"
    assert found.left_out == ("Bank, many: 20.0% FAIL (20 of 100 replies)",)
    assert found.to_look_at == (
        "Bank, some: 17.0% FAIL (17 of 100 replies)",
        "Bank, nearly: 19.0% FAIL (19 of 100 replies)",
    )


def test_a_participant_without_replies_has_no_fail() -> None:
    assert not Fails().too_many
    assert not Fails().nearly


def test_of_an_item_replies_without_a_mark_are_wrong() -> None:
    """Samples are averaged first, then draws."""
    item = ItemMarks("boundary", MarkedQuestion(None, None, Fraction(1)), None)
    item.marks += [(1, Fraction(1)), (1, None), (2, Fraction(1))]
    assert item.with_fails() == Fraction(3, 4)
    marked = item.marked()
    assert marked is not None
    assert marked.mark == 1
