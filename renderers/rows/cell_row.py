"""What says of which cell a row is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from dsl.trial import Levels

if TYPE_CHECKING:
    from renderers.rows.scores import CellScore
    from renderers.rows.trials import TrialRow


@dataclass(frozen=True, slots=True)
class CellRow:
    """A row of one cell, wording and participant."""

    experiment: str
    condition: str
    levels: Levels
    wording: str
    model: str
    simulated: bool


class CellPlace(TypedDict):
    """The same six, for a row that is made."""

    experiment: str
    condition: str
    levels: Levels
    wording: str
    model: str
    simulated: bool


def place_of(row: CellRow | CellScore | TrialRow) -> CellPlace:
    """The cell, wording and participant of a row."""
    return CellPlace(
        experiment=row.experiment,
        condition=row.condition,
        levels=row.levels,
        wording=row.wording,
        model=row.model,
        simulated=row.simulated,
    )
