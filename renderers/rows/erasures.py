"""What framings that state an inability do to the groups of a bank, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dsl.words import folded
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Mean


@dataclass(frozen=True, slots=True)
class ErasureRow(CellRow):
    """A participant under the erasures of a script. `condition` and `levels` are those held equal.
    `age_alone`: what is compared with is the framing that gives the age and no inability; else it
    is no framing.
    """

    age_alone: bool


@dataclass(frozen=True, slots=True)
class ErasureDrop(ErasureRow):
    """One cell of the matrix: how much less is earned on the `tested` group under `framing`, which
    takes `erased` away, than under `reference`.

    `drop` is the mean over the `n` items that have a mark under both, of the difference of their
    marks, divided by 1 - chance if `calibrated` (chance: of the items of the group; aggregate form
    of calibrated accuracy). `before` and `after` are the two accuracies on the same scale.
    """

    framing: str
    erased: str
    reference: str
    tested: str
    n: int
    calibrated: bool
    before: Fraction
    after: Fraction
    drop: Fraction
    ci95: tuple[float, float] | None
    ci_method: str

    @property
    def diagonal(self) -> bool:
        """Whether the group that is tested is the one that the framing takes away."""
        return folded(self.erased) == folded(self.tested)


@dataclass(frozen=True, slots=True)
class ErasureContrast(ErasureRow):
    """Drops on the diagonal of a matrix beside those off it: plain means over the `groups` that are
    both erased and tested, of the `n` items that have a mark under all these framings.

    `diagonal` is the mean drop of a group under its own erasure, `off` under those of the others,
    `difference` one minus the other, paired by item.
    """

    groups: int
    n: int
    calibrated: bool
    diagonal: Mean
    off: Mean
    difference: Mean
    ci_method: str
