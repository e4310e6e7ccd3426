"""`permute every combination`: all words of all slots crossed, each combination once in a block.

The sequence is the one that balances counterbalance levels (see `balance`), over the pools, so
that each word by itself stays equally frequent too. Here words change names and groups are placed
with an eye on the levels of the draws they will meet. Combinations that `different` forbids are
passed over; these rules alone may make single words uneven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm, prod

from dsl.drawing import chance
from dsl.drawing.balance import Combination, plain
from dsl.drawing.different import NoWords
from dsl.drawing.symbols import Context

_WRITTEN_DOWN = 4096
_COMPARED = 16
_WORK = 2048
_NAMINGS = 12

Names = tuple[tuple[int, ...], ...]
"""For each unit the row that each level of the plain sequence means."""


class Combining:
    """The row of every unit in each draw; draws count from 0, and are computed in order."""

    def __init__(
        self,
        sizes: Sequence[int],
        *,
        seed: int,
        contexts: Sequence[Context],
        allowed: Callable[[Combination], bool],
    ) -> None:
        self.sizes = tuple(sizes)
        self.seed = seed
        self.contexts = tuple(contexts)
        self.allowed = allowed
        self.group = lcm(1, *self.sizes)
        self.groups = prod(self.sizes) // self.group
        self._found: list[Combination] = []
        self._told: dict[tuple[int, int, int, int], int] = {}
        self._block = -1
        self._next = self.groups
        self._window: list[int] = []
        self._order: tuple[int, ...] = ()
        self._names: Names = ()
        self._block_start = 0

    def at(self, draw: int) -> Combination:
        """The row of every unit in one draw."""
        while len(self._found) <= draw:
            self._add_group()
        return self._found[draw]

    def _add_group(self) -> None:
        compared = max(1, min(_COMPARED, _WORK // self.group))
        while len(self._window) < compared and self._next < self.groups:
            self._window.append(self._group(self._next))
            self._next += 1
        if not self._window:
            self._begin_block()
            return
        options = [
            (group, self._rows(group, backwards))
            for group in self._window
            for backwards in self._coin(group)
        ]
        costs = [self._cost(rows) for _, rows in options]
        group, rows = options[costs.index(min(costs))]
        self._window.remove(group)
        for pair in self._pairs(rows):
            self._told[pair] = self._told.get(pair, 0) + 1
        self._found.extend(rows)

    def _begin_block(self) -> None:
        if self._block >= 0 and len(self._found) == self._block_start:
            raise NoWords("no combination of words is left once those that must differ do")
        self._block += 1
        self._next = 0
        self._block_start = len(self._found)
        if self.groups <= _WRITTEN_DOWN:
            self._order = chance.permutation(
                self.groups, self.seed, "combination groups", self._block
            )
        self._names = min(map(self._naming, range(_NAMINGS)), key=self._cost_of_naming)

    def _naming(self, attempt: int) -> Names:
        """One way for the words of this block to change names."""
        return tuple(
            chance.permutation(size, self.seed, "combination names", self._block, unit, attempt)
            for unit, size in enumerate(self.sizes)
        )

    def _cost_of_naming(self, names: Names) -> int:
        self._names = names
        return self._cost(self._rows(self._group(0), backwards=False))

    def _group(self, place: int) -> int:
        if self._order:
            return self._order[place]
        return chance.scattered(place, self.groups, self.seed, "combination groups", self._block)

    def _coin(self, group: int) -> tuple[bool, bool]:
        first = bool(chance.below(2, self.seed, "combination backwards", self._block, group))
        return first, not first

    def _rows(self, group: int, backwards: bool) -> list[Combination]:
        places = range(group * self.group, (group + 1) * self.group)
        found: list[Combination] = []
        for at in reversed(places) if backwards else places:
            levels = plain(self.sizes, at)
            rows = tuple(n[level] for n, level in zip(self._names, levels, strict=True))
            if self.allowed(rows):
                found.append(rows)
        return found

    def _pairs(self, rows: list[Combination]) -> list[tuple[int, int, int, int]]:
        start = len(self._found)
        return [
            (unit, context, row, self.contexts[context].at(start + offset))
            for offset, combination in enumerate(rows)
            for unit, row in enumerate(combination)
            for context in range(len(self.contexts))
        ]

    def _cost(self, rows: list[Combination]) -> int:
        fresh: dict[tuple[int, int, int, int], int] = {}
        for pair in self._pairs(rows):
            fresh[pair] = fresh.get(pair, 0) + 1
        return sum(n * (2 * self._told.get(pair, 0) + n) for pair, n in fresh.items())
