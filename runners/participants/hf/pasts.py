"""Beginnings that were computed before: keys and values by the tokens they stand for.

Every conversation that begins with the same tokens has the same past there, so what one branch,
sample or option has computed serves the others. The longest matching beginning of any kept past
is taken, cut where the rows part. The least recently used go when the bytes allowed are spent. A
tree of blocks, as servers for many users keep, was rejected: at the tens of pasts that are kept
here, looking through all of them takes less time than one step of the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runners.participants.hf.trunks import Tokens, common

if TYPE_CHECKING:
    from torch import Tensor

Layers = tuple["tuple[Tensor, Tensor] | None", ...]
"""Keys and values of each layer, [heads, tokens, width]; None for a layer that keeps none of its
own."""


@dataclass(frozen=True, slots=True)
class Past:
    """The first `length` tokens of a kept row; none of them is padding."""

    layers: Layers
    length: int


NOTHING = Past((), 0)


class Pasts:
    """Keeps pasts up to `budget` bytes. One thread uses it."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.used = 0
        self._kept: dict[Tokens, Layers] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, row: Tokens, limit: int) -> Past:
        """The longest kept beginning of a row, of at most `limit` tokens."""
        best, length = None, 0
        for tokens in self._kept:
            found = min(common(tokens, row), limit)
            if found > length:
                best, length = tokens, found
        if best is None:
            return NOTHING
        layers = self._kept.pop(best)
        self._kept[best] = layers
        return Past(layers, length)

    def holds(self, row: Tokens) -> bool:
        """Whether all of a row is at hand."""
        return any(tokens[: len(row)] == row for tokens in self._kept)

    def keep(self, row: Tokens, layers: Layers) -> None:
        """Keep a row's past; what it goes on from is then no longer needed by itself."""
        for tokens in [one for one in self._kept if row[: len(one)] == one]:
            self._drop(tokens)
        size = sum(_bytes(layers))
        if size > self.budget:
            return
        while self._kept and self.used + size > self.budget:
            self._drop(next(iter(self._kept)))
        self._kept[row] = layers
        self.used += size

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self.used = 0

    def _drop(self, tokens: Tokens) -> None:
        self.used -= sum(_bytes(self._kept.pop(tokens)))


def _bytes(layers: Layers) -> Iterator[int]:
    return (
        tensor.numel() * tensor.element_size()
        for pair in layers
        if pair is not None
        for tensor in pair
    )
