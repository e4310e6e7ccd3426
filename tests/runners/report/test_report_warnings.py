"""The red lines of a report: where a study shows less than it seems to."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import replace
from renderers.rows.scores import CellScore, StudyScores
from renderers.rows.trials import CoderRow, TrialRow
from runners.report.data import holds_guessing, warnings_document
from tests.runners.analysis.score_kit import cell, trial_row

DRAWS = {1: 2.0, 2: 3.0, 3: 3.0, 4: 2.0, 5: 3.0}


def scores(
    *cells: CellScore,
    trials: tuple[TrialRow, ...] = (),
    provisional: bool = False,
    planned: int = 0,
) -> StudyScores:
    return StudyScores(
        "s", False, "blind", provisional, (), planned or len(trials), trials, cells, (), (), (), (),
        (), (),
    )  # fmt: skip


def test_a_cell_whose_interval_holds_guessing_is_counted_among_those_that_have_both() -> None:
    like = replace(cell("A", None, draws=DRAWS), chance=Fraction(5, 2))
    unlike = replace(cell("B", None, draws=DRAWS), chance=Fraction(9, 2))
    few = replace(cell("C", None, draws={1: 3.0}), chance=Fraction(3))
    assert [holds_guessing(one) for one in (like, unlike, few)] == [True, False, False]
    found = warnings_document(scores(unlike, like, few), None)
    assert found["holds_guessing"] == {"n": 1, "of": 2, "cells": [1]}
    assert found["no_interval"] == {"n": 1, "of": 3, "cells": [2]}


def test_one_lost_trial_in_twenty_is_no_red_line_and_more_are() -> None:
    limit = replace(cell("A", "3"), technical_share=Fraction(1, 20))
    more = replace(cell("B", "3"), technical_share=Fraction(51, 1000))
    found = warnings_document(scores(limit, more), None)
    assert found["technical"] == {"n": 1, "of": 2, "cells": [1], "limit": 0.05}


def test_scores_of_programs_alone_are_no_evidence() -> None:
    def judged(*kinds: str) -> TrialRow:
        coders = tuple(
            CoderRow(f"{kind} one", kind, True, "scored", "passed", Fraction(1), 5)
            for kind in kinds
        )
        return trial_row(1, 5, coders=coders)

    def told(*kinds: str) -> object:
        return warnings_document(scores(trials=(judged(*kinds),)), None)["no_person"]

    assert (told("automatic"), told("automatic", "blind"), told("blind")) == (True, False, False)
    assert warnings_document(scores(provisional=True), None)["no_person"] is True


def test_what_is_not_finished_is_counted() -> None:
    found = warnings_document(scores(trials=(trial_row(1, 5),), planned=4), None)
    assert found["unfinished"] == {"finished": 1, "planned": 4, "left": 3}
    assert found["overlap"] == {
        "few": False, "double_coded": None, "coded": None, "share": None, "limit": 0.2,
    }  # fmt: skip


def test_finished_trials_that_wait_for_people_are_counted_by_what_they_wait_for() -> None:
    statuses = ("scored", "uncoded", "uncoded", "disputed", "undecided", "technical")
    trials = tuple(
        replace(trial_row(draw, 5), status=status) for draw, status in enumerate(statuses, start=1)
    )
    found = warnings_document(scores(trials=trials), None)
    assert found["unscored"] == {"n": 3, "of": 6, "uncoded": 2, "disputed": 0, "undecided": 1}
