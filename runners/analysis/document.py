"""A run as one JSON document, for whoever scripts it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.statistics.intervals import PSEUDO_DRAW

if TYPE_CHECKING:
    from renderers.score_rows import CellScore, ContrastScore, StudyScores
    from renderers.summary_rows import Summary
    from runners.engine.outcome import Cost, RunOutcome

Json = dict[str, object]

MATCHER = "matcher (provisional)"
"""Whose marks a run is scored by."""


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
    from runners.analysis.score_document import (
        domain_document,
        experiment_document,
        telling_document,
    )

    trials, calls = outcome.trials, outcome.calls
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
        "cells": [_cell(cell) for cell in scores.cells],
        "experiments": [experiment_document(row, MATCHER) for row in summary.experiments],
        "domains": [domain_document(row, MATCHER) for row in summary.domains],
        "contrasts": [_contrast(row) for row in scores.contrasts],
        "telling_apart": [telling_document(row) for row in summary.telling_apart],
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


def _cell(cell: CellScore) -> Json:
    status = Counter(cell.statuses)
    return {
        "experiment": cell.experiment,
        "condition": cell.condition,
        "levels": dict(cell.levels),
        "wording": cell.wording,
        "model": cell.model,
        "simulated": cell.simulated,
        "domain": cell.domain or None,
        "addition": cell.addition,
        "n": cell.draws,
        "trials": cell.trials,
        "n_texts": cell.n_texts,
        "gate_failures": status["gate_failed"],
        "no_answer": status["no_answer"] + status["off_task"],
        "technical": cell.technical,
        "lost_replies": dict(sorted(cell.lost.items())),
        "provisional_lrs": number(cell.lrs.mean),
        "ci95": None if cell.lrs.ci95 is None else list(cell.lrs.ci95),
        "ci_method": None if cell.lrs.ci95 is None else PSEUDO_DRAW,
        "lrs_linear": number(cell.linear.mean),
        "share": number(cell.share.mean),
        "own_share": number(cell.own_share.mean if cell.told_again else None),
        "twin_share": number(cell.twin_share.mean),
        "chance_lrs": number(cell.chance),
        "needs_human": cell.needs_human,
        "reference": None
        if cell.reference is None
        else {"who": cell.reference[0], "lrs": float(cell.reference[1])},
    }


def _contrast(row: ContrastScore) -> Json:
    return {
        "experiment": row.experiment,
        "contrast": row.contrast,
        "condition": row.condition,
        "model": row.model,
        "simulated": row.simulated,
        "wording": row.wording,
        "n": row.n,
        # Whole draws, unless samples of one draw differ.
        "passed": int(row.passed) if row.passed.denominator == 1 else float(row.passed),
        "undecided": row.undecided,
        "chance": number(row.chance),
    }
