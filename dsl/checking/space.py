"""All combinations of levels, and sets of them as the bits of one integer.

Whether arms cover every case, whether a `when` can hold, which cell has no test: all of these are
questions about sets of combinations of levels. An integer with one bit for each combination
answers them exactly, with `&`, `|` and `~`, in microseconds for a million combinations. Symbolic
set arithmetic would have no upper limit, but would be harder to read, and nobody runs an
experiment with more combinations than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import prod
from typing import TypeVar

from dsl.experiment import Case, Factor, Guard
from dsl.tree import FactorKind

T = TypeVar("T")

Region = int
"""A set of combinations of levels: bit n is set when combination n is in it."""

LIMIT = 1 << 20
"""So many combinations of levels can be told apart."""


class Space:
    """Every combination of the levels of some factors, the last factor varying fastest."""

    def __init__(self, factors: Sequence[Factor]) -> None:
        self.factors = tuple(factors)
        self.size = prod(len(f.levels) for f in self.factors)
        self.full: Region = (1 << self.size) - 1
        self._levels: dict[tuple[str, str], Region] = {}
        self._strides: dict[str, int] = {}
        stride = self.size
        for factor in self.factors:
            stride //= len(factor.levels)
            self._strides[factor.name] = stride
            for place, level in enumerate(factor.levels):
                self._levels[factor.name, level.name] = self._mask(
                    place, stride, len(factor.levels)
                )

    def _mask(self, place: int, stride: int, levels: int) -> Region:
        mask = ((1 << stride) - 1) << (place * stride)
        width = stride * levels
        while width < self.size:
            mask |= mask << width
            width *= 2
        return mask & self.full

    def level(self, factor: str, level: str) -> Region:
        """Every combination with this level."""
        return self._levels[factor, level]

    def any_of(self, factor: str, levels: Iterable[str]) -> Region:
        """Every combination with one of these levels."""
        region = 0
        for level in levels:
            region |= self._levels[factor, level]
        return region

    def of(self, guard: Guard) -> Region:
        """Every combination in which a guard holds."""
        region = self.full
        for factor, levels in guard.needs:
            region &= self.any_of(factor, levels)
        for excluded in guard.excludes:
            region &= ~self.of(excluded)
        return region

    def taken(self, cases: Iterable[Case[T]], region: Region) -> Iterator[tuple[Region, T]]:
        """Where in a region each value is taken, of cases of which the first that holds is."""
        for case in cases:
            part = region & self.of(case.guard)
            region &= ~part
            if part:
                yield part, case.value

    def first(self, region: Region) -> tuple[tuple[Factor, str], ...]:
        """The levels of the first combination of a region that is not empty."""
        place = (region & -region).bit_length() - 1
        found = []
        for factor in self.factors:
            level = place // self._strides[factor.name] % len(factor.levels)
            found.append((factor, factor.levels[level].name))
        return tuple(found)

    def matters(self, factor: Factor, region: Region, frame: Region) -> bool:
        """Whether two combinations of `frame` that differ in this factor alone are told apart."""
        stride = self._strides[factor.name]
        masks = [self.level(factor.name, level.name) for level in factor.levels]
        inside = [(region & mask) >> (n * stride) for n, mask in enumerate(masks)]
        around = [(frame & mask) >> (n * stride) for n, mask in enumerate(masks)]
        return any(
            (inside[i] ^ inside[j]) & around[i] & around[j]
            for i, j in combinations(range(len(masks)), 2)
        )

    def _narrows(self, factor: Factor, region: Region, frame: Region) -> bool:
        masks = [self.level(factor.name, level.name) for level in factor.levels]
        return any(frame & mask and not region & mask for mask in masks)

    def describe(self, region: Region, within: Region | None = None) -> str:
        """The first combination of `region` by those levels that set it off from `within`.

        Empty when the region is all of `within`: then it is not a matter of levels.
        """
        frame = self.full if within is None else within
        region &= frame
        if not region or region == frame:
            return ""
        first = self.first(region)
        for telling in (self.matters, self._narrows):
            named = [level for factor, level in first if telling(factor, region, frame)]
            if named:
                return " and ".join(named)
        return " and ".join(level for _, level in first)

    def place(self, levels: Mapping[str, str]) -> int:
        """The number of the combination of these levels, which name one of every factor."""
        return sum(self._offset(factor, levels[factor.name]) for factor in self.factors)

    def _offset(self, factor: Factor, level: str) -> int:
        """How far a level is from the first of its factor."""
        at = next(at for at, one in enumerate(factor.levels) if one.name == level)
        return at * self._strides[factor.name]

    def without(self, factor: Factor, level: str, region: Region) -> Region:
        """The combinations of a region at this level, moved to the first level of the factor."""
        return (region & self.level(factor.name, level)) >> self._offset(factor, level)

    def apart(
        self, region: Region, factors: Sequence[Factor]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Each combination of a region: the numbers of its levels of these factors, and the number
        of the combination that differs from it by having the first levels of them.
        """
        sizes = [(self._strides[factor.name], len(factor.levels)) for factor in factors]
        while region:
            place = (region & -region).bit_length() - 1
            region &= region - 1
            levels = tuple(place // stride % count for stride, count in sizes)
            first = sum(level * stride for level, (stride, _) in zip(levels, sizes, strict=True))
            yield levels, place - first

    def cells(self, region: Region, kinds: tuple[FactorKind, ...]) -> Region:
        """Every combination that shares its levels of these kinds with one in `region`."""
        for factor in self.factors:
            if factor.kind in kinds:
                continue
            stride, count = self._strides[factor.name], len(factor.levels)
            base = 0
            for place, level in enumerate(factor.levels):
                base |= (region & self.level(factor.name, level.name)) >> (place * stride)
            region = 0
            for place in range(count):
                region |= base << (place * stride)
        return region
