"""What each cluster adds to the sums that every coefficient is made of.

All coefficients here follow from sums over items: tables of coder against coder, coincidences,
shares and marginals of categories, sums of squares. So a bootstrap replicate is a row of weights
times one matrix, and a hundred thousand items with two thousand replicates take seconds. Calling a
coefficient on resampled ratings, as one does with a library, was measured at minutes to hours (see
`benchmarks/agreement.py`).

Items with the same ratings are counted together, and where every item is its own cluster, so are
the clusters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coders.statistics.blocks import Blocks, blocks
from coders.statistics.ratings import Flags, Floats, Ints, Ratings, distinct

MOST_PAIR_ENTRIES = 1_000_000
"""Pairs of coders x categories^2; with more there is no table of every pair."""


@dataclass(frozen=True, slots=True)
class TallyLayout:
    """What kinds of sums there are, in the order in which they are below each other. `whole`:
    every item has every rating, so that pairs are the same on complete items, and agreement and
    shares follow from coincidences and marginals. Without `tables` of
    category against category there are sums of values alone.
    """

    coders: int
    categories: int
    pairs: tuple[tuple[int, int], ...]
    cells: int
    whole: bool
    tables: bool = True

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each kind of sums in one replicate."""
        k = self.categories if self.tables else 0
        pairs = len(self.pairs)
        return {
            "counts": (3,),
            "agreement": (0 if self.whole else k, k),
            "coincidences": (k, k),
            "shares": (0 if self.whole else k,),
            "marginals": (self.coders, k),
            "pairs": (pairs, k, k),
            "complete_pairs": (0 if self.whole else pairs, k, k),
            "moments": (self.coders + 2,),
            "within_cells": (k, k) if self.cells else (0, k),
            "cell_values": (self.cells, k),
            "spreads": (4,),
        }

    @property
    def rows(self) -> int:
        """How many sums there are."""
        return sum(map(prod, self.shapes.values()))


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums over items; the last axis has one entry a replicate (one in all for the ratings
    themselves). k is the number of categories.

    `counts`, shape (3, b), are the items with at least one rating, at least two, and all.
    `agreement` (k, k, b) has ordered pairs of ratings within an item as shares of the item's pairs;
    its sum is the number of items with two or more ratings. `coincidences` (k, k, b) are
    Krippendorff's, whose sum is the number of their values; `within_cells` (k, k, b) are those in
    all cells that have two items to compare, and `cell_values` (cells, k, b) how many of their
    values in each of these cells are of each category. `shares` (k, b) are sums over rated
    items of the share of raters who chose a category, `marginals` (coders, k, b) say how often each
    coder chose each. `pairs` (pairs, k, k, b) has for each pair of coders the table of one against
    the other, `complete_pairs` the same on items with all ratings.

    Values are counted from the middle of the scale, in ranges of it. `moments` (coders + 2, b) are
    on complete items each coder's sum, the sum of squares, and the sum of squared item sums.
    `spreads` (4, b) are on items with two or more ratings how many ratings there are, their sum,
    their sum of squares, and the squared differences of an item's ordered pairs over its ratings
    less one.
    """

    layout: TallyLayout
    counts: Floats
    agreement: Floats
    coincidences: Floats
    shares: Floats
    marginals: Floats
    pairs: Floats
    complete_pairs: Floats
    moments: Floats
    within_cells: Floats
    cell_values: Floats
    spreads: Floats

    @staticmethod
    def of(layout: TallyLayout, table: Floats) -> Sums:
        """The sums in a table of shape (rows of the layout, replicates)."""
        parts: dict[str, Floats] = {}
        start = 0
        for name, shape in layout.shapes.items():
            end = start + prod(shape)
            parts[name] = table[start:end].reshape(*shape, table.shape[1])
            start = end
        if layout.whole:
            parts["complete_pairs"] = parts["pairs"]
            raters = max(1, layout.coders)
            parts["agreement"] = parts["coincidences"] / raters
            parts["shares"] = parts["marginals"].sum(axis=0) / raters
        return Sums(layout, **parts)

    @property
    def rated(self) -> Floats:
        """Items with at least one rating, shape (b,)."""
        return np.asarray(self.counts[0])

    @property
    def pairable(self) -> Floats:
        """Items with at least two ratings."""
        return np.asarray(self.counts[1])

    @property
    def complete(self) -> Floats:
        """Items with all ratings."""
        return np.asarray(self.counts[2])


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """What each type of cluster adds (a column of `matrix`, with the rows of the layout), how many
    clusters are of each type, and the stratum that it lies in.
    """

    layout: TallyLayout
    matrix: Blocks
    counts: Ints
    strata: Ints

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.counts.sum())

    def uncorrected(self) -> Tallies:
        """The same with nothing in the sums that only coefficients corrected for chance need."""
        layout = replace(self.layout, cells=0)
        end = sum(map(prod, list(layout.shapes.values())[: list(layout.shapes).index("moments")]))
        return replace(self, layout=layout, matrix=self.matrix.cut(end, layout.rows))

    def sums(self, weights: NDArray[Any] | None = None) -> Sums:
        """The sums, every cluster counted once, or with weights of shape (types, replicates)."""
        heavy = self.counts[:, None] if weights is None else weights
        return Sums.of(self.layout, self.matrix.times(heavy))


def tally(ratings: Ratings, *, pairs: bool = True, tables: bool = True) -> Tallies:
    """The sums that each cluster of these ratings adds.

    `pairs` False leaves out the tables of every pair of coders, `tables` False all tables of
    categories, which ratings with a thousand different values would make too large.
    """
    from scipy import sparse

    k, m = len(ratings.labels), len(ratings.coders)
    alone = ratings.alone
    cell_of, cells = _useful_cells(ratings)
    patterns, like = replace(ratings, cells=cell_of).patterns(*[ratings.strata] if alone else [])
    complete = patterns.raters == m
    couples = tuple(combinations(range(m), 2)) if pairs and tables else ()
    layout = TallyLayout(m, k, couples, cells, bool(complete.all()), tables)
    per_pattern = _pattern_sums(patterns, layout, complete)
    if alone:
        matrix = per_pattern @ sparse.diags(patterns.weights)
        counts, strata = patterns.frequencies, patterns.strata
    else:
        first, cluster = distinct([ratings.clusters])
        carried = sparse.csr_matrix(
            (ratings.weights * ratings.frequencies, (like, cluster)),
            shape=(patterns.weights.size, first.size),
        )
        matrix = per_pattern @ carried
        counts, strata = np.ones(first.size, dtype=np.int64), ratings.strata[first]
    return Tallies(layout, blocks(matrix, strata, counts), counts, strata)


def _useful_cells(ratings: Ratings) -> tuple[Ints, int]:
    """The cells with at least two items to compare, numbered from 0; -1 for all other items."""
    if ratings.cells is None:
        return np.full(ratings.weights.size, -1, dtype=np.int64), 0
    pairable = ratings.raters > 1
    top = int(ratings.cells.max(initial=-1)) + 1
    many = ratings.frequencies[pairable]
    useful = np.bincount(ratings.cells[pairable], weights=many, minlength=top) > 1
    number = np.where(useful, np.cumsum(useful) - 1, -1)
    return np.where(pairable, number[ratings.cells], -1).astype(np.int64), int(useful.sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Entries:
    """Entries of a sparse matrix: value at (row, pattern)."""

    rows: Ints
    patterns: Ints
    values: Floats


def _pattern_sums(ratings: Ratings, layout: TallyLayout, complete: Flags) -> Any:
    """What one item of each pattern adds: a sparse matrix, rows of the layout x patterns."""
    codes, raters, cell = ratings.codes, ratings.raters, ratings.cells
    k, patterns = layout.categories, codes.shape[0]
    found = {
        "counts": _counts_of(raters, complete),
        "moments": _moments(ratings, codes, complete),
        "spreads": _spreads(ratings, codes, raters),
    }
    if not layout.tables:
        return _matrix(layout, found, patterns)
    assert cell is not None
    rater_pattern, rater = np.nonzero(codes >= 0)
    chosen = codes[rater_pattern, rater]
    # How many raters of a pattern chose a category, for those categories that somebody chose.
    flat, times = np.unique(rater_pattern * k + chosen, return_counts=True)
    held, category = np.divmod(flat, k)
    joined = _joined(held, category, times.astype(np.float64), k)
    many = raters[joined.patterns]
    coincident = _Entries(joined.rows, joined.patterns, joined.values / (many - 1))
    in_cell, valued = cell[coincident.patterns] >= 0, (cell[held] >= 0) & (raters[held] > 1)
    found |= {
        "coincidences": coincident,
        "marginals": _Entries(rater * k + chosen, rater_pattern, np.ones(chosen.size)),
        "pairs": _couples(layout, codes, np.ones(patterns, dtype=np.bool_)),
        "within_cells": _Entries(
            coincident.rows[in_cell], coincident.patterns[in_cell], coincident.values[in_cell]
        ),
        "cell_values": _Entries(
            cell[held[valued]] * k + category[valued],
            held[valued],
            times[valued].astype(np.float64),
        ),
    }
    if not layout.whole:
        alike = joined.values / (many * (many - 1))
        found |= {
            "agreement": _Entries(joined.rows, joined.patterns, alike),
            "shares": _Entries(category, held, times / raters[held]),
            "complete_pairs": _couples(layout, codes, complete),
        }
    return _matrix(layout, found, patterns)


def _matrix(layout: TallyLayout, found: Mapping[str, _Entries | None], patterns: int) -> Any:
    """The entries of each kind, one kind below the other."""
    from scipy import sparse

    rows, columns, values, start = [], [], [], 0
    for name, shape in layout.shapes.items():
        if (entries := found.get(name)) is not None:
            rows.append(entries.rows + start)
            columns.append(entries.patterns)
            values.append(entries.values)
        start += prod(shape)
    places = (np.concatenate(rows), np.concatenate(columns))
    return sparse.csr_matrix((np.concatenate(values), places), shape=(start, patterns))


def _joined(held: Ints, category: Ints, times: Floats, k: int) -> _Entries:
    """Ordered pairs of ratings of one item: r_k r_l, less the r_k pairs of a rating with itself."""
    sizes = np.bincount(held, minlength=int(held[-1]) + 1 if held.size else 0)
    starts = np.cumsum(sizes) - sizes
    reach = sizes[held]
    left = np.repeat(np.arange(held.size), reach)
    within = np.arange(left.size) - np.repeat(np.cumsum(reach) - reach, reach)
    right = starts[held[left]] + within
    values = times[left] * times[right] - np.where(left == right, times[left], 0)
    kept = values > 0
    return _Entries((category[left] * k + category[right])[kept], held[left][kept], values[kept])


def _counts_of(raters: Ints, complete: Flags) -> _Entries:
    rows = [np.flatnonzero(raters > 0), np.flatnonzero(raters > 1), np.flatnonzero(complete)]
    return _Entries(
        np.repeat(np.arange(3), [row.size for row in rows]),
        np.concatenate(rows),
        np.ones(sum(row.size for row in rows)),
    )


def _couples(layout: TallyLayout, codes: Ints, wanted: Flags) -> _Entries:
    k = layout.categories
    rows, patterns = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for place, (one, other) in enumerate(layout.pairs):
        both = np.flatnonzero(wanted & (codes[:, one] >= 0) & (codes[:, other] >= 0))
        rows.append((place * k + codes[both, one]) * k + codes[both, other])
        patterns.append(both)
    row = np.concatenate(rows)
    return _Entries(row, np.concatenate(patterns), np.ones(row.size))


def _numbers(ratings: Ratings) -> Floats | None:
    """The categories' values from the middle of the scale, in ranges of it; none if nominal."""
    if ratings.values is None or not ratings.labels:
        return None
    numbers = np.array(ratings.values)
    span = numbers[-1] - numbers[0]
    scaled: Floats = (numbers - (numbers[0] + numbers[-1]) / 2) / (span or 1.0)
    return scaled


def _moments(ratings: Ratings, codes: Ints, complete: Flags) -> _Entries | None:
    """None at nominal level, where there is nothing to add up."""
    numbers = _numbers(ratings)
    if numbers is None:
        return None
    m = codes.shape[1]
    which = np.flatnonzero(complete)
    x = numbers[codes[which]]
    sums = np.concatenate([x.T.ravel(), (x**2).sum(axis=1), x.sum(axis=1) ** 2])
    return _Entries(np.repeat(np.arange(m + 2), which.size), np.tile(which, m + 2), sums)


def _spreads(ratings: Ratings, codes: Ints, raters: Ints) -> _Entries | None:
    numbers = _numbers(ratings)
    if numbers is None:
        return None
    which = np.flatnonzero(raters > 1)
    there = codes[which] >= 0
    x = np.where(there, numbers[codes[which]], 0.0)
    many, total, squares = raters[which], x.sum(axis=1), (x**2).sum(axis=1)
    apart = 2 * (many * squares - total**2) / (many - 1)
    return _Entries(
        np.repeat(np.arange(4), which.size),
        np.tile(which, 4),
        np.concatenate([many.astype(np.float64), total, squares, apart]),
    )
