"""Comparisons as one JSON document, for whoever scripts them. Keys may be added, none renamed.

A p value that nobody declared is null here, and so is one that cannot be given; `untested` then
says why.
"""

from __future__ import annotations

from renderers.comparison_rows import (
    Comparison,
    Comparisons,
    FamiliarCell,
    FamiliarEffect,
    Family,
    PValue,
    Side,
)
from runners.analysis.document import Json, number

T_METHOD = "t over experiments"


def comparison_document(found: Comparisons) -> Json:
    """What `devrun compare --json` prints; null where something is not known."""
    return {
        "study": found.study,
        "simulated": found.simulated,
        "role": found.role,
        "provisional": found.provisional,
        "alpha": found.alpha,
        "families": [_family(one) for one in found.families],
        "comparisons": [_comparison(one) for one in found.comparisons],
        "familiar_words": [_familiar(one) for one in found.familiar],
        "familiar_words_over_experiments": [_effect(one) for one in found.familiar_effects],
        "notes": list(found.notes),
    }


def _family(one: Family) -> Json:
    return {
        "family": one.name,
        "declared": list(one.declared),
        "source": one.source,
        "simulated": one.simulated,
        "tested": one.tested,
    }


def _comparison(row: Comparison) -> Json:
    return {
        "kind": row.kind.value,
        "scope": row.scope.value,
        "experiment": row.experiment or None,
        "domain": row.domain or None,
        "condition": row.condition,
        "levels": dict(row.levels),
        "factor": row.factor or None,
        "wording": row.wording,
        "model": row.model or None,
        "simulated": row.simulated,
        "first": _side(row.first),
        "second": _side(row.second),
        "n_pairs": row.pairs,
        "n_experiments": row.n_experiments,
        "difference": number(row.difference),
        "ci95": _ends(row.ci95),
        "ci_method": row.ci_method,
        "share_difference": number(row.share_difference),
        "share_ci95": _ends(row.share_ci95),
        "t_over_experiments": _over(row.t95),
        **_test(row.test),
        "family": row.family or None,
        "exploratory": row.exploratory,
        "expected": row.expected or None,
        "untested": row.untested or None,
    }


def _side(side: Side) -> Json:
    return {
        "label": side.label,
        "n": side.n,
        "lrs_mean": number(side.lrs),
        "share_mean": number(side.share),
    }


def _test(test: PValue | None) -> Json:
    return {
        "p": None if test is None else test.p,
        "p_smallest": None if test is None else test.smallest,
        "p_holm": None if test is None else test.holm,
        "p_method": None if test is None else test.method,
        "p_n": None if test is None else test.n,
        "p_ties": None if test is None else test.ties,
    }


def _familiar(cell: FamiliarCell) -> Json:
    return {
        "experiment": cell.experiment,
        "domain": cell.domain or None,
        "condition": cell.condition,
        "levels": dict(cell.levels),
        "model": cell.model,
        "simulated": cell.simulated,
        "addition": cell.addition,
        "n_original": cell.n_original,
        "n_texts_original": cell.n_texts,
        "n_permuted": len(cell.draws),
        "original_lrs": float(cell.original),
        "permuted_lrs": float(cell.permuted),
        "permuted_draws": [float(one) for one in cell.draws.values()],
        "difference": float(cell.difference),
        "share_difference": number(cell.share_difference),
        "log_odds_difference": cell.log_odds_difference,
        "rank": float(cell.rank),
        "above": cell.above,
        "below": cell.below,
        "ties": cell.ties,
        "least_p": float(cell.least_p),
    }


def _effect(effect: FamiliarEffect) -> Json:
    return {
        "model": effect.model,
        "simulated": effect.simulated,
        "measure": effect.measure.value,
        "n_experiments": effect.n,
        "mean": effect.mean,
        "ci95": None if effect.t95 is None else [effect.t95[0], effect.t95[1]],
        "df": None if effect.t95 is None else effect.t95[2],
        "ci_method": None if effect.t95 is None else T_METHOD,
        "by_experiment": dict(effect.by_experiment),
        **_test(effect.test),
        "family": effect.family or None,
        "exploratory": not effect.family,
        "untested": effect.untested or None,
    }


def _over(t95: tuple[float, float, int] | None) -> Json | None:
    if t95 is None:
        return None
    return {"method": T_METHOD, "ci95": [t95[0], t95[1]], "df": t95[2]}


def _ends(ends: tuple[float, float] | None) -> list[float] | None:
    return None if ends is None else list(ends)
