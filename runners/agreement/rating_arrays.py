"""Rows of ratings while they are put together: arrays with an entry for each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runners.agreement.rows import Ints, ItemGroup, RatingRows

RatedItem = tuple[int, int, int, list[int], list[int]]
"""The trial's place, spot, draw, and for each coder a code and a position."""


@dataclass(frozen=True, slots=True)
class RatingArrays:
    """Rows with the place of the trial that each is of."""

    entry: Ints
    spot: Ints
    draw: Ints
    codes: Ints
    orders: Ints

    @classmethod
    def of(cls, rows: Sequence[RatedItem], width: int) -> RatingArrays:
        """These rows."""
        entry, spot, draw = (np.array([one[n] for one in rows], dtype=np.int64) for n in range(3))
        codes, orders = (
            np.array([one[n] for one in rows], dtype=np.int64).reshape(-1, width) for n in (3, 4)
        )
        return cls(entry, spot, draw, codes, orders)

    def joined(self, rows: Sequence[RatedItem]) -> RatingArrays:
        """These rows and others, in the order of trials."""
        if not rows:
            return self
        other = RatingArrays.of(rows, self.codes.shape[1])
        entry = np.concatenate((self.entry, other.entry))
        order = np.argsort(entry, kind="stable")
        return RatingArrays(
            entry[order],
            *(
                np.concatenate(both)[order]
                for both in (
                    (self.spot, other.spot),
                    (self.draw, other.draw),
                    (self.codes, other.codes),
                    (self.orders, other.orders),
                )
            ),
        )

    def sheet(
        self, spots: Sequence[ItemGroup], *, ordered: bool, small: type[np.signedinteger] = np.int8
    ) -> RatingRows:
        """The rows, in as few bytes as they need."""
        return RatingRows(
            spots,
            self.spot.astype(np.int32),
            self.draw.astype(np.int32),
            self.codes.astype(small),
            self.orders if ordered else np.empty((len(self.spot), 0), dtype=np.int64),
        )


def padded(rows: Sequence[Sequence[int]], width: int, empty: int) -> Ints:
    """Rows of different lengths as one array."""
    found = np.full((max(len(rows), 1), width), empty, dtype=np.int64)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return found
