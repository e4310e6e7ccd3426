"""The equations of Henderson's first method, from which variance components are estimated.

They are solved for all rows, and for the rows without each block, which a jackknife needs: what a
block adds to a sum is taken from it, so that a large table is read once and not once for each
block. Many tables with the same rows (those of a simulation) are solved together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]

_SINGULAR = 1e-9
"""Sources are not told apart if the least singular value is below this part of the greatest."""


def numbered(codes: ArrayLike) -> Codes:
    """The levels as numbers from 0, in the order in which they first occur."""
    import numpy as np

    _, first, inverse = np.unique(np.asarray(codes), return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[inverse]


class Moments:
    """The equations from which the components are estimated, in all rows and without each block.

    The grand mean is the first source: what is in it is taken from the others.
    """

    def __init__(self, codes: Sequence[Codes], blocks: Codes) -> None:
        import numpy as np

        whole = (np.zeros_like(blocks), *codes)
        self._sources = [_Source(one, blocks) for one in whole]
        pairs = [[one.squared(other) for other in whole[1:]] for one in self._sources]
        expected = np.array(pairs)
        # In all rows (the first), then without each block: shape (1 + blocks, sources, sources).
        self.matrices = np.moveaxis(expected[1:] - expected[:1], -1, 0)

    def sums_of_squares(self, values: Floats) -> Floats:
        """Of each source, shape (..., 1 + blocks, sources), from values of shape (..., rows)."""
        import numpy as np

        found = np.stack([one.sums_of_squares(values) for one in self._sources], axis=-1)
        taken: Floats = found[..., 1:] - found[..., :1]
        return taken

    def components(self, values: Floats) -> Floats | None:
        """In all rows (the first), then without each block, shape (..., 1 + blocks, sources); the
        first alone where the sources cannot be told apart without some block.
        """
        import numpy as np

        singular = np.linalg.svd(self.matrices, compute_uv=False)
        apart = singular[:, -1] > _SINGULAR * singular[:, 0]
        if not apart[0]:
            return None
        count = len(apart) if apart.all() else 1
        found = self.sums_of_squares(values)[..., :count, :, None]
        solved: Floats = np.linalg.solve(self.matrices[:count], found)[..., 0]
        return solved


class _Groups:
    """Rows by their group, for sums over groups."""

    def __init__(self, codes: Codes) -> None:
        import numpy as np

        found, self.of_row = np.unique(codes, return_inverse=True)
        self.codes: Codes = found
        self.rows = np.bincount(self.of_row)
        self._order = np.argsort(self.of_row, kind="stable")
        self._starts = np.concatenate(([0], np.cumsum(self.rows)[:-1]))

    def sums(self, values: Floats) -> Floats:
        """The sum in each group, shape (..., groups), of values of shape (..., rows)."""
        import numpy as np

        found: Floats = np.add.reduceat(values[..., self._order], self._starts, axis=-1)
        return found


class _Source:
    """The rows of each level of a source, and of each level in each block."""

    def __init__(self, codes: Codes, blocks: Codes) -> None:
        self._blocks = int(blocks.max()) + 1
        self._row_blocks = blocks
        self._levels = _Groups(codes)
        self._cells = _Groups(self._levels.of_row * self._blocks + blocks)
        self._level_of = self._cells.codes // self._blocks
        self._by_block = _Groups(self._cells.codes % self._blocks)
        self._left = self._levels.rows[self._level_of] - self._cells.rows

    def sums_of_squares(self, values: Floats) -> Floats:
        """The sum over levels of (sum of values)^2 / rows, shape (..., 1 + blocks)."""
        sums = self._levels.sums(values)
        inside = self._cells.sums(values)
        return self._without(sums**2, (sums[..., self._level_of] - inside) ** 2)

    def squared(self, other: Codes) -> Floats:
        """The sum over levels of (sum over levels of the other of rows^2) / rows, (1 + blocks,)."""
        many = int(other.max()) + 1
        pairs = _Groups(self._levels.of_row * many + other)
        triples = _Groups(pairs.of_row * self._blocks + self._row_blocks)
        pair = triples.codes // self._blocks
        rows = pairs.rows[pair]
        less = rows**2 - (rows - triples.rows) ** 2
        level = pairs.codes // many
        whole = _Groups(level).sums(pairs.rows.astype(float) ** 2)
        gone = _Groups(level[pair] * self._blocks + triples.codes % self._blocks).sums(less)
        return self._without(whole, whole[self._level_of] - gone)

    def _without(self, whole: Floats, left: Floats) -> Floats:
        """The sum over levels of `whole` / rows; then without each block, where `left` takes the
        place of `whole` in the levels that the block has.
        """
        import numpy as np

        levels = whole / self._levels.rows
        without = np.where(self._left > 0, left / np.maximum(self._left, 1), 0.0)
        lost = self._by_block.sums(levels[..., self._level_of] - without)
        total = levels.sum(axis=-1, keepdims=True)
        return np.concatenate((total, total - lost), axis=-1)
