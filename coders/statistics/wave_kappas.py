"""Agreement and means wave by wave, with intervals over whole conversations.

What one participant says in one conversation hangs together: all items of all waves are answered by
the same profile on the same topic, and most answers stay as they were a wave before. So a
conversation is what is drawn again, with all its waves; taking ratings for independent gives
intervals that are far too short. Conversations count as independent of each other, though
those of one profile, or of one topic, are a little alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, prod

import numpy as np

from coders.statistics.analytic import cohen_error
from coders.statistics.kappas import cohen, ratio
from coders.statistics.ratings import Floats, Ints
from coders.statistics.resampling import drawn_weights
from coders.statistics.weights import identity_weights

REPLICATES = 2000
BY_CONVERSATION = f"bootstrap of whole conversations, {REPLICATES:,} replicates, seed 1"


def pair_tables(pairs: Ints, *, shape: tuple[int, int, int], times: Floats | None = None) -> Floats:
    """How often the first rater gave one step and the second another.

    Parameters
    ----------
    pairs : array of int, shape (4, ratings)
        Conversation, place (such as a wave), and the two steps, all from 0.
    shape : tuple of int
        How many conversations, places and steps there are.
    times : array, shape (ratings,)
        How often each pair counts; left out, once.

    Returns
    -------
    array, shape (conversations, places, steps, steps)
    """
    whole = (*shape, shape[-1])
    flat = np.ravel_multi_index(tuple(pairs), whole)
    counted = np.bincount(flat, times, prod(whole))
    return counted.reshape(whole).astype(np.float64)


def redrawn(sums: Floats, seed: int = 1) -> Floats:
    """What each conversation adds, (conversations, ...), summed over conversations that are drawn
    again: (..., replicates). Calls with as many conversations draw the same ones, so that their
    replicates are paired.
    """
    many = sums.shape[0]
    if not many:
        return np.zeros((*sums.shape[1:], REPLICATES))
    ones, none = np.ones(many, dtype=np.int64), np.zeros(many, dtype=np.int64)
    weights = next(drawn_weights(ones, none, replicates=REPLICATES, seed=seed, width=REPLICATES))
    again: Floats = sums.reshape(many, -1).T @ weights.astype(np.float64)
    return again.reshape(*sums.shape[1:], REPLICATES)


def kappas(tables: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Kappa at each place, shape (places,), and of each replicate, (places, replicates); NaN where
    it is undefined. `tables` are of `pair_tables`, `weights` of shape (steps, steps).
    """
    whole = cohen(tables.sum(axis=0)[..., None], weights).value[:, 0]
    return whole, cohen(redrawn(tables), weights).value


def means(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The same for means: `sums` and `counts` have shape (conversations, places)."""
    whole = ratio(sums.sum(axis=0), counts.sum(axis=0))
    return whole, ratio(redrawn(sums), redrawn(counts))


def area(values: Floats, waves: Sequence[int]) -> Floats:
    """The mean height of a curve over its waves, by trapezia; `values` has shape (waves, ...). The
    figure itself where there is one wave.
    """
    if len(waves) == 1:
        return np.asarray(values[0])
    found = np.trapezoid(values, np.array(waves, dtype=np.float64), axis=0)
    return np.asarray(found / (waves[-1] - waves[0]))


def constant(table: Floats) -> tuple[int | None, int | None]:
    """The step that each of two raters always gave, None where they gave several; `table` has shape
    (steps, steps).
    """
    used = [np.flatnonzero(table.sum(axis=side)) for side in (1, 0)]
    first, second = (int(one[0]) if one.size == 1 else None for one in used)
    return first, second


def published_interval(kappa: float, n: int, steps: int = 5) -> tuple[float, float]:
    """About the 95% interval of an unweighted kappa of which only `n` is known.

    Notes
    -----
    Fleiss, Cohen and Everitt's (`analytic.py`) for n independent pairs of ratings, every step given
    equally often by both raters, and disagreements spread evenly. Ratings of one conversation
    depend on each other, so that the true one is wider.

    Examples
    --------
    >>> [round(end, 2) for end in published_interval(0.5, 60)]
    [0.35, 0.65]
    """
    same = (kappa * (1 - 1 / steps) + 1 / steps) / steps
    apart = (1 / steps - same) / (steps - 1)
    table = n * (np.full((steps, steps), apart) + np.eye(steps) * (same - apart))
    error = cohen_error(table, identity_weights(steps))
    half = 1.959964 * (nan if error is None else error)
    return max(-1.0, kappa - half), min(1.0, kappa + half)
