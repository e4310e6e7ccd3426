"""Symbols over draws: what the ways to spread them (`spreading`, `dealing`) have in common.

A symbol is the number of a word in its pool, or how far choices are rotated. Which symbol a draw
gets follows from the seed and the draw's number, and may depend on all draws before it; so symbols
are computed in order and kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field

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


@dataclass
class Symbols(ABC):
    """The symbol, from 0 up to `size`, of every draw; draws count from 0. Each symbol stands once
    in a block of `size` draws, unless it is forbidden there.

    `seed`, `purpose` and `where` name the chance that decides between equals (see `chance`).
    """

    size: int
    _: KW_ONLY
    seed: int
    purpose: str
    where: tuple[str | int, ...]
    contexts: Sequence[Context] = ()
    forbidden: Forbidden = nothing_forbidden
    _symbols: list[int] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        self.contexts = tuple(context for context in self.contexts if context.size > 1)

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
