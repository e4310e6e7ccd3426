"""The scores of trials as a table: a row a trial, and columns of exact numbers.

A column is whole numbers over one denominator, so that means are sums of integers; a `Fraction` is
made at the end. Trials that were marked alike are one pattern, and a figure is read once from each.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Any

import numpy as np

from dsl.trial import Levels
from renderers.rows.scores import CellScore
from renderers.rows.trials import TrialRow
from runners.analysis.means import DrawMeans
from runners.analysis.trials import Flags, Ints, TrialTable

CellKey = tuple[str, Levels, str, str]
"""Experiment, levels, wording and model."""

_EXACT = 2**53
"""Below it sums of doubles are exact."""


def cell_key(row: TrialRow | CellScore) -> CellKey:
    """The cell of a trial, or of its figures."""
    return row.experiment, row.levels, row.wording, row.model


@dataclass(frozen=True, slots=True, eq=False)
class ExactColumn:
    """Numbers of n rows: `numerators` over `denominator`, where there is one (`known`); arrays of
    shape (n,). Numerators whose sums doubles cannot hold are Python's own integers.
    """

    numerators: Ints
    known: np.ndarray[tuple[int], np.dtype[np.bool_]]
    denominator: int

    def draw_means(self, rows: RowsByDraw) -> DrawMeans:
        """The mean of each draw over those of these rows that have a number."""
        there = self.known[rows.rows]
        mine = rows if there.all() else rows.some(there)
        sums = self._sums(mine.rows, mine.places, len(mine.draws))
        below = lcm(*set(mine.counts))
        means = [above * (below // count) for above, count in zip(sums, mine.counts, strict=True)]
        return DrawMeans(mine.draws, _compact(means), self.denominator * below)

    def _sums(self, rows: Ints, groups: Ints, count: int) -> list[int]:
        """The sum of the numerators of each group of these rows."""
        if self.numerators.dtype != object:
            return list(map(int, np.bincount(groups, self.numerators[rows], count)))
        sums = [0] * count
        for group, one in zip(groups.tolist(), self.numerators[rows].tolist(), strict=True):
            sums[group] += one
        return sums


class RowsByDraw:
    """Some rows of a table and the draw of each (`of`), arrays of shape (n,). `draws` are those
    that there are, in order; `places` has the place of each row's draw among them, and `counts` how
    many rows each has.
    """

    def __init__(self, rows: Ints, of: Ints) -> None:
        self.rows, self._of = rows, of
        keys, self.places = np.unique(of, return_inverse=True)
        # What most figures of a cell share is held once for all of them.
        self.draws = array("q", keys.tolist())
        self.counts: list[int] = np.bincount(self.places, minlength=len(keys)).tolist()

    def some(self, which: Flags) -> RowsByDraw:
        """Those of these rows that are marked."""
        return RowsByDraw(self.rows[which], self._of[which])


def _compact(numbers: list[int]) -> Sequence[int]:
    """The same numbers in a quarter of the memory, where none is too large for that."""
    try:
        return array("q", numbers)
    except OverflowError:
        return numbers


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """The scores of n trials. Row i was marked as `patterns[like[i]]` was; only what says which
    trial it is differs between the two.
    """

    rows: Sequence[TrialRow]
    patterns: Sequence[TrialRow]
    like: Ints
    draws: Ints = field(init=False)
    cells: Mapping[CellKey, RowsByDraw] = field(init=False)
    """The rows of each cell, in the order in which cells first occur."""

    def __post_init__(self) -> None:
        places: dict[CellKey, list[int]] = {}
        for at, row in enumerate(self.rows):
            places.setdefault(cell_key(row), []).append(at)
        draws = np.array([row.draw for row in self.rows], dtype=np.int64)
        cells = {key: RowsByDraw(np.array(found), draws[found]) for key, found in places.items()}
        object.__setattr__(self, "draws", draws)
        object.__setattr__(self, "cells", cells)

    @classmethod
    def of(cls, rows: Sequence[TrialRow]) -> ScoreTable:
        """A table of rows of which each is a pattern of its own."""
        return cls(rows, rows, np.arange(len(rows)))

    def column(self, read: Callable[[TrialRow], Fraction | int | None]) -> ExactColumn:
        """The numbers that `read` finds in each row. It must look at nothing that says which trial
        a row is.
        """
        values = [read(row) for row in self.patterns]
        below = lcm(*{one.denominator for one in values if one is not None})
        above = [0 if one is None else one.numerator * (below // one.denominator) for one in values]
        small = max(map(abs, above), default=0) * len(self.rows) < _EXACT
        numbers = np.array(above, dtype=np.int64 if small else object)
        known = np.array([one is not None for one in values], dtype=np.bool_)
        return ExactColumn(numbers[self.like], known[self.like], below)

    def draw_means(
        self, read: Callable[[TrialRow], Fraction | int | None]
    ) -> dict[CellKey, DrawMeans]:
        """The means of the draws of every cell."""
        column = self.column(read)
        return {key: column.draw_means(rows) for key, rows in self.cells.items()}


_NAMES = tuple(one.name for one in fields(TrialRow))
_VALUES = attrgetter(*_NAMES)


def rows_of(
    table: TrialTable,
    scored: Sequence[TrialRow],
    patterns: Sequence[int],
    labels: Mapping[str, str],
) -> list[TrialRow]:
    """The rows of all trials, of which each was marked as that of its pattern."""
    rows = [scored[pattern] for pattern in patterns]
    last, like = -1, dict[str, Any]()
    for at in sorted(range(len(rows)), key=patterns.__getitem__):
        if patterns[at] != last:
            last = patterns[at]
            like = dict(zip(_NAMES, _VALUES(scored[last]), strict=True))
        rows[at] = _row_of(table, at, like, labels)
    return rows


def _row_of(
    table: TrialTable, at: int, like: dict[str, Any], labels: Mapping[str, str]
) -> TrialRow:
    """The row of a trial that was marked as another was, whose fields are in `like`; they are
    changed, which takes half the time of a record replaced.
    """
    cell, sitting = table.designs[table.design[at]].trial.cell, table.rows[at].sitting
    who = table.participant(at)
    like.update(
        experiment=sitting.experiment,
        levels=cell.levels,
        wording=cell.wording,
        model=labels[who.key],
        simulated=who.simulated,
        draw=sitting.draw,
        sample=sitting.sample,
        key=table.rows[at].key,
        text=int(table.prompts[at]),
        name=cell.name,
    )
    return TrialRow(**like)
