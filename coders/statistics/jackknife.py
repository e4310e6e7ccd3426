"""The jackknife interval of a coefficient of agreement, for ten items as for hundreds.

The paper rated ten runs of a condition. There the formulas for large samples, and the bootstrap,
are too short: of ten items that two coders rate from 0 to 5 their 95% intervals of a quadratic
kappa hold the true value in as few as 58% of studies, and if the coders agree on all ten there is
no interval at all. Each cluster is left out once, and four pseudo-values at the end of the scale
keep a limit open, as two hits and two misses do for a share (Agresti & Coull, 1998, cited in
`intervals.py`). benchmarks/rating_kappas.py has how often these intervals are right.

Clusters of all strata are taken together. If strata differ in how far coders agree, an interval is
so much the wider.

References
----------
Fleiss, J. L., & Davies, M. (1982). Jackknifing functions of multinomial frequencies, with an
application to a measure of concordance. American Journal of Epidemiology, 115, 841-845.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from coders.statistics.bootstrap import ENTRIES, too_few
from coders.statistics.coefficient import DEFINITIONS, Coefficient
from coders.statistics.figures import Figures, figures, joined
from coders.statistics.intervals import Interval, pseudo_draw_limits
from coders.statistics.ratings import Floats, Ints
from coders.statistics.tallies import Sums, Tallies
from coders.statistics.weights import Frame

PSEUDO = 4
"""Pseudo-values at that end of the scale to which a limit belongs."""

JACKKNIFE = f"jackknife; t of each limit with {PSEUDO} pseudo-values at its end of the scale"


def left_out(tallies: Tallies, fixed: Frame) -> Figures:
    """The figures without a cluster of each type, types along the last axis."""
    return joined([figures(sums, fixed) for sums in _sums_without(tallies)])


def _sums_without(tallies: Tallies) -> Iterator[Sums]:
    types = tallies.counts.size
    width = max(1, ENTRIES // max(1, tallies.layout.rows, types))
    for start in range(0, types, width):
        here = np.arange(start, min(types, start + width))
        weights = np.repeat(tallies.counts[:, None], here.size, axis=1)
        weights[here, here - start] -= 1
        yield tallies.sums(weights)


def jackknifed(found: Coefficient, without: Floats | None, counts: Ints) -> Coefficient:
    """A coefficient that has a value with its interval, or with the reason why there is none.

    `without` is what it is without a cluster of each type, of which there are `counts`.
    """
    few = too_few(int(counts.sum()))
    if few is not None or without is None or found.value is None:
        return replace(found, ci_reason=few or "too many categories")
    definition = DEFINITIONS.get(found.name)
    weighted = definition is not None and definition.ordered and definition.corrected
    one = jackknife(found.value, without, counts, low=-1.0 if weighted else 0.0)
    if one is None:
        return replace(found, ci_reason="undefined without one of the items")
    return replace(found, ci95=(one.low, one.high), ci_method=one.method)


def jackknife(value: float, without: Floats, counts: Ints, *, low: float) -> Interval | None:
    """The 95% interval of a coefficient that is at most 1.

    Parameters
    ----------
    value : float
        Of all clusters.
    without : array, shape (types,)
        What the coefficient is without a cluster of each type.
    counts : array of int, shape (types,)
        How many clusters are of each type, two or more in all.
    low : float
        Where the pseudo-values of the lower limit lie: 0 if agreement below chance is implausible,
        -1 for a coefficient with weights, of which a few large differences decide.

    Returns
    -------
    Interval or None
        It holds the value. None if the coefficient is undefined without some cluster.

    Examples
    --------
    Ten items on which coders agree:

    >>> found = jackknife(1.0, np.ones(1), np.array([10]), low=0.0)
    >>> round(found.low, 2), found.high
    (0.43, 1.0)
    """
    if np.isnan(without).any():
        return None
    n = int(counts.sum())
    pseudo = np.repeat(n * value - (n - 1) * without, counts)
    lower, _ = pseudo_draw_limits(pseudo, low=low, high=low, pseudo=PSEUDO, cut=False)
    _, upper = pseudo_draw_limits(pseudo, low=1.0, high=1.0, pseudo=PSEUDO, cut=False)
    return Interval(
        min(value, max(-1.0, float(lower))), max(value, min(1.0, float(upper))), JACKKNIFE
    )
