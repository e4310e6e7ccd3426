"""Boards of a leaderboard, or cells of a study: models on the concepts that all were shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from coders.statistics.over_models import Floats
from coders.tables.results import Concept, ResultRow
from dsl.record import record, replace

Stages = Mapping[str, tuple[int, ...]]
"""The columns of each stage, the last stage last."""


@record
class Board:
    """The models of a board, and its people, on the concepts that all its models were shown."""

    name: str
    models: tuple[ResultRow, ...]
    people: ResultRow | None
    concepts: tuple[Concept, ...]
    figures: Floats
    """(models, concepts)"""
    simulated: bool

    @property
    def stages(self) -> Stages:
        """The columns of its stages."""
        names = dict.fromkeys(one.stage for one in self.concepts if one.stage)
        return {
            name: tuple(at for at, one in enumerate(self.concepts) if one.stage == name)
            for name in names
        }

    def of_stage(self, columns: Sequence[int]) -> Floats:
        """The plain mean of these concepts for each model."""
        found: Floats = self.figures[:, list(columns)].mean(axis=1)
        return found

    def items(self) -> Floats | None:
        """The number of items of each concept; None where some are unknown."""
        counts = [one.items for one in self.concepts]
        return np.array(counts, dtype=float) if all(counts) else None

    def means(self) -> Floats:
        """The mean of each model over items, else over concepts."""
        found: Floats = np.average(self.figures, axis=1, weights=self.items())
        return found


def board_of(
    name: str,
    rows: Sequence[ResultRow],
    concepts: Sequence[Concept],
    simulated: frozenset[str],
) -> Board | None:
    """The board of these rows; None where it has no model, or no concept that all were shown."""
    models = tuple(row for row in rows if not row.people)
    shown = [
        at for at in range(len(concepts)) if all(row.accuracies[at] is not None for row in models)
    ]
    if not models or not shown:
        return None
    figures = np.array([[row.accuracies[at] for at in shown] for row in models], dtype=float)
    people = next((row for row in rows if row.people), None)
    if people is not None:
        people = replace(people, accuracies=tuple(people.accuracies[at] for at in shown))
    return Board(
        name, models, people, tuple(concepts[at] for at in shown), figures,
        any(row.participant in simulated for row in models),
    )  # fmt: skip


def best_of(board: Board, top: Sequence[int]) -> Iterator[Board]:
    """The board with so many of its best models."""
    order = np.argsort(-board.means(), kind="stable")
    for count in top:
        if count < len(board.models):
            kept = order[:count]
            yield replace(
                board,
                name=f"{board.name} top {count}".strip(),
                models=tuple(board.models[at] for at in kept),
                figures=board.figures[kept],
            )
