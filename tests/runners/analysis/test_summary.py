"""Cells of a study at a glance."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import replace
from renderers.rows.scores import StudyScores
from runners.analysis.summary import of_scores
from tests.renderers.score_cells import CELL, of


def test_the_share_of_the_own_story_is_next_to_that_of_its_variants_or_not_at_all() -> None:
    """Where all gates failed, the variants of a story have no share."""
    whole = replace(CELL, told_again=True, own_share=of(Fraction(1)), twin_share=of(Fraction(1, 2)))
    failed = replace(whole, experiment="The cup", twin_share=of(None))
    scores = StudyScores(
        "S1", False, "the matcher", True, (), 20, (), (whole, failed), (), (), (), (), (), ()
    )  # fmt: skip
    assert [cell.told_again for cell in of_scores(scores).cells] == [True, False]
