"""A run as one JSON document, for whoever scripts it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from renderers.run_table import CellRow, ContrastRow
    from runners.engine.outcome import RunOutcome

Json = dict[str, object]


def run_document(
    outcome: RunOutcome,
    cells: Sequence[CellRow],
    contrasts: Sequence[ContrastRow],
    *,
    store: str,
    simulated: bool,
) -> Json:
    """What `devrun ... --json` prints. Keys may be added, none renamed; null where unknown."""
    trials, calls = outcome.trials, outcome.calls
    return {
        "study": outcome.study,
        "simulated": simulated,
        "store": store,
        "trials": {
            "planned": trials.planned,
            "completed": trials.completed,
            "replayed": trials.replayed,
            "failed": trials.failed,
            "left": trials.left,
        },
        "calls": {
            "made": calls.made,
            "replayed": calls.replayed,
            "retried": calls.retried,
            "failed": calls.failed,
        },
        "cost_usd": None,
        "cells": [_cell(row) for row in cells],
        "contrasts": [_contrast(row) for row in contrasts],
        "failures": [
            {
                "trial": failure.trial,
                "place": failure.place,
                "model": failure.participant,
                "kind": failure.kind,
                "message": failure.message,
                "help": failure.help,
            }
            for failure in outcome.failures
        ],
        "down": [
            {"model": one.participant, "kind": one.kind, "message": one.message, "help": one.help}
            for one in outcome.down
        ],
    }


def number(value: Fraction | None) -> float | None:
    """An exact value as a JSON number."""
    return None if value is None else float(value)


def _cell(row: CellRow) -> Json:
    return {
        "experiment": row.experiment,
        "condition": row.condition,
        "levels": dict(row.levels),
        "wording": row.wording,
        "model": row.model,
        "simulated": row.simulated,
        "n": row.n,
        "trials": row.trials,
        "n_texts": row.n_texts,
        "gate_failures": row.gate_failures,
        "no_answer": row.no_answer,
        "technical": row.technical,
        "provisional_lrs": number(row.provisional_lrs),
        "lrs_linear": number(row.lrs_linear),
        "share": number(row.share),
        "chance_lrs": number(row.chance_lrs),
        "needs_human": row.needs_human,
        "reference": None
        if row.reference is None
        else {"who": row.reference[0], "lrs": float(row.reference[1])},
    }


def _contrast(row: ContrastRow) -> Json:
    return {
        "experiment": row.experiment,
        "contrast": row.contrast,
        "condition": row.condition,
        "model": row.model,
        "simulated": row.simulated,
        "wording": row.wording,
        "n": row.n,
        "passed": row.passed,
        "undecided": row.undecided,
        "chance": number(row.chance),
    }
