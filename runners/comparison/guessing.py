"""Cells compared with a guesser, whose distribution of marks is computed.

The test counts texts, not replies: of every distinct text the first trial, since a model that
answers one text always alike shows with ten replies what it shows with one. It looks at the share
of marks with controls ignored, since a guesser who fails a control is worth 0 by a rule, and to
beat that says nothing about the test questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from coders import guessing
from dsl.record import replace
from dsl.trial import Cell, Levels
from renderers.rows.comparisons import ComparisonKind, Side
from renderers.rows.measures import Figure, own_stories
from renderers.rows.scores import CellScore
from renderers.rows.trials import TrialRow
from runners.analysis.score_table import ScoreTable, cell_key
from runners.analysis.trials import Ints
from runners.comparison.differences import (
    CellDifference,
    Estimated,
    Guessed,
    UntestedComparison,
    comparison,
    side,
)
from runners.studies.study import OpenStudy

GUESSING = "guessing"
UNKNOWN = "the number of possible answers is unknown"


@dataclass(frozen=True, slots=True)
class CellGuess:
    """(share, probability) pairs of a trial's marks, empty where they are not known, and the
    expected share in own stories.
    """

    distribution: tuple[tuple[Fraction, Fraction], ...]
    own: Fraction | None


class Guessers:
    """What guessing gives in each cell of a study, worked out when it is asked for."""

    def __init__(self, opened: OpenStudy) -> None:
        self._opened = opened
        self._chapters = {one.experiment.title: one for one in opened.chapters}
        self._seeds = {one.procedure: one.seed for one in opened.rows.used}
        self._known: dict[tuple[str, Levels, str], CellGuess] = {}

    def of(self, cell: CellScore) -> CellGuess:
        """What guessing gives in one trial of the cell."""
        key = (cell.experiment, cell.levels, cell.wording)
        if key not in self._known:
            chapter = self._chapters[cell.experiment]
            at = Cell(cell.levels, cell.wording, chapter.experiment.only_condition)
            expander = self._opened.expander(chapter, self._seeds[chapter.procedure])
            trial = expander.trial(at, draw=1)
            found = guessing.shares(trial)
            self._known[key] = CellGuess(
                tuple(sorted((found or {}).items())), guessing.own_chance(trial)
            )
        return self._known[key]


def with_guessing(
    cells: Sequence[CellScore], trials: Sequence[TrialRow], guessers: Guessers
) -> Iterator[UntestedComparison]:
    """Every cell compared with a guesser, with the controls passed."""
    table = ScoreTable.of(trials)
    shares = [row.share for row in table.patterns]
    for cell in cells:
        rows = table.cells.get(cell_key(cell))
        found = () if rows is None else _first_of_each_text(table, rows.rows, shares)
        yield _beside(cell, found, guessers.of(cell))


def _beside(
    cell: CellScore,
    shares: tuple[Fraction, ...],
    guess: CellGuess,
) -> UntestedComparison:
    distribution = guess.distribution
    share = sum((at * p for at, p in distribution), Fraction(0)) if distribution else None
    lrs = _less(cell.lrs, cell.chance)
    method = _NONE if lrs[1] is None else _METHOD
    own = own_stories(cell)
    guesser = Side(GUESSING, 0, cell.chance, share, guess.own if own.n else None)
    found = CellDifference(0, lrs, _less(cell.share, share), method, own=_less(own, guess.own))
    row = comparison(ComparisonKind.GUESSING, cell, side(cell.model, cell), guesser, found)
    if not distribution:
        return UntestedComparison(replace(row, untested=UNKNOWN))
    if not shares:
        return UntestedComparison(replace(row, untested="no trial has marks"))
    return UntestedComparison(row, guessed=Guessed(shares, distribution))


_METHOD = "the cell's interval minus the score expected from guessing"
_NONE = "none: fewer than five draws, or guessing unknown"


def _first_of_each_text(
    table: ScoreTable, rows: Ints, shares: Sequence[Fraction | None]
) -> tuple[Fraction, ...]:
    """The share of marks in the first of these rows of every text; `shares` are by pattern."""
    order = rows[np.lexsort((table.samples[rows], table.draws[rows]))]
    seen: dict[int, Fraction] = {}
    for text, pattern in zip(table.texts[order].tolist(), table.like[order].tolist(), strict=True):
        if (share := shares[pattern]) is not None:
            seen.setdefault(text, share)
    return tuple(seen.values())


def _less(found: Figure, by: Fraction | None) -> Estimated:
    """A figure and its interval, less what guessing gives."""
    if found.mean is None or by is None:
        return None, None
    ends = found.ci95
    return found.mean - by, None if ends is None else (ends[0] - float(by), ends[1] - float(by))
