"""How often each cluster is drawn in each replicate of a bootstrap.

Every stratum draws from a stream of its own, one replicate after the other. So what is drawn hangs
neither on how many replicates are held at a time nor on what else is computed, and the
figures of one experiment are made of the same draws whatever is compared within it. One stream for
all strata was rejected: its draws changed with the memory that was allowed.

Most parts of a study's page have the same clusters, and what was drawn of these is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from coders.statistics.ratings import Ints

_MOST_KEPT = 4_000_000
"""Clusters x replicates of a stratum that are remembered, 4 MB; of more nothing is."""

_AT_ONCE = 1_000_000
"""Draws that are made at a time, 8 MB."""

Drawn = NDArray[np.uint8]


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
    for parts in zip(*streams, strict=True):
        weights = np.empty((counts.size, parts[0].shape[1]), dtype=np.float32)
        for types, part in zip(members, parts, strict=True):
            weights[types] = part
        yield weights


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
