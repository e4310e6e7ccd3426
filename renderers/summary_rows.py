"""A study at a glance: what a summary over many experiments is made of."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.score_rows import (
    CellScore,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    TellingApart,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """Cells in the order in which they are reported, experiments, domains, contrasts, and what so
    many draws can tell apart.
    """

    cells: tuple[CellScore, ...]
    experiments: tuple[ExperimentScore, ...]
    domains: tuple[DomainScore, ...]
    contrasts: tuple[ContrastScore, ...]
    telling_apart: tuple[TellingApart, ...]
