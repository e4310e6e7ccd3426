"""The scores of trials as a table: a row a trial, and columns of exact numbers.

A column is whole numbers over one denominator, so that means are sums of integers; a `Fraction` is
made at the end. Trials that were marked alike are one pattern, and a figure is read once from each.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import eq
from typing import overload

import numpy as np

from dsl.record import replace
from dsl.trial import Levels
from renderers.rows.scores import CellScore
from renderers.rows.trials import TrialPlace, TrialRow, TrialRows
from runners.analysis.means import DrawMeans
from runners.analysis.trials import Flags, Ints, TrialTable
from runners.store.text_column import TextColumn

Order = Callable[[TrialRow], tuple[object, ...]]
"""The place of a trial among others."""

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


@dataclass(frozen=True, eq=False)
class ScoreTable(TrialRows):
    """The scores of n trials as columns; the row of one is made when it is asked for.

    `firsts` has a row of each cell, `cell` the number of each trial's cell among them, `like` that
    of its pattern; with `draws`, `samples` and `texts` they are arrays of shape (n,), and `keys`
    are the keys of trials.
    """

    patterns: Sequence[TrialRow]
    like: Ints
    firsts: Sequence[TrialRow]
    cell: Ints
    draws: Ints
    samples: Ints
    texts: Ints
    keys: TextColumn
    cells: Mapping[CellKey, RowsByDraw] = field(init=False)
    """The rows of each cell, in the order in which cells first occur."""

    def __post_init__(self) -> None:
        numbers, starts = np.unique(self.cell, return_index=True)
        ends = np.cumsum(np.bincount(self.cell, minlength=len(self.firsts)))
        rows = np.split(np.argsort(self.cell, kind="stable"), ends[:-1])
        cells = {
            cell_key(self.firsts[at]): RowsByDraw(rows[at], self.draws[rows[at]])
            for at in numbers[np.argsort(starts)].tolist()
        }
        object.__setattr__(self, "cells", cells)

    @classmethod
    def of(cls, rows: Sequence[TrialRow]) -> ScoreTable:
        """A table of these rows, of which each is a pattern of its own."""
        if isinstance(rows, ScoreTable):
            return rows
        numbers: dict[CellKey, int] = {}
        cell = [numbers.setdefault(cell_key(row), len(numbers)) for row in rows]
        firsts = [rows[cell.index(number)] for number in range(len(numbers))]
        cells, draws, samples, texts = (
            np.array(column, dtype=np.int64)
            for column in (
                cell,
                [row.draw for row in rows],
                [row.sample for row in rows],
                [row.text for row in rows],
            )
        )
        keys = TextColumn(row.key for row in rows)
        return cls(rows, np.arange(len(rows)), firsts, cells, draws, samples, texts, keys)

    def pattern_of(self, at: int) -> int:
        """The number of a row's pattern."""
        return int(self.like[at])

    def cell_of(self, at: int) -> int:
        """The number of a row's cell."""
        return int(self.cell[at])

    def place(self, at: int) -> TrialPlace:
        """Which trial of its cell a row is."""
        return TrialPlace(int(self.draws[at]), int(self.samples[at]), self.keys[at])

    def __len__(self) -> int:
        return len(self.like)

    @overload
    def __getitem__(self, at: int) -> TrialRow: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[TrialRow]: ...

    def __getitem__(self, at: int | slice) -> TrialRow | Sequence[TrialRow]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        first = self.firsts[int(self.cell[at])]
        return replace(
            self.patterns[int(self.like[at])],
            experiment=first.experiment,
            levels=first.levels,
            wording=first.wording,
            model=first.model,
            simulated=first.simulated,
            draw=int(self.draws[at]),
            sample=int(self.samples[at]),
            key=self.keys[at],
            text=int(self.texts[at]),
            name=first.name,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def sorted(self, place: Order) -> ScoreTable:
        """The same rows, cell by cell in the order of `place`, and by draw and sample in each."""
        cells = sorted(self.cells.values(), key=lambda mine: place(self[int(mine.rows[0])]))
        order = np.concatenate(
            [np.empty(0, dtype=np.int64)]
            + [
                one.rows[np.lexsort((self.samples[one.rows], self.draws[one.rows]))]
                for one in cells
            ]
        )
        return ScoreTable(
            self.patterns, self.like[order], self.firsts, self.cell[order], self.draws[order],
            self.samples[order], self.texts[order], self.keys.take(order.tolist()),
        )  # fmt: skip

    def changed(self, rows: Mapping[int, TrialRow]) -> ScoreTable:
        """The same rows, some of which have measures that scripts name (by their numbers)."""
        if not rows:
            return self
        patterns, like = list(self.patterns), self.like.copy()
        known: dict[object, int] = {}
        for at, row in rows.items():
            key = (int(like[at]), tuple(row.by_kind.items()), row.measured)
            like[at] = known.setdefault(key, len(patterns))
            if like[at] == len(patterns):
                patterns.append(row)
        return replace(self, patterns=patterns, like=like)

    def counted(self, rows: Ints | None = None) -> list[tuple[TrialRow, int]]:
        """Each way in which these rows (None: all) were marked, and how many were."""
        some = self.like if rows is None else self.like[rows]
        counts = np.bincount(some, minlength=len(self.patterns))
        return [(self.patterns[at], int(counts[at])) for at in np.nonzero(counts)[0].tolist()]

    def column(self, read: Callable[[TrialRow], Fraction | int | None]) -> ExactColumn:
        """The numbers that `read` finds in each row. It must look at nothing that says which trial
        a row is.
        """
        values = [read(row) for row in self.patterns]
        below = lcm(*{one.denominator for one in values if one is not None})
        above = [0 if one is None else one.numerator * (below // one.denominator) for one in values]
        small = max(map(abs, above), default=0) * len(self) < _EXACT
        numbers = np.array(above, dtype=np.int64 if small else object)
        known = np.array([one is not None for one in values], dtype=np.bool_)
        return ExactColumn(numbers[self.like], known[self.like], below)

    def draw_means(
        self, read: Callable[[TrialRow], Fraction | int | None]
    ) -> dict[CellKey, DrawMeans]:
        """The means of the draws of every cell."""
        column = self.column(read)
        return {key: column.draw_means(rows) for key, rows in self.cells.items()}


def scores_of_trials(
    trials: TrialTable, patterns: Sequence[TrialRow], like: Ints, labels: Mapping[str, str]
) -> ScoreTable:
    """The scores of these trials in their order, of which each has the number of its pattern."""
    rows = trials.rows
    numbers: dict[CellKey, int] = {}
    firsts: list[TrialRow] = []
    cells = np.zeros(len(rows.groups), dtype=np.int64)
    group = np.array(rows.group, dtype=np.int64)
    used, starts = np.unique(group, return_index=True)
    for at, number in sorted(zip(starts.tolist(), used.tolist(), strict=True)):
        one, who = rows.groups[number], trials.participant(at)
        cell = trials.designs[trials.design[at]].trial.cell
        first = replace(
            patterns[like[at]],
            experiment=one.experiment,
            levels=cell.levels,
            wording=cell.wording,
            model=labels[who.key],
            simulated=who.simulated,
            name=cell.name,
        )
        cells[number] = numbers.setdefault(cell_key(first), len(numbers))
        if cells[number] == len(firsts):
            firsts.append(first)
    draws, samples = (np.array(one, dtype=np.int64) for one in (rows.draws, rows.samples))
    return ScoreTable(
        patterns, like, firsts, cells[group], draws, samples, trials.prompts, rows.keys
    )
