"""`permute every combination`: all words of all slots crossed, each combination once in a block.

The sequence is the one that balances counterbalance levels (see `balance`), over the pools, so
that each word by itself stays equally frequent too. Here words change names and groups are placed
with an eye on the levels of the draws they will meet. Combinations that `different` forbids are
passed over; these rules alone may make single words uneven.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import lcm, prod

from dsl.drawing import chance
from dsl.drawing.balance import Combination, plain
from dsl.drawing.different import NoWords
from dsl.drawing.symbols import Context
from dsl.record import record

_WRITTEN_DOWN = 4096
_COMPARED = 16
_WORK = 2048
_NAMINGS = 12

Names = tuple[tuple[int, ...], ...]
"""For each unit the row that each level of the plain sequence means."""


@record
class _RowGroup:
    """A group that may come next: its rows, and which way round is tried first."""

    rows: list[Combination]
    coin: tuple[bool, bool]


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
        self._found = tuple(array("i") for _ in self.sizes)
        self._count = 0
        self._told: dict[tuple[int, int], Counter[tuple[int, int]]] = {
            (unit, context): Counter()
            for unit in range(len(self.sizes))
            for context in range(len(self.contexts))
        }
        """How often each row of a unit has met each level of a context."""
        self._block = -1
        self._next = self.groups
        self._window: list[_RowGroup] = []
        self._order: tuple[int, ...] = ()
        self._names: Names = ()
        self._block_start = 0

    def at(self, draw: int) -> Combination:
        """The row of every unit in one draw."""
        while self._count <= draw:
            self._add_group()
        return tuple([column[draw] for column in self._found])

    def _add_group(self) -> None:
        compared = max(1, min(_COMPARED, _WORK // self.group))
        while len(self._window) < compared and self._next < self.groups:
            self._window.append(self._group(self._next))
            self._next += 1
        if not self._window:
            self._begin_block()
            return
        options = [
            (group, group.rows[::-1] if backwards else group.rows)
            for group in self._window
            for backwards in group.coin
        ]
        costs = [self._cost(rows) for _, rows in options]
        group, rows = options[costs.index(min(costs))]
        self._window.remove(group)
        for at, pairs in self._pairs(rows):
            self._told[at].update(pairs)
        for unit, column in enumerate(self._found):
            column.extend([row[unit] for row in rows])
        self._count += len(rows)

    def _begin_block(self) -> None:
        if self._block >= 0 and self._count == self._block_start:
            raise NoWords("no combination of words is left once those that must differ do")
        self._block += 1
        self._next = 0
        self._block_start = self._count
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
        return self._cost(self._rows(self._place(0)))

    def _group(self, number: int) -> _RowGroup:
        """The group that comes at this place of the block."""
        place = self._place(number)
        first = bool(chance.below(2, self.seed, "combination backwards", self._block, place))
        return _RowGroup(self._rows(place), (first, not first))

    def _place(self, number: int) -> int:
        if self._order:
            return self._order[number]
        return chance.scattered(number, self.groups, self.seed, "combination groups", self._block)

    def _rows(self, place: int) -> list[Combination]:
        found: list[Combination] = []
        for at in range(place * self.group, (place + 1) * self.group):
            levels = plain(self.sizes, at)
            rows = tuple([n[level] for n, level in zip(self._names, levels, strict=True)])
            if self.allowed(rows):
                found.append(rows)
        return found

    def _pairs(
        self, rows: list[Combination]
    ) -> Iterator[tuple[tuple[int, int], Iterator[tuple[int, int]]]]:
        """For each unit and context, which row meets which level in the draws that come next."""
        start = self._count
        draws = range(start, start + len(rows))
        levels = [[context.at(draw) for draw in draws] for context in self.contexts]
        for unit, named in enumerate(zip(*rows, strict=True)):
            for context, here in enumerate(levels):
                yield (unit, context), zip(named, here, strict=True)

    def _cost(self, rows: list[Combination]) -> int:
        cost = 0
        for at, pairs in self._pairs(rows):
            told = self._told[at]
            cost += sum([n * (2 * told[pair] + n) for pair, n in Counter(pairs).items()])
        return cost
