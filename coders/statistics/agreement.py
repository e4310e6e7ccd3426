"""Everything that is said about the agreement of some ratings, at once.

One call gives all coefficients, because choosing one afterwards is how a good-looking one is
found. An interval comes from a formula where items are independent and there is one, else from the
cluster bootstrap; or, where that is asked for, from the jackknife, which holds for ten items, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from coders.statistics.analytic import formulas
from coders.statistics.coefficient import DEFINITIONS, Coefficient, Definition
from coders.statistics.figures import PAIR_FIGURES, figures
from coders.statistics.intervals import Interval
from coders.statistics.ratings import Floats, MeasurementLevel, Ratings
from coders.statistics.reasons import (
    Demands,
    before,
    counts,
    method_of,
    nearly_constant,
    pairs_averaged,
    pairs_constant,
    undefined,
    use_of_categories,
)
from coders.statistics.resampling import jackknifed, left_out, resampled, spread, too_few
from coders.statistics.tallies import MOST_PAIR_ENTRIES, tally
from coders.statistics.weights import frame
from coders.statistics.within_cells import cell_only

MOST_CATEGORIES = 1000
"""Different ratings; with more there are no tables of them: ICCs and interval alpha are given."""

MOST_RESAMPLED = 100
"""Different ratings up to which the tables are bootstrapped."""


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two coders, how many items both rated, and their figures. `confusion` counts these items by
    the first coder's category (rows) and the second's; None where categories are too many.
    """

    coders: tuple[str, str]
    n: int
    coefficients: tuple[Coefficient, ...]
    confusion: tuple[tuple[int, ...], ...] | None = None

    def coefficient(self, name: str) -> Coefficient:
        """The coefficient of that name; KeyError if there is none."""
        return _named(self.coefficients, name)


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """One category: how often it was given where there was something to compare, its specific
    agreement, and Fleiss' kappa for it against all the rest.
    """

    label: str
    n: int
    specific: Coefficient
    against_rest: Coefficient


@dataclass(frozen=True, slots=True)
class Agreement:
    """What `agreement` gives. `idle` are coders who rated nothing and are left out; `pairable`
    counts items with two or more ratings, `complete` those with all. `averaged` are how many of the
    `pairs` of coders a mean over pairs counts. `within_cell` and
    `baseline_cell_only` are empty where the ratings have no cells. `confusion`, for two coders, has
    the first coder's categories as rows. `prevalence` and `bias` (Byrt, Bishop & Carlin 1993) are
    for two coders and two categories.
    """

    items: int
    coders: tuple[str, ...]
    idle: tuple[str, ...]
    missing: int
    pairable: int
    complete: int
    level: MeasurementLevel
    labels: tuple[str, ...]
    clusters: int
    replicates: int
    seed: int
    coefficients: tuple[Coefficient, ...]
    pairs: tuple[PairAgreement, ...]
    averaged: int
    categories: tuple[CategoryAgreement, ...]
    within_cell: tuple[Coefficient, ...]
    cells: int
    baseline_cell_only: tuple[Coefficient, ...]
    confusion: tuple[tuple[int, ...], ...] | None
    prevalence: float | None
    bias: float | None

    def coefficient(self, name: str) -> Coefficient:
        """The coefficient of that name; KeyError if there is none."""
        return _named(self.coefficients, name)


def _named(coefficients: Sequence[Coefficient], name: str) -> Coefficient:
    for one in coefficients:
        if one.name == name:
            return one
    raise KeyError(name)


def agreement(
    ratings: Ratings,
    *,
    replicates: int = 2000,
    seed: int = 1,
    demands: Demands | None = None,
    by_jackknife: bool = False,
) -> Agreement:
    """All coefficients of these ratings, overall, for each pair of coders and each category.

    Parameters
    ----------
    ratings : Ratings
        From `ratings_of`.
    replicates : int
        Bootstrap replicates; 0 for none.
    seed : int
        Of the bootstrap; the same seed gives the same intervals.
    demands : Demands
        What a figure must rest on to be given at all.
    by_jackknife : bool
        Whether every interval is by the jackknife, and none by a formula or the bootstrap.

    Raises
    ------
    ValueError
        Fewer than 0 replicates.
    """
    if replicates < 0:
        raise ValueError("the number of replicates is below 0")
    calculation = _Calculation(
        ratings, 0 if by_jackknife else replicates, seed, demands or Demands(), by_jackknife
    )
    return calculation.agreement()


class _Calculation:
    """The steps of `agreement`, which share much."""

    def __init__(
        self, ratings: Ratings, count: int, seed: int, demands: Demands, by_jackknife: bool
    ) -> None:
        self.items, self.coders, self.missing = ratings.items, ratings.coders, ratings.missing
        ratings, self.demands = ratings.active(), demands
        # All that follows is the same for items with the same codes and cell.
        self.ratings, self.independent = ratings.patterns()[0], ratings.independent
        m, k = len(ratings.coders), len(ratings.labels)
        self.tables = 0 < k <= MOST_CATEGORIES
        paired = m * (m - 1) // 2 * k * k <= MOST_PAIR_ENTRIES
        averaged = pairs_averaged(self.ratings, self.demands)
        self.there = counts(self.ratings, averaged)
        self.flat = nearly_constant(self.ratings, self.demands)
        self.frame = frame(self.ratings, averaged)
        tallies = tally(ratings, pairs=paired, tables=self.tables)
        self.sums = tallies.sums()
        self.found = figures(self.sums, self.frame)
        self.clusters, self.seed = tallies.clusters, seed
        self.too_many = self.tables and k > MOST_RESAMPLED
        worth = self.there.pairable and not too_few(self.clusters)
        if self.too_many:
            tallies = tally(ratings, tables=False)
        self.replicates = count if worth else 0
        # What is given for nobody is not resampled.
        useless = self.flat and pairs_constant(self.ratings, tallies.layout.pairs, self.demands)
        self.by_jackknife, self.counts = by_jackknife, tallies.counts
        self.again = (
            left_out(tallies, self.frame)
            if by_jackknife and worth
            else resampled(tallies, self.frame, self.replicates, seed, corrected=not useless)
        )
        self.formulas: dict[str, Interval] = {}
        if self.independent and self.there.pairable and self.tables and not by_jackknife:
            self.formulas = formulas(self.ratings, self.sums, self.frame, self.found)

    def agreement(self) -> Agreement:
        ratings, two = self.ratings, len(self.ratings.coders) == 2
        table = self.sums.pairs[0, :, :, 0] if two and self.sums.layout.pairs else None
        prevalence, bias = _byrt(table)
        return Agreement(
            items=self.items,
            coders=self.coders,
            idle=tuple(name for name in self.coders if name not in ratings.coders),
            missing=self.missing,
            pairable=self.there.pairable,
            complete=self.there.complete,
            level=ratings.level,
            labels=ratings.labels,
            clusters=self.clusters,
            replicates=self.replicates,
            seed=self.seed,
            coefficients=tuple(self._overall(one) for one in DEFINITIONS.values()),
            pairs=tuple(map(self._pair, range(len(self.sums.layout.pairs)))),
            averaged=self.there.pairs,
            categories=self._categories(),
            within_cell=self._within(),
            cells=self.sums.layout.cells,
            baseline_cell_only=self._baseline(),
            confusion=_confusion(ratings) if two and self.tables else None,
            prevalence=prevalence,
            bias=bias,
        )

    def _coefficient(
        self,
        found: Coefficient,
        value: Floats | None,
        *,
        reason: str | None,
        why: Callable[[], str],
        again: Floats | None,
        formula: Interval | None = None,
    ) -> Coefficient:
        """With its value and an interval, from a formula if there is one, or with its reason."""
        if reason is not None or value is None or np.isnan(value[0]):
            return replace(found, reason=reason or why(), expected=None)
        one = float(value[0])
        if formula is not None:
            ends = formula.low, formula.high
            return replace(found, value=one, ci95=ends, ci_method=formula.method)
        if self.by_jackknife:
            return jackknifed(replace(found, value=one), again, self.counts)
        if self.too_many and again is None and self.replicates:
            many = f"more than {MOST_RESAMPLED} categories: no bootstrap"
            return replace(found, value=one, ci_reason=many)
        interval = spread(np.empty(0) if again is None else again, self.clusters)
        how = f"cluster bootstrap, {self.replicates:,} replicates, seed {self.seed}"
        return replace(
            found,
            value=one,
            ci95=interval.ci95,
            ci_method=how if interval.ci95 else None,
            ci_reason=interval.reason,
            undefined_replicates=interval.undefined if self.replicates else None,
        )

    def _before(self, definition: Definition) -> str | None:
        return before(
            definition, self.ratings, self.there, self.demands, tables=self.tables, flat=self.flat
        )

    def _overall(self, definition: Definition) -> Coefficient:
        name = definition.name
        reason = self._before(definition)
        value = self.found.overall.get(name)
        if reason is None and value is None:
            reason = f"{len(self.ratings.coders)} coders make too many pairs to look at each"
        chance = self.found.expected.get(name)
        return self._coefficient(
            Coefficient(
                name,
                None,
                method=method_of(definition, self.ratings, self.there),
                n_items=self.there.on(definition.base),
                expected=None if chance is None or np.isnan(chance[0]) else float(chance[0]),
            ),
            value,
            reason=reason,
            why=lambda: undefined(definition, self.ratings, self.frame.averaged),
            again=self.again.overall.get(name),
            formula=self.formulas.get(name),
        )

    def _pair(self, place: int) -> PairAgreement:
        one, other = self.sums.layout.pairs[place]
        pair = self.ratings.of_coders((one, other))
        alone = replace(self.frame, averaged=np.ones(1, dtype=np.bool_))
        there, flat = counts(pair, alone.averaged), nearly_constant(pair, self.demands)
        its: dict[str, Interval] = {}
        if self.independent and there.pairable and not self.by_jackknife:
            sums = tally(pair).sums()
            its = formulas(pair, sums, alone, figures(sums, alone))
        listed = []
        for name, definition in PAIR_FIGURES.items():
            value, again = self.found.pairs.get(name), self.again.pairs.get(name)
            listed.append(
                self._coefficient(
                    Coefficient(
                        name, None, method=method_of(definition, pair, there), n_items=there.common
                    ),
                    None if value is None else value[place],
                    reason=before(
                        definition, pair, there, self.demands, tables=self.tables, flat=flat
                    ),
                    why=partial(undefined, definition, pair, alone.averaged),
                    again=None if again is None else again[place],
                    formula=its.get(name),
                )
            )
        return PairAgreement(
            (pair.coders[0], pair.coders[1]),
            there.common,
            tuple(listed),
            _confusion(pair) if self.tables else None,
        )

    def _categories(self) -> tuple[CategoryAgreement, ...]:
        if not self.tables or not self.there.pairable:
            return ()
        used = use_of_categories(self.ratings)
        least, n = self.demands.least_items, self.there.pairable
        few = f"{n} common item{'s' if n > 1 else ''}, fewer than {least}"
        few_or_none = few if n < least else None
        return tuple(
            CategoryAgreement(
                label,
                int(used[place]),
                *(
                    self._coefficient(
                        Coefficient(name, None, n_items=self.there.pairable),
                        values[place],
                        reason=few_or_none if used[place] else "never given where two rated",
                        why=lambda: "every rating is this one",
                        again=again[place] if again.size else None,
                    )
                    for name, values, again in (
                        ("specific_agreement", self.found.specific, self.again.specific),
                        ("fleiss_kappa", self.found.against_rest, self.again.against_rest),
                    )
                ),
            )
            for place, label in enumerate(self.ratings.labels)
        )

    def _within(self) -> tuple[Coefficient, ...]:
        if self.ratings.cells is None:
            return ()
        nowhere = None if self.sums.layout.cells else "no cell has two items to compare"
        return tuple(
            self._coefficient(
                Coefficient(
                    one.name,
                    None,
                    method="expected disagreement taken inside each cell and summed",
                    n_items=self.in_cells,
                ),
                self.found.within.get(one.name),
                reason=self._before(one) or nowhere,
                why=lambda: (
                    "nothing varies within any cell, so that agreement cannot be told from chance"
                ),
                again=self.again.within.get(one.name),
            )
            for one in DEFINITIONS.values()
            if one.name.startswith("krippendorff")
        )

    @property
    def in_cells(self) -> int:
        """Items with two or more ratings in the cells that have at least two of them."""
        assert self.ratings.cells is not None
        pairable = self.ratings.raters > 1
        held = np.bincount(self.ratings.cells[pairable], self.ratings.frequencies[pairable])
        return int(held[held > 1].sum())

    def _baseline(self) -> tuple[Coefficient, ...]:
        if self.ratings.cells is None or not self.sums.layout.pairs or not self.there.pairable:
            return ()
        return tuple(
            Coefficient(
                name,
                value,
                reason=None
                if value is not None
                else undefined(DEFINITIONS[name], self.ratings, self.frame.averaged),
                method="mean over all ways to shuffle each coder's codes inside the cells",
                n_items=self.there.on(DEFINITIONS[name].base),
            )
            for name, value in cell_only(self.ratings, self.frame).items()
        )


def _confusion(ratings: Ratings) -> tuple[tuple[int, ...], ...]:
    both = ratings.given.all(axis=1)
    k = len(ratings.labels)
    flat = ratings.codes[both, 0] * k + ratings.codes[both, 1]
    table = np.bincount(flat, ratings.frequencies[both], k * k).astype(np.int64)
    return tuple(map(tuple, table.reshape(k, k).tolist()))


def _byrt(table: Floats | None) -> tuple[float | None, float | None]:
    """Prevalence and bias index of two coders and two categories; None for all else."""
    if table is None or table.shape != (2, 2) or table.sum() == 0:
        return None, None
    n = float(table.sum())
    return abs(float(table[0, 0] - table[1, 1])) / n, abs(float(table[0, 1] - table[1, 0])) / n
