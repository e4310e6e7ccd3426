"""Chance without a stream: every choice is a hash of what it is for.

A choice is SHA-256 over (version of the draws, seed, purpose, where) and depends on nothing else: a
slot added to a script moves no other slot, draw 7 is the same whether ten or twenty are run, and
every machine and version of Python agrees. `random.Random` promises none of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from struct import unpack

from dsl.projections import canonical, hashed

_DRAWS = 1
"""The version of the draws. Another one would change every draw, in every script; a change of
what some scripts expand to is counted in `dsl.expansion` and leaves this alone."""

_RANGE = 1 << 64


def numbers(seed: int, purpose: str, *where: str | int) -> Iterator[int]:
    """64-bit numbers that belong to one choice, as many as it takes."""
    counter = 0
    head = canonical([_DRAWS, seed, purpose, where])
    while True:
        found = hashed(b"%s%d" % (head, counter))
        yield from unpack(">4Q", found)
        counter += 1


def _under(count: int, source: Iterator[int]) -> int:
    """A number under `count`, every one equally likely: what would favour some is thrown back."""
    limit = _RANGE - _RANGE % count
    return next(number for number in source if number < limit) % count


def below(count: int, seed: int, purpose: str, *where: str | int) -> int:
    """One whole number from 0 up to, not including, `count`."""
    return 0 if count <= 1 else _under(count, numbers(seed, purpose, *where))


@lru_cache(maxsize=8_192)
def permutation(count: int, seed: int, purpose: str, *where: str | int) -> tuple[int, ...]:
    """The numbers from 0 up to `count` in an order, every order equally likely."""
    order = list(range(count))
    source = numbers(seed, purpose, *where)
    for last in range(count - 1, 0, -1):
        other = _under(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def scattered(place: int, count: int, seed: int, purpose: str, *where: str | int) -> int:
    """Where `place` goes in a permutation of `count` that is too long to write down.

    Four Feistel rounds over the next even number of bits, walked until the result is in range.
    """
    half = (max(count - 1, 1).bit_length() + 1) // 2
    mask = (1 << half) - 1
    while True:
        left, right = place >> half, place & mask
        for turn in range(4):
            mixed = next(numbers(seed, purpose, *where, turn, right)) & mask
            left, right = right, left ^ mixed
        place = left << half | right
        if place < count:
            return place
