"""Counterbalancing: which levels each draw has, in blocks that hold every combination once.

A block has N draws, N being the product of the numbers of levels. In every block each combination
occurs once; and in every run of draws that starts at the beginning, each factor by itself is exact
wherever its number of levels divides the draws. A plain shuffle of the block has the first property
only, and with ten draws and two sides may give seven to three.

The plain sequence is built up factor by factor. Let P be the period so far, L the levels of the
next factor and m the least common multiple of P and L. At position t the earlier factors are as
at t mod P, and the new one at (t + t div m) mod L. By the Chinese remainder theorem the P x L
combinations are all different, and aligned groups of L hold each level once. Then each block is
randomised by moves that keep both properties: levels change names, groups of M draws (M: the least
common multiple of all L) change places, and a group may run backwards.

Groups are not placed blindly: the next one is that which keeps pairs of factors least associated,
so that a study of two groups out of six does not have two factors go hand in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import lcm, prod

from dsl.drawing import chance
from dsl.record import record

_WRITTEN_DOWN = 4096
"""Blocks of more groups than this are permuted without writing the permutation down."""

_KEPT = 1_024
"""Blocks that are remembered: a study may have a million draws."""

_COMPARED = 48
"""So many groups are compared, at most, when the next one is chosen."""

Combination = tuple[int, ...]


def plain(sizes: Sequence[int], place: int) -> Combination:
    """The combination at a place of the sequence before it is randomised."""
    levels: list[int] = []
    period = 1
    for size in sizes:
        at = place % (period * size)
        levels.append((at + at // lcm(period, size)) % size)
        period *= size
    return tuple(levels)


@record
class _Block:
    """How one block is randomised; `order` is None where it is too long to write down."""

    order: tuple[int, ...] | None
    names: tuple[tuple[int, ...], ...]


class Balance:
    """The levels of every draw; draws count from 0 here. Nothing is computed before it is asked."""

    def __init__(self, sizes: Sequence[int], *, seed: int, purpose: str = "counterbalance") -> None:
        self.sizes = tuple(sizes)
        self.seed = seed
        self.purpose = purpose
        self.group = lcm(1, *self.sizes)
        self.block = prod(self.sizes)
        self._block = lru_cache(maxsize=_KEPT)(self._randomise)

    def at(self, draw: int) -> Combination:
        """The level of every factor in one draw."""
        if self.block == 1:
            return (0,) * len(self.sizes)
        number, place = divmod(draw, self.block)
        block = self._block(number)
        group, within = divmod(place, self.group)
        if block.order is None:
            group = chance.scattered(
                group, self.block // self.group, self.seed, self.purpose, "groups", number
            )
        else:
            group = block.order[group]
        if chance.below(2, self.seed, self.purpose, "backwards", number, group):
            within = self.group - 1 - within
        levels = plain(self.sizes, group * self.group + within)
        return tuple(names[level] for names, level in zip(block.names, levels, strict=True))

    def _randomise(self, number: int) -> _Block:
        names = tuple(
            chance.permutation(size, self.seed, self.purpose, "names", number, factor)
            for factor, size in enumerate(self.sizes)
        )
        count = self.block // self.group
        if count > _WRITTEN_DOWN:
            return _Block(None, names)
        order = chance.permutation(count, self.seed, self.purpose, "groups", number)
        return _Block(self._least_associated(order), names)

    def _least_associated(self, order: tuple[int, ...]) -> tuple[int, ...]:
        """The groups placed one by one so that pairs of levels stay equally frequent."""
        pairs = tuple(combinations(range(len(self.sizes)), 2))
        if len(order) <= 2 or not pairs:
            return order
        told: dict[tuple[int, int, int, int], int] = {}
        left = list(order)
        placed: list[int] = []
        while left:
            counted = [self._pairs_of(group, pairs) for group in left[:_COMPARED]]
            costs = [
                sum(n * (2 * told.get(pair, 0) + n) for pair, n in one.items()) for one in counted
            ]
            best = costs.index(min(costs))
            for pair, n in counted[best].items():
                told[pair] = told.get(pair, 0) + n
            placed.append(left.pop(best))
        return tuple(placed)

    def _pairs_of(
        self, group: int, pairs: tuple[tuple[int, int], ...]
    ) -> dict[tuple[int, int, int, int], int]:
        found: dict[tuple[int, int, int, int], int] = {}
        for within in range(self.group):
            levels = plain(self.sizes, group * self.group + within)
            for one, other in pairs:
                pair = (one, other, levels[one], levels[other])
                found[pair] = found.get(pair, 0) + 1
        return found
