"""Figures of agreement as `--json` has them, for a table and for a study alike.

`value`, `ci95` and `reason` are what the settled document promises; everything else is added. The
analysis floor knows no JSON, so the words are chosen here.
"""

from __future__ import annotations

from collections.abc import Iterable

from coders.statistics.agreement import Agreement, CategoryAgreement, PairAgreement
from coders.statistics.coefficient import Coefficient


def agreement_document(found: Agreement) -> dict[str, object]:
    """Everything about the agreement of some ratings; see architecture, section 8.

    `specific_agreement` is one figure for each category, so its own value is null and the figures
    stand under `by_category`.
    """
    coefficients = named(found.coefficients)
    coefficients["specific_agreement"] = {
        "value": None,
        "ci95": None,
        "reason": "one figure per category: see by_category",
        "by_category": {one.label: coefficient(one.specific) for one in found.categories},
    }
    within = {one.name: coefficient(one) for one in found.within_cell} or None
    return {
        "items": found.items,
        "coders": list(found.coders),
        "idle_coders": list(found.idle),
        "missing": found.missing,
        "items_with_two_ratings": found.pairable,
        "items_with_all_ratings": found.complete,
        "level": found.level.value,
        "categories": list(found.labels),
        "clusters": found.clusters,
        "bootstrap": {"replicates": found.replicates, "seed": found.seed},
        "coefficients": coefficients,
        "pairs": [_pair(one) for one in found.pairs],
        "by_category": [_category(one) for one in found.categories],
        "within_cell": within,
        "cells": found.cells,
        "baseline_cell_only": named(found.baseline_cell_only) or None,
        "confusion": _rows(found.confusion),
        "prevalence_index": found.prevalence,
        "bias_index": found.bias,
    }


def named(found: Iterable[Coefficient]) -> dict[str, dict[str, object]]:
    """Coefficients by name."""
    return {one.name: coefficient(one) for one in found}


def coefficient(found: Coefficient) -> dict[str, object]:
    """One coefficient with how it was made and what it rests on."""
    return {
        "value": found.value,
        "ci95": None if found.ci95 is None else list(found.ci95),
        "reason": found.reason,
        "n_items": found.n_items,
        "method": found.method,
        "ci_method": found.ci_method,
        "ci_reason": found.ci_reason,
        "expected": found.expected,
        "undefined_replicates": found.undefined_replicates,
    }


def _pair(found: PairAgreement) -> dict[str, object]:
    return {
        "coders": list(found.coders),
        "n": found.n,
        "coefficients": named(found.coefficients),
        "confusion": _rows(found.confusion),
    }


def _rows(table: tuple[tuple[int, ...], ...] | None) -> list[list[int]] | None:
    return None if table is None else [list(row) for row in table]


def _category(found: CategoryAgreement) -> dict[str, object]:
    return {
        "category": found.label,
        "ratings": found.n,
        "specific_agreement": coefficient(found.specific),
        "kappa_against_rest": coefficient(found.against_rest),
    }
