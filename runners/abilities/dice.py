"""Choices that depend on a seed and on what they are for, on every machine alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from dsl.drawing.chance import numbers

T = TypeVar("T")


class Dice:
    """A stream of choices for one item; `where` says for which."""

    def __init__(self, seed: int, *where: str | int) -> None:
        self._numbers = numbers(seed, "abilities", *where)

    def below(self, count: int) -> int:
        """A whole number from 0 up to, and without, `count`."""
        return next(self._numbers) % count

    def number(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        return low + self.below(high - low + 1)

    def flip(self) -> bool:
        """True or False."""
        return bool(self.below(2))

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """All of them in any order."""
        order, numbers = list(things), self._numbers
        for last in range(len(order) - 1, 0, -1):
            other = next(numbers) % (last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def some(self, things: Iterable[T], count: int) -> list[T]:
        """So many different ones in any order."""
        return self.shuffled(things)[:count]
