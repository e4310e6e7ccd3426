"""A matrix of sums cut into parts that are fast to multiply by many columns of weights.

Rows to which nothing is added are left out. The sums of a cell are filled by the draws of one
experiment alone, so such rows are multiplied by that stratum's weights and no others: with a dozen
experiments most of the work of a study falls away. What is left is a full matrix if it is not
mostly empty, else a sparse one.

Sums of quarters that stay small are the same to the last bit in single precision, which takes half
the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coders.statistics.ratings import Floats, Ints

_DENSE = 0.03
"""Share of entries filled from which the full matrix is the faster one."""

_LARGEST_SINGLE = 2.0**20
"""What a row may sum to in single precision, whose whole numbers go to 2^24."""

_MOST_DENSE = 20_000_000
"""Entries of a full matrix, 160 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class RowBlock:
    """Some rows; `types` are the columns that they need, None for all."""

    rows: Ints
    types: Ints | None
    matrix: Any
    """rows x types; a numpy array or a scipy.sparse matrix, in single or double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """All blocks of a matrix with `rows` rows."""

    rows: int
    parts: tuple[RowBlock, ...]

    def times(self, weights: NDArray[Any]) -> Floats:
        """The matrix times weights of shape (types, replicates), which are whole numbers.

        Some builds of BLAS calculate in lanes of a register that they never filled, and then report
        an invalid value where all factors and products are finite (numpy issue 24067). Here all
        are finite, so numpy does not pass that report on as a warning.
        """
        found = np.zeros((self.rows, weights.shape[1]))
        for part in self.parts:
            those = weights if part.types is None else weights[part.types]
            with np.errstate(invalid="ignore"):
                found[part.rows] = part.matrix @ those.astype(part.matrix.dtype, copy=False)
        return found

    def cut(self, end: int, rows: int) -> Blocks:
        """The rows before `end`, and nothing in the rest of `rows` rows."""
        several = ((one, int(np.searchsorted(one.rows, end))) for one in self.parts)
        parts = (RowBlock(one.rows[:n], one.types, one.matrix[:n]) for one, n in several if n)
        return Blocks(rows, tuple(parts))


def blocks(matrix: Any, strata: Ints, counts: Ints) -> Blocks:
    """The blocks of a sparse matrix whose columns lie in these strata; of each there are `counts`
    in the ratings themselves.
    """
    rows = matrix.tocsr()
    return Blocks(rows.shape[0], tuple(_parts(rows, strata, counts)))


def _parts(matrix: Any, strata: Ints, counts: Ints) -> Iterator[RowBlock]:
    sizes = np.diff(matrix.indptr)
    filled = np.flatnonzero(sizes)
    if not filled.size:
        return
    of_entry, starts = strata[matrix.indices], matrix.indptr[filled]
    low, high = np.minimum.reduceat(of_entry, starts), np.maximum.reduceat(of_entry, starts)
    quarters = np.logical_and.reduceat(matrix.data * 4 % 1 == 0, starts)
    most = np.add.reduceat(np.abs(matrix.data) * counts[matrix.indices], starts)
    single = quarters & (most <= _LARGEST_SINGLE)
    every = np.unique(strata)
    among = np.where((low == high) & (every.size > 1), low, -1)
    row = np.repeat(np.arange(matrix.shape[0]), sizes)
    for stratum in (-1, *every.tolist()):
        types = None if stratum < 0 else np.flatnonzero(strata == stratum)
        for precise, number in ((~single, np.float64), (single, np.float32)):
            here = filled[precise & (among == stratum)]
            if here.size:
                yield RowBlock(here, types, _block(matrix, row, here, types, number))


def _block(matrix: Any, row: Ints, here: Ints, types: Ints | None, number: type) -> Any:
    """The rows `here` and the columns `types` of a sparse matrix; `row` is that of each entry."""
    wide = matrix.shape[1] if types is None else types.size
    chosen = np.zeros(matrix.shape[0], dtype=np.bool_)
    chosen[here] = True
    those = np.flatnonzero(chosen[row])
    if here.size * wide > _MOST_DENSE or those.size <= _DENSE * here.size * wide:
        part = matrix[here].astype(number)
        return part if types is None else part[:, types]
    full = np.zeros((here.size, wide), dtype=number)
    columns = matrix.indices[those]
    if types is not None:
        columns = np.searchsorted(types, columns)
    full[np.searchsorted(here, row[those]), columns] = matrix.data[those]
    return full
