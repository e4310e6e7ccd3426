"""Three things of which one becomes more, one becomes less and one stays.

All that happens is told, and one of them is asked for: which words there are does not tell the key,
only what they are said of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from runners.abilities.dice import Dice

T = TypeVar("T")
Change = tuple[T, int]
"""A thing, and 1, -1 or 0 for what happens to it."""


def changes(dice: Dice, things: Sequence[T], rounds: int = 1) -> list[Change[T]]:
    """What happens to the three, in the order in which it is told. In each round one becomes more,
    one less and one stays; nothing becomes more and later less, or less and later more.
    """
    while True:
        told = [
            one
            for _ in range(rounds)
            for one in dice.shuffled(zip(things, dice.shuffled((1, -1, 0)), strict=True))
        ]
        if all(abs(change_of(one, told)) == _steps(one, told) for one in things):
            return told


def change_of(thing: T, told: Sequence[Change[T]]) -> int:
    """How a thing has changed in the end: above 0 more, below 0 less."""
    return sum(change for one, change in told if one == thing)


def _steps(thing: T, told: Sequence[Change[T]]) -> int:
    return sum(abs(change) for one, change in told if one == thing)


def asked_of(dice: Dice, told: Sequence[Change[T]]) -> tuple[T, int]:
    """One of the things, and 1, -1 or 0 for how it has changed, each equally often if it can be."""
    signs = {one: sign(change_of(one, told)) for one, _ in told}
    wanted = dice.pick(sorted({*signs.values()}))
    return dice.pick([pair for pair in signs.items() if pair[1] == wanted])


def sign(number: int) -> int:
    """1, -1 or 0."""
    return (number > 0) - (number < 0)
