"""A run as one JSON document, for whoever scripts it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from coders.statistics.intervals import PSEUDO_DRAW

if TYPE_CHECKING:
    from renderers.run_table import CellRow, ContrastRow
    from renderers.summary_rows import Summary, SummaryCell
    from runners.engine.outcome import Cost, RunOutcome

Json = dict[str, object]

MATCHER = "matcher (provisional)"
"""Whose marks a run is scored by."""


def run_document(
    outcome: RunOutcome,
    cells: Sequence[CellRow],
    contrasts: Sequence[ContrastRow],
    summary: Summary,
    *,
    store: str,
    simulated: bool,
    replayed: bool = False,
) -> Json:
    """What `devrun ... --json` prints. Keys may be added, none renamed; null where unknown."""
    from runners.results.score_document import (
        domain_document,
        experiment_document,
        telling_document,
    )

    trials, calls = outcome.trials, outcome.calls
    beside = {(one.experiment, one.levels, one.wording, one.model): one for one in summary.cells}
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
        "cells": [
            _cell(row, beside[row.experiment, row.levels, row.wording, row.model]) for row in cells
        ],
        "experiments": [experiment_document(row, MATCHER) for row in summary.experiments],
        "domains": [domain_document(row, MATCHER) for row in summary.domains],
        "contrasts": [_contrast(row) for row in contrasts],
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


def _cell(row: CellRow, beside: SummaryCell) -> Json:
    return {
        "experiment": row.experiment,
        "condition": row.condition,
        "levels": dict(row.levels),
        "wording": row.wording,
        "model": row.model,
        "simulated": row.simulated,
        "domain": beside.domain or None,
        "addition": beside.addition,
        "n": row.n,
        "trials": row.trials,
        "n_texts": row.n_texts,
        "gate_failures": row.gate_failures,
        "no_answer": row.no_answer,
        "technical": row.technical,
        "lost_replies": dict(sorted(row.lost.items())),
        "provisional_lrs": number(row.provisional_lrs),
        "ci95": None if beside.lrs.ci95 is None else list(beside.lrs.ci95),
        "ci_method": None if beside.lrs.ci95 is None else PSEUDO_DRAW,
        "lrs_linear": number(row.lrs_linear),
        "share": number(row.share),
        "own_share": number(row.own_share),
        "twin_share": number(row.twin_share),
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
