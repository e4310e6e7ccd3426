"""Whether a coder changes while coding: agreement and gold accuracy, block by block.

Coders have the items in orders of their own, so blocks are of one coder's order: the first fifty
items that this coder judged, wherever the others had them. A line fitted through the blocks was
left out: drift is as often a step, after a pause or a talk, as a slope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coders.statistics.intervals import Interval, wilson
from coders.statistics.ratings import Ratings

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
    positions: Sequence[int],
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
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else judged.size
        here = judged[start:end]
        # Gold before the first item or after the last belongs to the block that it is next to.
        low = -1 if number == 0 else int(at[judged[start]])
        high = None if end == judged.size else int(at[judged[end]])
        right = [hit for when, hit in gold if when >= low and (high is None or when < high)]
        items, compared, same = _compared(ratings, place, here)
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


def _compared(ratings: Ratings, place: int, items: np.ndarray) -> tuple[int, int, int]:
    """How many of these items others rated, how many of the others' ratings there are of them, and
    how many are the same.
    """
    own = ratings.codes[items, place][:, None]
    others = np.delete(ratings.codes[items], place, axis=1)
    given = others >= 0
    return int(given.any(axis=1).sum()), int(given.sum()), int((others == own).sum())
