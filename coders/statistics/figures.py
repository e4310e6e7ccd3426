"""Every coefficient from sums, one figure a replicate: what the ratings and their replicates share.

The point estimate and its bootstrap run through the same lines, so that they cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from coders.statistics import kappas
from coders.statistics.coefficient import DEFINITIONS, Base
from coders.statistics.correlations import correlations, kendall, mean_squares, spearman
from coders.statistics.kappas import (
    Corrected,
    PairTables,
    alpha,
    interval_alpha,
    mean_over_pairs,
    ratio,
)
from coders.statistics.ratings import Floats
from coders.statistics.tallies import Sums
from coders.statistics.weights import Frame
from coders.statistics.within_cells import alpha_within

PAIR_FIGURES = {
    name: replace(DEFINITIONS[name], base=Base.BOTH)
    for name in (
        "percent_agreement",
        "percent_within_1",
        "cohen_kappa",
        "cohen_kappa_linear",
        "cohen_kappa_quadratic",
        "spearman_mean",
    )
}
"""What is given for each pair of coders."""

PERCENT_WEIGHTS = {"percent_agreement": "", "percent_within_1": "within_1"}
"""Which weights what is not corrected for chance is under."""

COHEN_WEIGHTS = {
    "cohen_kappa": "",
    "cohen_kappa_linear": "linear",
    "cohen_kappa_quadratic": "quadratic",
}
"""Which weights each of Cohen's kappas is under."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Figures by name. `overall` and `within` are (replicates,), `pairs` (pairs, replicates),
    `specific` and `against_rest` (categories, replicates): specific agreement, and Fleiss' kappa of
    one category against all others. `expected` is the agreement by chance of some of `overall`.
    """

    overall: dict[str, Floats]
    expected: dict[str, Floats]
    pairs: dict[str, Floats]
    within: dict[str, Floats]
    specific: Floats
    against_rest: Floats


def joined(parts: Sequence[Figures]) -> Figures:
    """The figures of all parts, one after the other along the last axis; none if there are none."""
    if not parts:
        nothing = np.empty((0, 0))
        return Figures({}, {}, {}, {}, nothing, nothing)

    def whole(name: str) -> dict[str, Floats]:
        first: dict[str, Floats] = getattr(parts[0], name)
        return {
            key: np.concatenate([getattr(one, name)[key] for one in parts], -1) for key in first
        }

    return Figures(
        **{one.name: whole(one.name) for one in fields(Figures)[:4]},
        specific=np.concatenate([one.specific for one in parts], axis=-1),
        against_rest=np.concatenate([one.against_rest for one in parts], axis=-1),
    )


def figures(sums: Sums, fixed: Frame, *, corrected: bool = True) -> Figures:
    """Every figure that the frame allows; NaN where one is undefined. Not `corrected`: none that is
    corrected for chance, but those of single categories.
    """
    if not sums.layout.tables:
        nothing = np.empty((0, sums.rated.size))
        numeric = "interval" in fixed.metrics
        return Figures(_of_values(sums) if numeric else {}, {}, {}, {}, nothing, nothing)
    plain, use = fixed.weights[""], kappas.use_of_categories(sums)
    seen = {name: kappas.observed(sums, weights) for name, weights in fixed.weights.items()}
    percents = {name: one for name, one in PERCENT_WEIGHTS.items() if one in fixed.weights}
    overall = {name: seen[one] for name, one in percents.items()}
    tables = PairTables(sums.pairs)
    pairs = {name: tables.agreeing(fixed.weights[one]) for name, one in percents.items()}
    if not corrected:
        return Figures(overall, {}, pairs, {}, _specific(sums), _against_rest(sums, use))
    expected = {
        name: kappas.chance_of_shares(use, fixed.weights[one]) for name, one in percents.items()
    }

    def keep(name: str, found: Corrected) -> None:
        overall[name], expected[name] = found.value, found.expected

    # For two coders Fleiss' kappa is Scott's pi, and of more it is what that becomes.
    fleiss = kappas.beyond_chance(seen[""], expected["percent_agreement"])
    keep("scott_pi", fleiss)
    keep("fleiss_kappa", fleiss)
    keep("brennan_prediger", kappas.brennan_prediger(seen[""], plain))
    keep("gwet_ac1", kappas.gwet(seen[""], use, plain))
    if fixed.coders > 1:
        keep("conger_kappa", kappas.conger(seen[""], sums, plain))
    if "within_1" in fixed.weights:
        for name in ("linear", "quadratic"):
            keep(f"gwet_ac2_{name}", kappas.gwet(seen[name], use, fixed.weights[name]))
        overall |= _of_values(sums)
    metrics = fixed.metrics_of(sums.coincidences)
    for name, metric in metrics.items():
        if name != "interval":
            overall[f"krippendorff_alpha_{name}"] = alpha(sums.coincidences, metric)
    if sums.layout.pairs:
        cohens = {
            name: tables.cohen(fixed.weights[one])
            for name, one in COHEN_WEIGHTS.items()
            if one in fixed.weights
        }
        pairs |= {name: one.value for name, one in cohens.items()}
        if len(sums.layout.pairs) == 1:
            # Of a mean over pairs there is no one agreement by chance.
            expected |= {name: one.expected[0] for name, one in cohens.items()}
        if "within_1" in fixed.weights:
            pairs["spearman_mean"] = spearman(sums.pairs)
        for name in pairs.keys() - percents.keys():
            overall[name] = mean_over_pairs(pairs[name], tables.n, fixed.averaged)
        overall["light_kappa"] = overall["cohen_kappa"]
    if "spearman_mean" in overall:
        overall["kendall_w"] = kendall(sums.complete_pairs, fixed.coders)
    within = {}
    if sums.layout.cells:
        for name, metric in metrics.items():
            within[f"krippendorff_alpha_{name}"] = alpha_within(sums, metric)
    return Figures(overall, expected, pairs, within, _specific(sums), _against_rest(sums, use))


def _of_values(sums: Sums) -> dict[str, Floats]:
    """The figures that need values alone, however many there are."""
    found = correlations(mean_squares(sums))
    found["krippendorff_alpha_interval"] = interval_alpha(sums.spreads)
    return found


def _specific(sums: Sums) -> Floats:
    """Of the ratings in a category, how many of the others of that item are in it, too.

    Ordered pairs of ratings that are both in the category over those with the first in it. Each
    item counts by its ratings (coincidences), as one with more ratings says more.
    """
    both = np.einsum("kkb->kb", sums.coincidences)
    return ratio(both, sums.coincidences.sum(axis=1))


def _against_rest(sums: Sums, use: Floats) -> Floats:
    """Fleiss' kappa for one category against all others (Fleiss 1971, equation 23)."""
    split = sums.agreement.sum(axis=1) - np.einsum("kkb->kb", sums.agreement)
    return 1 - ratio(ratio(split, sums.pairable), use * (1 - use))
