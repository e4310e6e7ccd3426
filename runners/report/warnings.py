"""What a reader must know before any figure: where a study shows less than it seems to.

Each is a count with what it was counted of, so that a page can say it as a number and a sentence;
the limits are those of the statistics manual.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from runners.analysis.cell_scores import FEW_TECHNICAL
from runners.analysis.document import Json
from runners.analysis.score_table import ScoreTable

if TYPE_CHECKING:
    from renderers.rows.scores import CellScore, StudyScores
    from runners.agreement.results import StudyAgreement

FEW_DOUBLE = Fraction(1, 5)
"""Under this share of evidence that two coders judged, agreement says little about the rest."""


def holds_guessing(cell: CellScore) -> bool:
    """Whether a cell's interval holds what a guesser gets, so that nothing above it was shown."""
    if cell.lrs.ci95 is None or cell.chance is None:
        return False
    low, high = cell.lrs.ci95
    return low <= cell.chance <= high


def warnings_document(scores: StudyScores, agreed: StudyAgreement | None) -> Json:
    """The red lines of a study; `cells` are places in the list of cells, null is not known."""
    cells = scores.cells
    double = agreed.double if agreed is not None else None
    coded = agreed.coded if agreed is not None else None
    few = bool(coded) and Fraction(double or 0, coded or 1) < FEW_DOUBLE
    return {
        "holds_guessing": _where(
            (at for at, one in enumerate(cells) if holds_guessing(one)),
            sum(one.lrs.ci95 is not None and one.chance is not None for one in cells),
        ),
        "no_interval": _where(
            (
                at
                for at, one in enumerate(cells)
                if one.lrs.ci95 is None and one.experiment not in scores.untested
            ),
            len(scores.scored_cells),
        ),
        "technical": {
            **_where(
                (
                    at
                    for at, one in enumerate(cells)
                    if one.technical_share is not None and one.technical_share > FEW_TECHNICAL
                ),
                len(cells),
            ),
            "limit": float(FEW_TECHNICAL),
        },
        "no_person": scores.provisional or _judge_alone(scores),
        "overlap": {
            "few": few,
            "double_coded": double,
            "coded": coded,
            "share": double / coded if coded and double is not None else None,
            "limit": float(FEW_DOUBLE),
        },
        "unscored": _unscored(scores),
        "unfinished": {
            "finished": len(scores.trials),
            "planned": scores.planned,
            "left": scores.planned - len(scores.trials),
        },
    }


def _unscored(scores: StudyScores) -> Json:
    """Finished trials of tests that are in no mean LRS until people have done more."""
    found = Counter[str]()
    for row, n in ScoreTable.of(scores.trials).counted():
        if row.experiment not in scores.untested:
            found[row.status] += n
    why = {status: found[status] for status in ("uncoded", "undecided")}
    return {"n": sum(why.values()), "of": found.total(), "disputed": 0, **why}


def _judge_alone(scores: StudyScores) -> bool:
    """Whether every coder that counts is a model."""
    kinds = {
        one.kind
        for row, _ in ScoreTable.of(scores.trials).counted()
        for one in row.coders
        if one.counted and one.lrs is not None
    }
    return bool(kinds) and kinds <= {"automatic", "matcher"}


def _where(places: Iterable[int], of: int) -> Json:
    found = list(places)
    return {"n": len(found), "of": of, "cells": found}
