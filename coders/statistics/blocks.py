"""A matrix of sums cut into parts that are fast to multiply by many columns of weights.

Rows to which nothing is added are left out. The sums of a cell are filled by the draws of one
experiment alone, so such rows are multiplied by that stratum's weights and no others: with a dozen
experiments most of the work of a study falls away. What is left is a full matrix if it is not
mostly empty, else a sparse one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from coders.statistics.ratings import Floats, Ints

_DENSE = 0.03
"""Share of entries filled from which the full matrix is the faster one."""

_MOST_DENSE = 20_000_000
"""Entries of a full matrix, 160 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class RowBlock:
    """Some rows; `types` are the columns that they need, None for all."""

    rows: Ints
    types: Ints | None
    matrix: Any
    """rows x types; a numpy array or a scipy.sparse matrix."""


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """All blocks of a matrix with `rows` rows."""

    rows: int
    parts: tuple[RowBlock, ...]

    def times(self, weights: Floats) -> Floats:
        """The matrix times weights of shape (types, replicates)."""
        found = np.zeros((self.rows, weights.shape[1]))
        for part in self.parts:
            found[part.rows] = part.matrix @ (
                weights if part.types is None else weights[part.types]
            )
        return found


def blocks(matrix: Any, strata: Ints) -> Blocks:
    """The blocks of a sparse matrix whose columns lie in these strata."""
    rows = matrix.tocsr()
    return Blocks(rows.shape[0], tuple(_parts(rows, strata)))


def _parts(matrix: Any, strata: Ints) -> Iterator[RowBlock]:
    filled = np.flatnonzero(np.diff(matrix.indptr))
    if not filled.size:
        return
    of_entry, starts = strata[matrix.indices], matrix.indptr[filled]
    low, high = np.minimum.reduceat(of_entry, starts), np.maximum.reduceat(of_entry, starts)
    every = np.unique(strata)
    single = (low == high) & (every.size > 1)
    for stratum in every:
        here = filled[single & (low == stratum)]
        if here.size:
            types = np.flatnonzero(strata == stratum)
            yield RowBlock(here, types, _quick(matrix[here][:, types]))
    rest = filled[~single]
    if rest.size:
        yield RowBlock(rest, None, _quick(matrix[rest]))


def _quick(matrix: Any) -> Any:
    entries = matrix.shape[0] * matrix.shape[1]
    full = entries <= _MOST_DENSE and matrix.nnz > _DENSE * entries
    return matrix.toarray() if full else matrix
