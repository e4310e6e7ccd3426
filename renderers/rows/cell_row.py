"""What says of which cell a row is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

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


_OF_CELL = tuple(one.name for one in fields(CellRow))


def place_of(row: CellRow | CellScore | TrialRow) -> dict[str, Any]:
    """The cell, wording and participant of a row, for another row that is made."""
    return {name: getattr(row, name) for name in _OF_CELL}
