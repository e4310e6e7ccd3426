"""Symbols over draws: what the ways to spread them have in common, and the way for very many.

A symbol is the number of a word in its pool, or how far choices are rotated. Which symbol a draw
gets follows from the seed and the draw's number, and may depend on all draws before it; so symbols
are computed in order and kept.

Very many are dealt one by one, each from the next few of a shuffled order.

To pair a block of symbols with its draws, as `spreading` does, takes time by the third power of
their number: minutes, for two thousand words. So many are hardly ever drawn twice, and a word that
occurs once is tied to no level. Here each block is a shuffled order of all symbols, and each draw
takes, of the next few in it, the one that has occurred least unevenly at the draw's levels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from itertools import islice

from dsl.drawing import chance
from dsl.record import record


@record
class Context:
    """Something that varies over draws and must not go hand in hand with the symbols.

    `minor` contexts are kept apart as far as the others leave room.
    """

    size: int
    at: Callable[[int], int]
    minor: bool = False


Forbidden = Callable[[int], frozenset[int]]
"""The symbols that one draw cannot have."""


def nothing_forbidden(draw: int) -> frozenset[int]:
    """No symbol is forbidden in any draw."""
    return frozenset()


class Symbols(ABC):
    """The symbol, from 0 up to `size`, of every draw; draws count from 0. Each symbol occurs once
    in a block of `size` draws, unless it is forbidden there.

    `seed`, `purpose` and `where` name the chance that decides between equals (see `chance`).
    """

    def __init__(
        self,
        size: int,
        *,
        seed: int,
        purpose: str,
        where: tuple[str | int, ...],
        contexts: Sequence[Context] = (),
        forbidden: Forbidden = nothing_forbidden,
    ) -> None:
        self.size = size
        self.seed = seed
        self.purpose = purpose
        self.where = where
        self.contexts = tuple(context for context in contexts if context.size > 1)
        self.forbidden = forbidden
        self._symbols = array("i")
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """What a way to spread them keeps beside the symbols."""

    def at(self, draw: int) -> int:
        """The symbol of one draw. A forbidden one only where every symbol is forbidden."""
        if self.size <= 1:
            return 0
        while len(self._symbols) <= draw:
            self._symbols.extend(self._following(len(self._symbols)))
        return self._symbols[draw]

    @abstractmethod
    def _following(self, draw: int) -> Sequence[int]:
        """The symbols of this draw, the first without one, and of some draws after it."""


MANY = 100
"""More symbols than these are dealt. A pairing of a hundred takes a fifth of a second."""

_NEXT = 32
"""So many symbols are compared for one draw."""


class Dealt(Symbols):
    """Symbols dealt one by one."""

    def _begin(self) -> None:
        self._left: list[int] = []
        """What is left of this block, the next first."""
        self._totals = [0] * self.size
        self._counts: dict[tuple[int, int, int], int] = {}
        """How often each symbol has occurred, by (symbol, context, level)."""

    def _following(self, draw: int) -> tuple[int]:
        if not self._left:
            block = draw // self.size
            where = (*self.where, block)
            order = chance.permutation(self.size, self.seed, self.purpose, *where, "dealt")
            self._left = list(order)
        barred = self.forbidden(draw)
        fine = list(islice((s for s in self._left if s not in barred), _NEXT))
        levels = [context.at(draw) for context in self.contexts]
        if fine:
            symbol = min(fine, key=lambda one: self._uneven(one, levels))
            self._left.remove(symbol)
        else:
            symbol = self._in_place_of(self._left.pop(0), barred)
        self._totals[symbol] += 1
        for at, level in enumerate(levels):
            place = (symbol, at, level)
            self._counts[place] = self._counts.get(place, 0) + 1
        return (symbol,)

    def _in_place_of(self, symbol: int, barred: frozenset[int]) -> int:
        """`different` comes before equal frequency: of all symbols that are allowed, the rarest."""
        allowed = [one for one in range(self.size) if one not in barred]
        return min(allowed, key=lambda one: (self._totals[one], one), default=symbol)

    def _uneven(self, symbol: int, levels: Sequence[int]) -> tuple[int, int]:
        """By how much a symbol occurred at these levels more often than its even share: by major
        contexts, and then by minor ones."""
        major = minor = 0
        for at, level in enumerate(levels):
            count = self._counts.get((symbol, at, level), 0)
            more = self.contexts[at].size * count - self._totals[symbol]
            if self.contexts[at].minor:
                minor += more
            else:
                major += more
        return major, minor
