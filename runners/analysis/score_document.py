"""Scores as one JSON document, for whoever scripts them. Keys may be added, none renamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from renderers.fields.cells import CELL
from renderers.fields.coder_means import ADJUSTMENT, CODER_MEAN
from renderers.fields.field import Document, Field, Row, document
from renderers.fields.kinds import accuracies, measures
from renderers.fields.means import (
    CONTRAST,
    DOMAIN,
    EXPERIMENT,
    QUESTION_SHARE,
    TELLING_APART,
)
from renderers.fields.trials import TRIAL
from renderers.score_rows import StudyScores, TrialRow


def score_document(scores: StudyScores, *, lazily: bool = False) -> Document:
    """What `devrun score --json` prints; null where something is not known.

    `lazily`: the trials are a sequence of which each is made when it is asked for, since a page
    needs few of a hundred thousand.
    """
    role = scores.role
    trials = _Trials(scores.trials, role)
    made = scores.adjustment
    return {
        "study": scores.study,
        "simulated": scores.simulated,
        "role": role,
        "provisional": scores.provisional,
        "coders": list(scores.coders),
        "planned": scores.planned,
        "trials": trials if lazily else list(trials),
        "cells": by_role(CELL, scores.cells, role),
        "experiments": by_role(EXPERIMENT, scores.experiments, role),
        "domains": by_role(DOMAIN, scores.domains, role),
        "contrasts": [document(CONTRAST, row) for row in scores.contrasts],
        "measures": measures(scores.kind_scores),
        "accuracies": accuracies(scores.kind_scores),
        "question_shares": [document(QUESTION_SHARE, row) for row in scores.question_shares],
        "coder_means": [document(CODER_MEAN, row) for row in scores.coder_means],
        "coder_adjustment": None if made is None else document(ADJUSTMENT, made),
        "telling_apart": [document(TELLING_APART, row) for row in scores.telling_apart],
        "mended": list(scores.mended),
        "notes": list(scores.notes),
    }


def by_role(fields: Sequence[Field[Row]], rows: Sequence[Row], role: str) -> list[Document]:
    """The documents of rows, each with whose scores they are."""
    return [{**document(fields, row), "role": role} for row in rows]


class _Trials(Sequence[Document]):
    def __init__(self, rows: Sequence[TrialRow], role: str) -> None:
        self._rows, self._role = rows, role

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Document: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Document]: ...

    def __getitem__(self, at: int | slice) -> Document | Sequence[Document]:
        if isinstance(at, slice):
            return _Trials(self._rows[at], self._role)
        return by_role(TRIAL, [self._rows[at]], self._role)[0]
