"""Seeded choices for simulated participants: the same call gets the same reply everywhere.

SHA-256 in counter mode over the participant and the call key. Python's `random` was rejected: its
choices are not promised to be the same in every version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dsl.projections import hashed

T = TypeVar("T")


class Chance:
    """A stream of choices that depends on nothing but its seed words."""

    def __init__(self, *seed: str) -> None:
        # Lengths go in as well, so that ("ab", "c") and ("a", "bc") differ.
        self._seed = "\x1f".join(f"{len(part)}:{part}" for part in ("sim/1", *seed))
        self._drawn = 0

    def fraction(self) -> float:
        """A number from 0 up to, and without, 1."""
        text = f"{self._seed}\x1f{self._drawn}".encode("utf-8", errors="surrogatepass")
        self._drawn += 1
        return int.from_bytes(hashed(text)[:6], "big") / 2**48

    def below(self, count: int) -> int:
        """A whole number from 0 up to, and without, `count`."""
        if count == 1:
            self._drawn += 1  # as if it were drawn
            return 0
        return int(self.fraction() * count)

    def choice(self, things: Sequence[T]) -> T:
        """One of them, each equally likely."""
        return things[self.below(len(things))]

    def happens(self, probability: float) -> bool:
        """True with this probability."""
        return self.fraction() < probability

    def two(self, things: Sequence[T]) -> tuple[T, T]:
        """Two different ones, in either order; there must be two."""
        first = self.below(len(things))
        second = self.below(len(things) - 1)
        return things[first], things[second + (second >= first)]
