"""What is gathered trial by trial, cell by cell, and given in the order of the study."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from renderers.rows.trials import TrialRow
from runners.analysis.means import draw_means, mean
from runners.analysis.score_table import CellKey, cell_key

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass(slots=True)
class DrawPairs:
    """What was gathered under one name: (draw, value) and (draw, chance) pairs."""

    values: list[tuple[int, Fraction | None]] = field(default_factory=list)
    chances: list[tuple[int, Fraction | None]] = field(default_factory=list)

    @property
    def chance(self) -> Fraction | None:
        """The mean chance over draws; None where the chance of one trial is not known."""
        if any(chance is None for _, chance in self.chances):
            return None
        return mean(draw_means(self.chances).values())


class ByCell(Generic[K, T]):
    """Something under each name in each cell, wording and participant; `make` begins it."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._found: dict[CellKey, dict[K, T]] = {}

    def at(self, row: TrialRow, name: K) -> T:
        """What the cell of a trial has under a name."""
        cell = self._found.setdefault(cell_key(row), {})
        if name not in cell:
            cell[name] = self._make()
        return cell[name]

    def cell(self, row: TrialRow) -> Mapping[K, T]:
        """All that the cell of a trial has."""
        return self._found.get(cell_key(row), {})

    def rows(self, order: Iterable[TrialRow]) -> Iterator[tuple[TrialRow, K, T]]:
        """All that was gathered, with a trial of its cell, in the order of these trials."""
        cells = {cell_key(row): row for row in order} if self._found else {}
        for row in cells.values():
            for name, one in self.cell(row).items():
                yield row, name, one
