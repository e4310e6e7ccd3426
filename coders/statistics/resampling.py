"""Intervals by resampling: the cluster bootstrap, and the jackknife for ratings.

Bootstrap: whole clusters are drawn again, within their stratum.

Samples of one draw, and conditions with the same words, are not independent; resampling
transcripts would take them for that and give intervals that are too short. A replicate in which a
coefficient is undefined is counted and reported, and too many of them leave no interval: dropping
them quietly keeps only the replicates in which coders happened to disagree.

Percentiles of few clusters are too narrow, as a normal interval with n for n - 1 would be; they are
expanded as t is wider than the normal. Bias-corrected intervals were left out: they need a pass
over the items for each cluster, and with few clusters are no better.

Every stratum draws from a stream of its own, one replicate after the other. So what is drawn hangs
neither on how many replicates are held at a time nor on what else is computed, and the
figures of one experiment are made of the same draws whatever is compared within it. One stream for
all strata was rejected: its draws changed with the memory that was allowed. Most parts of a study's
page have the same clusters, and what was drawn of these is remembered.

Jackknife, for ten items as for hundreds: the paper rated ten runs of a condition. There the
formulas for large samples, and the bootstrap, are too short: of ten items that two coders rate from
0 to 5 their 95% intervals of a quadratic kappa hold the true value in as few as 58% of studies, and
if the coders agree on all ten there is no interval at all. Each cluster is left out once, and four
pseudo-values at the end of the scale keep a limit open, as two hits and two misses do for a share
(Agresti & Coull, 1998, cited in `intervals.py`). benchmarks/rating_kappas.py has how often these
intervals are right.

Clusters of all strata are taken together. If strata differ in how far coders agree, an interval is
so much the wider.

References
----------
Hesterberg, T. C. (2015). What teachers should know about the bootstrap. The American Statistician,
69, 371-386 (the expanded percentile interval). https://doi.org/10.1080/00031305.2015.1089789
Field, C. A., & Welsh, A. H. (2007). Bootstrapping clustered data. Journal of the Royal Statistical
Society B, 69, 369-390. https://doi.org/10.1111/j.1467-9868.2007.00593.x
Fleiss, J. L., & Davies, M. (1982). Jackknifing functions of multinomial frequencies, with an
application to a measure of concordance. American Journal of Epidemiology, 115, 841-845.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from coders.statistics.coefficient import DEFINITIONS, Coefficient
from coders.statistics.figures import Figures, figures, joined
from coders.statistics.intervals import Interval, pseudo_draw_limits
from coders.statistics.ratings import Floats, Ints
from coders.statistics.tallies import Sums, Tallies
from coders.statistics.weights import Frame

FEWEST_CLUSTERS = 10
"""With fewer there is no interval."""

MOST_UNDEFINED = 0.05
"""Share of replicates that may be undefined."""

_ENTRIES = 500_000
"""Numbers held at a time, about 4 MB an array: larger ones are no faster."""

_MOST_KEPT = 4_000_000
"""Clusters x replicates of a stratum that are remembered, 4 MB; of more nothing is."""

_AT_ONCE = 1_000_000
"""Draws that are made at a time, 8 MB."""

PSEUDO = 4
"""Pseudo-values at that end of the scale to which a limit belongs."""

JACKKNIFE = f"jackknife; t of each limit with {PSEUDO} pseudo-values at its end of the scale"

Drawn = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class BootstrapInterval:
    """An interval from replicates, or the reason why there is none."""

    ci95: tuple[float, float] | None
    reason: str | None
    undefined: int


@cache
def _tail(clusters: int) -> float:
    """What is cut off at each end: 2.5% for very many clusters, .9% for ten (Hesterberg 2015)."""
    from scipy.special import ndtr, stdtrit

    wide = sqrt(clusters / (clusters - 1)) * float(stdtrit(clusters - 1, 0.975))
    return float(ndtr(-wide))


def replicates(tallies: Tallies, count: int, seed: int) -> Iterator[Sums]:
    """The sums of `count` replicates, some at a time; the same for the same seed.

    Each holds as many clusters of every stratum as there are, drawn with replacement.
    """
    rows = max(1, tallies.layout.rows, tallies.counts.size)
    width = max(1, min(count, _ENTRIES // rows))
    for weights in drawn_weights(
        tallies.counts, tallies.strata, replicates=count, seed=seed, width=width
    ):
        yield tallies.sums(weights)


def resampled(
    tallies: Tallies, fixed: Frame, count: int, seed: int, *, corrected: bool = True
) -> Figures:
    """The figures of `count` replicates, replicates along the last axis; none if count is 0. Not
    `corrected`: none that is corrected for chance.
    """
    tallies = tallies if corrected else tallies.uncorrected()
    return joined(
        [figures(one, fixed, corrected=corrected) for one in replicates(tallies, count, seed)]
    )


def too_few(clusters: int) -> str | None:
    """Why so many clusters have no interval; None if they are enough."""
    if clusters >= FEWEST_CLUSTERS:
        return None
    what = "item or draw" if clusters == 1 else "items or draws"
    return f"only {clusters} {what} to resample, fewer than {FEWEST_CLUSTERS}"


def spread(values: Floats, clusters: int) -> BootstrapInterval:
    """The 95% expanded percentile interval of a coefficient's replicates, shape (replicates,)."""
    if few := too_few(clusters):
        return BootstrapInterval(None, few, 0)
    defined = values[~np.isnan(values)]
    lost = values.size - defined.size
    if not values.size:
        return BootstrapInterval(None, "no bootstrap was asked for", 0)
    if lost > MOST_UNDEFINED * values.size:
        return BootstrapInterval(
            None, f"undefined in {lost} of {values.size} bootstrap replicates", lost
        )
    tail, ranked = 100 * _tail(clusters), np.sort(defined)
    low, high = (_percentile(ranked, percent) for percent in (tail, 100 - tail))
    if high - low < 1e-9:
        return BootstrapInterval(None, "every bootstrap replicate gave the same figure", lost)
    return BootstrapInterval((low, high), None, lost)


def _percentile(ranked: Floats, percent: float) -> float:
    """A percentile of ascending values, to the last bit as by `numpy.percentile`, which takes
    several times as long for so few.
    """
    place = (ranked.size - 1) * (percent / 100)
    before = int(place)
    low, high = float(ranked[before]), float(ranked[min(before + 1, ranked.size - 1)])
    share = place - before
    return low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share)


def drawn_weights(
    counts: Ints, strata: Ints, *, replicates: int, seed: int, width: int
) -> Iterator[NDArray[np.float32]]:
    """Weights of shape (types, width), until there are as many as `replicates`.

    There are `counts` clusters of each type, which lies in the stratum that `strata` says; as many
    clusters of every stratum are drawn with replacement as there are. The same for the same seed.
    """
    members = [np.flatnonzero(strata == one) for one in np.unique(strata)]
    streams = [
        _stream(counts[types], replicates=replicates, seed=(seed, number), width=width)
        for number, types in enumerate(members)
    ]
    # Most types come stratum by stratum; to put rows elsewhere takes longer than to draw them.
    in_order = bool((strata[1:] >= strata[:-1]).all())
    places = np.argsort(np.argsort(strata, kind="stable"))
    for parts in zip(*streams, strict=True):
        weights = np.concatenate(parts, dtype=np.float32)
        yield weights if in_order else weights[places]


def _stream(
    counts: Ints, *, replicates: int, seed: tuple[int, int], width: int
) -> Iterator[NDArray[np.generic]]:
    """How often each type of one stratum is drawn, shape (types, width), some replicates a time."""
    clusters = int(counts.sum())
    if counts.size == clusters and clusters * replicates <= _MOST_KEPT:
        kept = _draw_counts(clusters, replicates, seed)
        for start in range(0, replicates, width):
            yield kept[:, start : start + width]
        return
    rng = np.random.default_rng(seed)
    for start in range(0, replicates, width):
        yield _drawn(rng, counts, min(width, replicates - start)).T


@lru_cache(maxsize=16)
def _draw_counts(clusters: int, replicates: int, seed: tuple[int, int]) -> Drawn:
    """How often each of so many clusters is drawn, shape (clusters, replicates)."""
    rng, found = np.random.default_rng(seed), np.empty((clusters, replicates), dtype=np.uint8)
    width = max(1, _AT_ONCE // clusters)
    for start in range(0, replicates, width):
        part = _drawn(rng, np.ones(clusters, dtype=np.int64), min(width, replicates - start))
        # One of thousands of clusters is drawn 256 times in a replicate of no lifetime; of fewer
        # than 256 clusters it cannot be.
        found[:, start : start + width] = part.T
    found.flags.writeable = False
    return found


def _drawn(rng: np.random.Generator, counts: Ints, width: int) -> Ints:
    """How often each type is drawn, shape (width, types)."""
    total = int(counts.sum())
    if counts.size * 4 < total:
        return rng.multinomial(total, counts / total, size=width)
    # One draw for each cluster is faster than one binomial draw for each of as many types.
    picked = rng.integers(0, total, size=(width, total))
    if counts.size != total:
        picked = np.searchsorted(np.cumsum(counts), picked, side="right")
    picked += np.arange(width)[:, None] * counts.size
    found = np.bincount(picked.ravel(), minlength=width * counts.size)
    return found.reshape(width, counts.size)


# ------------------------------------------------------------------- the jackknife


def left_out(tallies: Tallies, fixed: Frame) -> Figures:
    """The figures without a cluster of each type, types along the last axis."""
    return joined([figures(sums, fixed) for sums in _sums_without(tallies)])


def _sums_without(tallies: Tallies) -> Iterator[Sums]:
    types = tallies.counts.size
    width = max(1, _ENTRIES // max(1, tallies.layout.rows, types))
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
