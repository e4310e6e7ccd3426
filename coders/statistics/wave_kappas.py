"""Agreement and means wave by wave, with intervals over whole conversations.

What one participant says in one conversation hangs together: all items of all waves are answered by
the same profile on the same topic, and most answers stay as they were a wave before. Taking ratings
for independent gives intervals that are far too short, and conversations of one topic, or of one
profile, are a little alike, too. So each conversation is left out once, with all its waves, and
what this changes is summed by topic and by profile: the variance is that by topic and that by
profile less that by conversation, and not below the last (Cameron, Gelbach and Miller). Of more
conditions each adds what it is above that by conversation. A condition with two levels adds
nothing, since two tell too little of its variance.

A bootstrap of whole conversations held the true kappa of 120 conversations in 86 to 90% where 95%
were meant; one that draws topics and profiles again, each for itself, in 99 to 100%. Degrees of
freedom by the condition with the fewest levels, which are usual, were left out: intervals of four
topics would be 1.8 times as wide as they have to be. benchmarks/wave_intervals.py has how often
these intervals are right.

References
----------
Cameron, A. C., Gelbach, J. B., & Miller, D. L. (2011). Robust inference with multiway clustering.
Journal of Business & Economic Statistics, 29, 238-249. https://doi.org/10.1198/jbes.2010.07136
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, prod, sqrt

import numpy as np

from coders.statistics.analytic import cohen_error
from coders.statistics.kappas import TINY, cohen, ratio
from coders.statistics.ratings import Flags, Floats, Ints
from coders.statistics.weights import identity_weights

FEWEST_LEVELS = 3
"""Of a condition whose variance counts."""


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


def left_out(sums: Floats) -> Floats:
    """What conversations add, (conversations, ...), summed over all but each: (...,
    conversations).
    """
    found: Floats = sums.sum(axis=0)[..., None] - np.moveaxis(sums, 0, -1)
    return found


def interval(
    value: float, without: Floats, levels: Sequence[Sequence[str]], ends: tuple[float, float]
) -> tuple[float, float] | str:
    """The 95% interval of a figure, or the reason why it has none.

    Parameters
    ----------
    value : float
        The figure.
    without : array, shape (conversations,)
        What it is without each conversation.
    levels : sequence of sequence of str, shape (conversations, conditions)
        To which topic, profile and so on each belongs.
    ends : tuple of float
        The least and the most that the figure can be.
    """
    from scipy.special import stdtrit

    if np.isnan(without).any():
        return "undefined without one of the conversations"
    many = len(levels)
    each = (value - without) * (many - 1) / many
    own = (each @ each) * many / (many - 1)
    variance = own
    for condition in zip(*levels, strict=True):
        names, at = np.unique(condition, return_inverse=True)
        if names.size >= FEWEST_LEVELS:
            shared = np.bincount(at, each)
            variance += (shared @ shared) * names.size / (names.size - 1) - own
    half = float(stdtrit(many - 1, 0.975)) * sqrt(max(variance, own))
    if half < TINY:
        return "the same without any one of the conversations"
    return max(ends[0], value - half), min(ends[1], value + half)


def kappas(tables: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Kappa at each place, shape (places,), and without each conversation, (places,
    conversations); NaN where it is undefined. `tables` are of `pair_tables`, `weights` of shape
    (steps, steps).
    """
    whole = cohen(tables.sum(axis=0)[..., None], weights).value[:, 0]
    return whole, cohen(left_out(tables), weights).value


def means(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The same for means: `sums` and `counts` have shape (conversations, places)."""
    whole = ratio(sums.sum(axis=0), counts.sum(axis=0))
    return whole, ratio(left_out(sums), left_out(counts))


def variance_between(
    values: Floats, there: Flags, conversations: Ints, many: int
) -> tuple[Floats, Floats, Floats]:
    """The mean over rows of their variance, (1,), and without each conversation, (1,
    conversations); and how many values of each count, (conversations, 1).

    Parameters
    ----------
    values : array, shape (rows, columns)
        Such as ratings of an item of one topic and wave, a column for each profile.
    there : array of bool, shape (rows, columns)
        Which values there are; a row counts that has two.
    conversations : array of int, shape (rows, columns)
        Of which conversation each is.
    many : int
        How many conversations there are.
    """
    values = np.where(there, values, 0.0)
    variances, used = _spread(values, there), there.sum(axis=1) > 1
    total, rows = variances.sum(), used.sum()
    less, gone, n = np.zeros(many), np.zeros(many), np.zeros((many, 1))
    for column in range(there.shape[1]):
        here = used & there[:, column]
        left = there & (np.arange(there.shape[1]) != column)
        place = conversations[here, column]
        change = (_spread(np.where(left, values, 0.0), left) - variances)[here]
        less += np.bincount(place, change, many)
        gone += np.bincount(place, left[here].sum(axis=1) < 2, many)
        n[:, 0] += np.bincount(place, minlength=many)
    return ratio(total[None], rows[None]), ratio(total + less, rows - gone)[None], n


def _spread(values: Floats, there: Flags) -> Floats:
    """The variance in each row of the values that are there, the others being 0; 0 of fewer than
    two.
    """
    n = there.sum(axis=1)
    squares = (values**2).sum(axis=1) - values.sum(axis=1) ** 2 / np.maximum(n, 1)
    found: Floats = np.where(n > 1, squares / np.maximum(n - 1, 1), 0.0)
    return found


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
