"""Ratings: who gave which item which of the declared categories.

Categories are declared, never observed: a scale from 0 to 5 on which nobody gave a 1 still has six
steps, and weights come from the categories' values. Libraries that number whatever labels occur
give a quadratic kappa of .588 where .517 is right, on data in which two steps were not used. Codes
are whole numbers into the declared categories with -1 for "not rated"; a table of floats with NaN
was rejected, since a NaN silently becomes a category or a figure.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Codes = NDArray[np.signedinteger[Any]]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NOT_RATED = -1


class MeasurementLevel(StrEnum):
    """What the categories are: names, steps in an order, equal distances, or amounts from zero."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Items x coders, and what belongs together among the items.

    `codes`, shape (items, coders), are places in `labels`, or -1. `values` are the categories as
    numbers, ascending; None at nominal level. `clusters` (experiment x draw in a study) are what a
    bootstrap resamples, within each of the `strata` (experiments); `cells` are what agreement is
    looked at within. `weights` say how many cases each item represents (byte-identical transcripts
    are one item); their mean is 1, so that sums of weights count items. All of these have one entry
    a row. A row is an item, or a response pattern that `frequencies` items have (see `patterns`).
    Made by `ratings_of`, which checks them.
    """

    codes: Codes
    coders: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[float, ...] | None
    level: MeasurementLevel
    clusters: Codes
    strata: Codes
    cells: Codes | None
    weights: Floats
    frequencies: Ints

    @property
    def items(self) -> int:
        """How many items there are, rated or not."""
        return int(self.frequencies.sum())

    @property
    def given(self) -> Flags:
        """Which ratings there are, shape (rows, coders)."""
        return np.asarray(self.codes >= 0)

    @property
    def raters(self) -> Ints:
        """How many coders rated each row. Summing whole columns is far faster than short rows."""
        return np.asarray(sum(self.given.T, np.zeros(self.codes.shape[0], dtype=np.int64)))

    @property
    def missing(self) -> int:
        """How many of items x coders were not rated."""
        return self.items * len(self.coders) - int(self.raters @ self.frequencies)

    @property
    def alone(self) -> bool:
        """Whether every item is a cluster of its own."""
        return bool(np.bincount(self.clusters, minlength=1).max() <= 1)

    @property
    def independent(self) -> bool:
        """Whether every item is a cluster of its own and all represent as many."""
        return self.alone and bool(np.all(self.weights == 1))

    def rows(self, which: Flags | Ints) -> Ratings:
        """Some rows, by a mask or by their places, with their weights as they are."""
        # Of short rows, a mask takes many times as long as their places.
        some = np.flatnonzero(which) if which.dtype == np.bool_ else which
        return replace(
            self,
            codes=self.codes.take(some, axis=0),
            clusters=self.clusters[some],
            strata=self.strata[some],
            cells=None if self.cells is None else self.cells[some],
            weights=self.weights[some],
            frequencies=self.frequencies[some],
        )

    def patterns(self, *apart: Ints) -> tuple[Ratings, Ints]:
        """The response patterns with their frequencies, and for each row the place of its pattern.

        Rows have one pattern if they are alike in codes, weight and cell, and in what `apart` says
        of them. Its cluster and stratum are those of the first of them.
        """
        columns: list[Codes] = [*self.codes.T] or [np.zeros_like(self.frequencies)]
        if self.weights.size and not (self.weights == self.weights[0]).all():
            columns.append(np.unique(self.weights, return_inverse=True)[1].astype(np.int64))
        if self.cells is not None:
            columns.append(self.cells)
        first, like = distinct([*columns, *apart])
        many = np.bincount(like, weights=self.frequencies, minlength=first.size)
        kinds = self.rows(first)
        codes = kinds.codes.astype(np.int64, copy=False)
        return replace(kinds, codes=codes, frequencies=many.astype(np.int64)), like

    def of_coders(self, places: Sequence[int]) -> Ratings:
        """The ratings of some coders, in this order."""
        return replace(
            self,
            codes=self.codes[:, list(places)],
            coders=tuple(self.coders[place] for place in places),
        )

    def active(self) -> Ratings:
        """Without coders who rated nothing and items that nobody rated: they say nothing."""
        rated = self.raters > 0
        raters = np.flatnonzero(self.given.any(axis=0))
        kept = self
        if not rated.all():
            kept = self.rows(rated)
            if kept.items:
                mean = np.average(kept.weights, weights=kept.frequencies)
                kept = replace(kept, weights=kept.weights / mean)
        return kept if raters.size == len(self.coders) else kept.of_coders(raters.tolist())

    def in_three_steps(self) -> Ratings:
        """The scale in three steps: the lowest two categories, those between, and the highest two.

        Agreement on fewer categories is nearly always higher, for no merit of the coders, so it is
        to be given with the agreement on all of them. Raises ValueError for fewer than five
        categories, which have no middle between two pairs, and at nominal level, where nothing is
        lowest.
        """
        if self.values is None:
            raise ValueError("nominal categories have no lowest and no highest")
        if len(self.labels) < 5:
            raise ValueError("it takes five categories to have a middle between two pairs")
        steps = (self.labels[:2], self.labels[2:-2], self.labels[-2:])
        step_of = [step for step, labels in enumerate(steps) for _ in labels]
        return replace(
            self,
            codes=np.array([*step_of, NOT_RATED], dtype=np.int64)[self.codes],
            labels=tuple("/".join(labels) for labels in steps),
            values=(0.0, 1.0, 2.0),
        )


def ratings_of(
    codes: Sequence[Sequence[int]] | Codes,
    *,
    coders: Sequence[str],
    labels: Sequence[str],
    values: Sequence[float] | None = None,
    level: MeasurementLevel = MeasurementLevel.ORDINAL,
    clusters: Sequence[Hashable] | Codes | None = None,
    strata: Sequence[Hashable] | Codes | None = None,
    cells: Sequence[Hashable] | Codes | None = None,
    weights: Sequence[float] | None = None,
) -> Ratings:
    """Ratings from codes that are places in `labels` (-1: not rated), one row an item.

    `values` are the labels as numbers; left out, the labels are read as numbers, and where they
    are words (declared in their order) they count 0, 1, 2 and so on. At nominal level there are
    none. Categories are put into ascending order of value.

    Raises
    ------
    ValueError
        Shapes that do not fit, a code outside the labels, labels or values that occur twice, a
        weight that is not positive, or a cluster that lies in two strata.
    """
    small = isinstance(codes, np.ndarray) and codes.dtype.kind == "i"
    table: Codes = np.asarray(codes, dtype=None if small else np.int64)
    if table.size == 0:
        table = table.reshape(len(codes), len(coders))
    n = table.shape[0]
    if table.ndim != 2 or table.shape[1] != len(coders):
        raise ValueError("every item needs one code, or -1, for each coder")
    if table.size and (table.min() < NOT_RATED or table.max() >= len(labels)):
        raise ValueError("a code is outside the declared categories")
    if len(set(labels)) != len(labels) or len(set(coders)) != len(coders):
        raise ValueError("a category or a coder is named twice")
    names, numbers = tuple(labels), None
    if level is not MeasurementLevel.NOMINAL:
        found = _numbers(names) if values is None else tuple(float(value) for value in values)
        if len(set(found)) != len(names):
            raise ValueError("two categories have one value")
        order = sorted(range(len(names)), key=found.__getitem__)
        numbers = tuple(found[place] for place in order)
        if numbers != found:
            names = tuple(names[place] for place in order)
            moved = np.empty(len(order) + 1, dtype=np.int64)
            moved[order] = np.arange(len(order))
            moved[-1] = NOT_RATED
            table = moved[table]
    cluster_of = np.arange(n, dtype=np.int32) if clusters is None else _ids(clusters, n)
    stratum_of = np.zeros(n, dtype=np.int32) if strata is None else _ids(strata, n)
    of_cluster = np.zeros(int(cluster_of.max(initial=-1)) + 1, dtype=np.int32)
    of_cluster[cluster_of] = stratum_of
    if np.any(of_cluster[cluster_of] != stratum_of):
        raise ValueError("a cluster lies in two strata")
    # One number for all of them, not one each: there may be a million.
    heavy = np.broadcast_to(1.0, n) if weights is None else np.array(weights, dtype=np.float64)
    if heavy.shape != (n,) or not np.all(heavy > 0):
        raise ValueError("every item needs a weight above 0")
    return Ratings(
        table,
        tuple(coders),
        names,
        numbers,
        level,
        cluster_of,
        stratum_of,
        None if cells is None else _ids(cells, n),
        heavy if weights is None or not n else heavy / heavy.mean(),
        np.broadcast_to(np.int64(1), n),
    )


def _numbers(labels: tuple[str, ...]) -> tuple[float, ...]:
    try:
        return tuple(float(label) for label in labels)
    except ValueError:
        return tuple(float(place) for place in range(len(labels)))


def _ids(keys: Sequence[Hashable] | Codes, n: int) -> Codes:
    """Whatever names clusters, strata or cells, as whole numbers from 0 in order of appearance."""
    if len(keys) != n:
        raise ValueError("every item needs one cluster, one stratum and one cell")
    if isinstance(keys, np.ndarray):
        first, found = distinct([keys])
        number = np.empty(first.size, dtype=np.int32)
        number[np.argsort(first)] = np.arange(first.size)
        return number[found]
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int32)


def distinct(columns: Sequence[Codes]) -> tuple[Ints, Ints]:
    """Rows that differ, in ascending order: the place of the first like each, and for every row
    which of these it is like.
    """
    ids = np.zeros(columns[0].shape[0], dtype=np.int64)
    top = 1
    for column in columns:
        low = int(column.min()) if column.size else 0
        span = int(column.max()) - low + 1 if column.size else 1
        if top * span >= 2**62:
            known, ids = np.unique(ids, return_inverse=True)
            top = known.size
        ids *= span
        ids += column
        ids -= low
        top *= span
    if top > 4 * ids.size:
        _, first, inverse = np.unique(ids, return_index=True, return_inverse=True)
        return first.astype(np.int64), inverse.astype(np.int64)
    # A table of all that there could be is made faster than rows are sorted.
    place = np.full(top, NOT_RATED, dtype=np.int64)
    place[ids[::-1]] = np.arange(ids.size - 1, -1, -1)
    there = np.flatnonzero(place >= 0)
    first = place[there]
    place[there] = np.arange(there.size)
    return first, place[ids]
