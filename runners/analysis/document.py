"""A run as one JSON document, for whoever scripts it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from renderers.score_rows import StudyScores
    from renderers.tables.summary import Summary
    from runners.engine.outcome import Cost, RunOutcome

Json = dict[str, object]

MATCHER = "matcher (provisional)"
"""Whose marks a run is scored by."""

_OF_CONTRASTS = (
    "experiment", "contrast", "condition", "model", "simulated", "wording", "n", "passed",
    "undecided", "chance",
)  # fmt: skip


def run_document(
    outcome: RunOutcome,
    scores: StudyScores,
    summary: Summary,
    *,
    store: str,
    simulated: bool,
    replayed: bool = False,
) -> Json:
    """What `devrun ... --json` prints. Keys may be added, none renamed; null where unknown."""
    from renderers.fields.cell_tables import run_document as cell_document
    from renderers.fields.field import document, pick
    from renderers.fields.means import CONTRAST, DOMAIN, EXPERIMENT, TELLING_APART
    from runners.analysis.score_document import by_role

    trials, calls = outcome.trials, outcome.calls
    contrast = pick(CONTRAST, *_OF_CONTRASTS)
    return {
        "study": outcome.study,
        "simulated": simulated,
        "replayed": replayed,
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
        "cost_usd": known_cost(outcome.cost),
        "cost": None if outcome.cost is None else cost_document(outcome.cost),
        "cells": [cell_document(cell) for cell in scores.cells],
        "experiments": by_role(EXPERIMENT, summary.experiments, MATCHER),
        "domains": by_role(DOMAIN, summary.domains, MATCHER),
        "contrasts": [document(contrast, row) for row in scores.contrasts],
        "telling_apart": [document(TELLING_APART, row) for row in summary.telling_apart],
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


def known_cost(cost: Cost | None) -> float | None:
    """What the calls of a run cost; None where that is not known of all of them."""
    return None if cost is None or cost.unpriced else float(cost.now)


def cost_document(cost: Cost) -> Json:
    """What a run cost, with all that it is made of."""
    return {
        "now_usd": float(cost.now),
        "earlier_usd": float(cost.earlier),
        "elsewhere_usd": float(cost.elsewhere),
        "ceiling_usd": None if cost.ceiling is None else float(cost.ceiling),
        "ceiling_reached": cost.reached,
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "replies_without_tokens": cost.unmeasured,
        "without_price": list(cost.unpriced),
        "prices": [
            {
                "model": price.name,
                "input_usd": float(price.input),
                "output_usd": float(price.output),
                "date": str(price.date),
                "source": price.source,
            }
            for price in cost.prices
        ],
    }


def number(value: Fraction | None) -> float | None:
    """An exact value as a JSON number."""
    return None if value is None else float(value)
