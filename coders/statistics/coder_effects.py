"""How coders differ: by how much each gives more than the others, and whether one changes.

Where coders judged different items, the plain mean of a group of items has in it who judged them.
An additive model (item + coder) takes the coders' part out, by least squares. It was preferred to a
model with coders as a sample: two or three people who were chosen are no sample of coders.

Drift is agreement and gold accuracy, block by block. Coders have the items in orders of their own,
so blocks are of one coder's order: the first fifty items that this coder judged, wherever the
others had them. A line fitted through the blocks was left out: drift is as often a step, after a
pause or a talk, as a slope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from coders.statistics.intervals import Interval, wilson
from coders.statistics.ratings import Ints, Ratings

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


FEWEST_PAIRS = 10
"""Ratings by others in a block; with fewer its agreement is not given."""


@dataclass(frozen=True, slots=True)
class DriftBlock:
    """The items that a coder judged `first` to `last`, counted from 1 in the coder's own order.

    `compared` counts the pairs of this coder's rating with another's on them, `agreement` is the
    share that are the same, None where too few. `gold` counts gold items among them and
    `gold_right` those that were judged as agreed, with its Wilson interval. That of the agreement
    is Wilson's over items: an item that several others judged is not several pieces of evidence.
    """

    first: int
    last: int
    compared: int
    agreement: float | None
    gold: int
    gold_right: int
    gold_interval: Interval | None
    agreement_interval: Interval | None = None


def drift(
    ratings: Ratings,
    coder: str,
    positions: Sequence[int] | Ints,
    *,
    block: int = 50,
    gold: Sequence[tuple[int, bool]] = (),
) -> tuple[DriftBlock, ...]:
    """The blocks of one coder, in the coder's order.

    Parameters
    ----------
    ratings : Ratings
        All coders' ratings.
    coder : str
        Whose blocks.
    positions : sequence of int, one an item
        When the coder judged the item, in any increasing numbers; -1 where not at all.
    block : int
        Items in a block; what is left at the end joins the last block if it is less than half.
    gold : sequence of (position, right)
        The coder's gold items, by the same numbers, which are not among `ratings`.

    Raises
    ------
    ValueError
        No such coder, not one position an item, a position twice, or a block of less than 1.
    """
    if coder not in ratings.coders:
        raise ValueError(f"nobody is called {coder}")
    if len(positions) != ratings.items or block < 1:
        raise ValueError("every item needs one position, and a block at least one item")
    place = ratings.coders.index(coder)
    at = np.asarray(positions, dtype=np.int64).reshape(-1)
    judged = np.flatnonzero((at >= 0) & ratings.given[:, place])
    if np.unique(at[judged]).size != judged.size:
        raise ValueError("two items have one position")
    judged = judged[np.argsort(at[judged])]
    starts = list(range(0, judged.size, block))
    if len(starts) > 1 and judged.size - starts[-1] < block / 2:
        starts.pop()
    in_blocks = np.add.reduceat(_compared(ratings.codes[judged], place), starts, axis=1)
    found = []
    for (start, end), (items, compared, same) in zip(
        pairwise([*starts, judged.size]), in_blocks.T.tolist(), strict=True
    ):
        # Gold before the first item or after the last belongs to the block that it is next to.
        low = -1 if start == 0 else int(at[judged[start]])
        high = None if end == judged.size else int(at[judged[end]])
        right = [hit for when, hit in gold if when >= low and (high is None or when < high)]
        enough = compared >= FEWEST_PAIRS
        found.append(
            DriftBlock(
                start + 1,
                end,
                compared,
                same / compared if enough else None,
                len(right),
                sum(right),
                wilson(sum(right), len(right)),
                wilson(items * same / compared, items) if enough else None,
            )
        )
    return tuple(found)


def _compared(codes: Ints, place: int) -> Ints:
    """Of each item, of which there are codes, shape (items, coders): whether others than the coder
    at `place` rated it, how many ratings of theirs there are, and how many are the same; an array
    of shape (3, items).
    """
    others = np.delete(codes, place, axis=1)
    given = (others >= 0).sum(axis=1)
    return np.array([given > 0, given, (others == codes[:, [place]]).sum(axis=1)])
