"""By how much each coder gives more than the others, on the items that they share.

Where coders judged different items, the plain mean of a group of items has in it who judged them.
An additive model (item + coder) takes the coders' part out, by least squares. It was preferred to a
model with coders as a sample: two or three people who were chosen are no sample of coders.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

METHOD = "additive model of item and coder, least squares, coders' effects summing to 0"
ONE_CODER = "fewer than two coders"
ALL_BY_ALL = "every coder judged every trial"
NOT_TIED = "the coders fall into groups that judged nothing in common"
ALIKE = "the coders do not differ on what they share"


@dataclass(frozen=True, slots=True)
class CoderEffects:
    """The effect of each coder, in the order of the columns; None where there is nothing to adjust
    or no way to, and then `reason` says why. `shared` counts the items with two coders or more.
    """

    effects: tuple[float, ...] | None
    shared: int
    reason: str = ""


def coder_effects(ratings: NDArray[np.float64]) -> CoderEffects:
    """By how much each coder gives more than the average coder would on the same items.

    Parameters
    ----------
    ratings : array, items x coders
        What each coder gave each item; nan where nothing.

    Notes
    -----
    The model is y = item + coder. Items are swept out: of each item judged by the coders S, least
    squares needs the deviations from its own mean alone. That leaves one equation a coder,

        sum over items of S (e_c - mean of e over S) = sum over items of S (y_c - mean of y over S),

    whose matrix is the Laplacian of the graph in which coders are tied by shared items. Its
    solution is unique but for a constant where that graph is connected; effects that sum to 0 are
    the solution of least norm. An item's mean less the mean effect of its coders is then what the
    average of all coders would have given it (the population marginal mean of [1]_). A rating has
    ends, and effects add up to values beyond these; nothing is cut.

    Ratings of items with one coder have no part in the effects.

    References
    ----------
    .. [1] Searle, S. R., Speed, F. M., & Milliken, G. A. (1980). Population marginal means in the
       linear model: An alternative to least squares means. The American Statistician, 34(4),
       216-221. https://doi.org/10.1080/00031305.1980.10483031
    """
    given = ~np.isnan(ratings)
    judged = given[given.any(axis=1)]
    shared = given.sum(axis=1) > 1
    n = int(shared.sum())
    if ratings.shape[1] < 2 or not given.any(axis=0).all():
        return CoderEffects(None, n, ONE_CODER)
    if judged.all():
        return CoderEffects(None, n, ALL_BY_ALL)
    there = given[shared].astype(np.float64)
    values = np.where(given[shared], ratings[shared], 0.0)
    count = there.sum(axis=1, keepdims=True)
    ties = there.T @ (there / count)
    # Whom each coder is tied to by so many steps as there are coders: by all of them.
    if not np.linalg.matrix_power(ties > 0, len(ties)).all():
        return CoderEffects(None, n, NOT_TIED)
    laplacian = np.diag(there.sum(axis=0)) - ties
    apart = (there * (values - values.sum(axis=1, keepdims=True) / count)).sum(axis=0)
    effects = np.linalg.lstsq(laplacian, apart, rcond=None)[0]
    if np.allclose(effects, 0, atol=1e-9):
        return CoderEffects(None, n, ALIKE)
    return CoderEffects(tuple(float(one) for one in effects), n)
