"""How concepts and stages stand to each other over the models of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import isfinite
from statistics import fmean

import numpy as np

from coders.statistics.over_models import (
    FISHER_Z,
    PAIRED_T,
    Correlation,
    correlation,
    paired_difference,
)
from coders.statistics.tests_exact import holm
from coders.tables.results import ResultTable
from renderers.rows.model_results import ConceptCorrelation, StageCorrelation, StageDifference
from runners.comparison.boards import Board

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
