"""Boards of a leaderboard, or cells of a study: models on the concepts that all were shown, and how
concepts and stages stand to each other over these models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import isfinite
from statistics import fmean

import numpy as np

from coders.statistics.over_models import (
    FISHER_Z,
    PAIRED_T,
    Correlation,
    Floats,
    correlation,
    paired_difference,
)
from coders.statistics.tests_exact import holm
from coders.tables.results import Concept, ResultRow, ResultTable
from dsl.record import record, replace
from renderers.rows.model_results import ConceptCorrelation, StageCorrelation, StageDifference

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


STAGES = (
    f"stage: plain mean of its concepts; differences of stages: {PAIRED_T}; p only of those "
    "declared, with Holm over them"
)
CORRELATIONS = (
    f"correlation: Pearson's r over models; 95%: {FISHER_Z}; Holm over all pairs of a board"
)


def differences(board: Board, declared: Sequence[tuple[str, str]]) -> Iterator[StageDifference]:
    """Each stage minus each earlier one, or as declared; p values of those, adjusted by Holm."""
    stages = {name: board.of_stage(columns) for name, columns in board.stages.items()}
    pairs = [
        (second, first) if (second, first) in declared else (first, second)
        for first, second in combinations(reversed(stages), 2)
    ]
    found = [paired_difference(stages[one], stages[other]) for one, other in pairs]
    p_values = [one.p if pair in declared else None for pair, one in zip(pairs, found, strict=True)]
    tested = zip(pairs, found, p_values, holm(p_values), strict=True)
    for (first, second), one, p, adjusted in tested:
        yield StageDifference(
            board.name, first, second, one.n, one.mean, one.ci95, one.t, p, adjusted,
            board.simulated,
        )  # fmt: skip


def correlations(board: Board) -> Iterator[ConceptCorrelation]:
    """Each two concepts over models, with Holm's correction over all pairs."""
    pairs = list(combinations(range(len(board.concepts)), 2))
    found = [correlation(board.figures[:, one], board.figures[:, two]) for one, two in pairs]
    names = [(board.concepts[one].name, board.concepts[two].name) for one, two in pairs]
    return _correlated(board, names, found)


def others_of(board: Board, others: ResultTable) -> Iterator[ConceptCorrelation]:
    """Each concept with each other test, over the models that have both."""
    given = {row.participant: row.accuracies for row in others.rows}
    none = (None,) * len(others.concepts)
    scores = np.array([given.get(row.participant, none) for row in board.models], dtype=float)
    names, found = [], []
    for at, concept in enumerate(board.concepts):
        for column, test in enumerate(others.concepts):
            names.append((concept.name, test))
            found.append(correlation(board.figures[:, at], scores[:, column]))
    return _correlated(board, names, found)


def _correlated(
    board: Board, names: Sequence[tuple[str, str]], found: Sequence[Correlation]
) -> Iterator[ConceptCorrelation]:
    adjusted = holm([one.p for one in found])
    for (first, second), one, p in zip(names, found, adjusted, strict=True):
        yield ConceptCorrelation(
            board.name, first, second, one.n, one.r, one.ci95, one.p, p, board.simulated
        )


def stage_correlations(board: Board) -> Iterator[StageCorrelation]:
    """The mean r of pairs of concepts within each stage and between each two."""
    if len(board.models) < 4:
        return
    with np.errstate(invalid="ignore", divide="ignore"):
        table = np.atleast_2d(np.corrcoef(board.figures, rowvar=False))
    for first, second in combinations_with_replacement(board.stages, 2):
        one, two = board.stages[first], board.stages[second]
        pairs = (
            list(combinations(one, 2)) if first == second else [(i, j) for i in one for j in two]
        )
        found = [float(table[i, j]) for i, j in pairs if isfinite(table[i, j])]
        if found:
            yield StageCorrelation(
                board.name, len(board.models), first, second, len(found), fmean(found),
                board.simulated,
            )  # fmt: skip
