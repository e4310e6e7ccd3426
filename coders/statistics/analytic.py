"""Intervals from formulas, where there are any, for items that are independent of each other.

Percent agreement of two coders: Wilson. Cohen's kappa of two coders: Fleiss, Cohen and Everitt.
Percent agreement of more coders, Scott, Fleiss, Brennan-Prediger and Gwet: Gwet's linearised
variance with t. ICC: see `correlations.py`. None of them knows of clusters, and so none is used
where several items belong to one draw; for the other coefficients there is the bootstrap.

References
----------
Fleiss, J. L., Cohen, J., & Everitt, B. S. (1969). Large sample standard errors of kappa and
weighted kappa. Psychological Bulletin, 72, 323-327. https://doi.org/10.1037/h0028106
Gwet, K. L. (2008), as in `kappas.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

import numpy as np

from coders.statistics import correlations
from coders.statistics.figures import COHEN_WEIGHTS, Figures
from coders.statistics.intervals import Interval, wilson
from coders.statistics.kappas import TINY
from coders.statistics.ratings import Floats, Ratings
from coders.statistics.tallies import Sums
from coders.statistics.weights import Frame

_Z = NormalDist().inv_cdf(0.975)

WILSON = "Wilson"
COHEN = "Fleiss, Cohen & Everitt"
GWET = "t, Gwet (2008)"


def formulas(ratings: Ratings, sums: Sums, fixed: Frame, found: Figures) -> dict[str, Interval]:
    """The intervals by name of coefficient, for sums of the ratings themselves.

    A name is missing where there is no formula, or none that says anything on these ratings (all
    items alike). Limits are cut to what the coefficient can be.
    """
    values = {name: float(value[0]) for name, value in found.overall.items()}
    made = {
        name: Interval(low, min(1.0, high), correlations.F_DISTRIBUTION)
        for name, (low, high) in correlations.intervals(correlations.mean_squares(sums)).items()
        # Of a few items that agree less than by chance the approximate limits of an absolute
        # agreement can miss the estimate itself.
        if ratings.values is not None and low <= values[name] <= high
    }
    two = len(ratings.coders) == 2
    by_weights = {"percent_agreement": "", "percent_within_1": "within_1"}
    by_weights |= {"scott_pi": "", "fleiss_kappa": "", "brennan_prediger": "", "gwet_ac1": ""}
    by_weights |= {"gwet_ac2_linear": "linear", "gwet_ac2_quadratic": "quadratic"}
    items = _Items.of(ratings)
    for name, weights in by_weights.items():
        if weights not in fixed.weights or np.isnan(values[name]):
            continue
        if two and name.startswith("percent"):
            limits = _wilson(values[name], float(sums.pairable[0]))
        else:
            chance = float(found.expected[name][0])
            limits = _linearised(name, items, fixed.weights[weights], values[name], chance)
        if limits is not None:
            made[name] = limits
    if two and sums.layout.pairs:
        table = sums.pairs[0, :, :, 0]
        for name, weights in COHEN_WEIGHTS.items():
            limits = _cohen(table, fixed.weights[weights]) if weights in fixed.weights else None
            if limits is not None:
                made[name] = limits
        if "cohen_kappa" in made:
            made["light_kappa"] = made["cohen_kappa"]
    return made


def cohen_error(table: Floats, weights: Floats) -> float | None:
    """The standard error of (weighted) kappa from a table of two coders; None if undefined."""
    n = float(table.sum())
    if n < TINY:
        return None
    p = table / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    seen, chance = float((weights * p).sum()), float(rows @ weights @ columns)
    if 1 - chance < TINY:
        return None
    kappa = (seen - chance) / (1 - chance)
    mean = np.add.outer(weights @ columns, rows @ weights)
    spread = float((p * (weights - mean * (1 - kappa)) ** 2).sum())
    variance = spread - (kappa - chance * (1 - kappa)) ** 2
    return sqrt(max(0.0, variance) / n) / (1 - chance)


def _cohen(table: Floats, weights: Floats) -> Interval | None:
    error = cohen_error(table, weights)
    if error is None or error < 1e-9:
        return None
    p = table / table.sum()
    chance = float(p.sum(axis=1) @ weights @ p.sum(axis=0))
    kappa = (float((weights * p).sum()) - chance) / (1 - chance)
    return Interval(max(-1.0, kappa - _Z * error), min(1.0, kappa + _Z * error), COHEN)


def _wilson(share: float, n: float) -> Interval | None:
    found = wilson(round(share * n), round(n))
    return None if found is None else Interval(found.low, found.high, WILSON)


@dataclass(frozen=True, slots=True, eq=False)
class _Items:
    """Items with the same ratings together: raters per category, raters, how many such items."""

    chosen: Floats
    raters: Floats
    times: Floats

    @staticmethod
    def of(ratings: Ratings) -> _Items:
        kinds = replace(ratings, cells=None).rows(ratings.raters > 0).patterns()[0]
        k = len(ratings.labels)
        chosen = np.stack([(kinds.codes == place).sum(axis=1) for place in range(k)], axis=1)
        return _Items(
            chosen.astype(np.float64),
            chosen.sum(axis=1).astype(np.float64),
            kinds.frequencies.astype(np.float64),
        )


def _linearised(
    name: str, items: _Items, weights: Floats, value: float, chance: float
) -> Interval | None:
    """What each item adds to the coefficient, to first order; their spread is its variance."""
    from scipy.special import stdtrit

    n, two = float(items.times.sum()), items.raters > 1
    pairable = float(items.times[two].sum())
    if n < 2 or pairable < 1:
        return None
    percent = name.startswith("percent")
    chance = 0.0 if percent else chance
    if 1 - chance < TINY:
        return None
    ordered = np.where(two, items.raters * (items.raters - 1), 1.0)
    agreeing = (items.chosen * (items.chosen @ weights - 1)).sum(axis=1) / ordered
    own = np.where(two, agreeing - chance, 0.0) * (n / pairable) / (1 - chance)
    if not percent and name != "brennan_prediger":
        share = items.chosen / items.raters[:, None]
        use = (items.times @ share) / n
        if name.startswith("gwet"):
            k = weights.shape[0]
            by_item = weights.sum() / (k * (k - 1)) * (share @ (1 - use))
        else:
            by_item = share @ (weights @ use)
        own = own - 2 * (1 - value) * (by_item - chance) / (1 - chance)
    variance = float((items.times * (own - value) ** 2).sum()) / (n * (n - 1))
    if variance < 1e-18:
        return None
    half = float(stdtrit(n - 1, 0.975)) * sqrt(variance)
    # Where ratings are missing the coefficient itself can lie below -1.
    low = 0.0 if percent else min(-1.0, value)
    return Interval(max(low, value - half), min(1.0, value + half), GWET)
