"""What says of which cell a row is."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.trial import Levels


@dataclass(frozen=True, slots=True)
class CellRow:
    """A row of one cell, wording and participant."""

    experiment: str
    condition: str
    levels: Levels
    wording: str
    model: str
    simulated: bool
