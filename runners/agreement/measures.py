"""Rows to figures: one measure of some coders, with all coefficients.

A figure asks for twenty common items, and for two categories with a twentieth of the codes each,
before a coefficient is given that is corrected for chance: ten transcripts give a kappa an interval
of .6, and where nearly all codes are the same a kappa is an accident.
"""

from __future__ import annotations

from dataclasses import dataclass

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.coefficient import Coefficient
from coders.statistics.ratings import Ratings, ratings_of
from coders.statistics.reasons import Demands
from dsl.record import replace
from renderers.fields.coding.coefficients import ALPHA, WITHIN_1
from runners.agreement.rows import CELL, EXPERIMENT, RatedMeasure, RatingRows

DEMANDS = Demands(least_items=20, least_share=0.05)

RANGE_DEMANDS = replace(DEMANDS, least_items=10)
"""Of kappas of single experiments, of which only the lowest and the highest are printed: a study
may have ten trials of each, and what a paper prints of them is the range.
"""

_OF_MEASURE = {
    RatedMeasure.MARKS: replace(
        DEMANDS, left_out={WITHIN_1: "any two marks are within 1 of each other"}
    ),
    # The paper rated ten runs of each condition.
    RatedMeasure.RATINGS: RANGE_DEMANDS,
}


@dataclass(frozen=True, slots=True)
class Reliability:
    """One measure of some coders: what it is called, what an item is, and the figures.

    `shown` names the coefficients that a page shows; a document has them all.
    """

    title: str
    unit: str
    shown: tuple[str, ...]
    agreement: Agreement

    @property
    def within_cells(self) -> Coefficient | None:
        """Ordinal alpha within cells; None where no cell has two comparable items."""
        return next((one for one in self.agreement.within_cell if one.name == ALPHA), None)


@dataclass(frozen=True, slots=True)
class RaterSet:
    """The coders of some figures (their columns and names), and how these are resampled."""

    columns: tuple[int, ...]
    names: tuple[str, ...]
    replicates: int
    seed: int

    def judged(self, rows: RatingRows) -> RatingRows:
        """The rows that one of these coders judged."""
        return rows.judged_by(self.columns)

    def judging(self, rows: RatingRows) -> tuple[str, ...]:
        """Those of these coders who judged one of the rows: a packet alone makes nobody a coder."""
        named = zip(self.names, self.columns, strict=True)
        return tuple(name for name, column in named if len(rows.judged_by([column])))

    def ratings(self, rows: RatingRows) -> Ratings:
        """The rows as ratings: clusters are experiment x draw, strata are experiments."""
        experiments = rows.numbers(EXPERIMENT)
        draws = int(rows.draw.max(initial=0)) + 1
        return ratings_of(
            rows.codes[:, list(self.columns)],
            coders=self.names,
            labels=rows.scale.labels,
            values=rows.scale.values,
            level=rows.scale.level,
            clusters=experiments * draws + rows.draw,
            strata=experiments,
            cells=rows.numbers(CELL),
        )

    def agreement(
        self, ratings: Ratings, demands: Demands = DEMANDS, *, by_jackknife: bool = False
    ) -> Agreement:
        """All coefficients, with what a study demands of them."""
        return agreement(
            ratings,
            replicates=self.replicates,
            seed=self.seed,
            demands=demands,
            by_jackknife=by_jackknife,
        )

    def reliability(self, measure: RatedMeasure, rows: RatingRows) -> Reliability:
        """The figures of those of the rows that one of these coders judged."""
        ratings = self.ratings(self.judged(rows))
        if measure is RatedMeasure.THREE_STEPS:
            ratings = ratings.in_three_steps()
        # Intervals of so few are too short by formulas and by the bootstrap.
        rated = measure is RatedMeasure.RATINGS
        found = self.agreement(ratings, _OF_MEASURE.get(measure, DEMANDS), by_jackknife=rated)
        return Reliability(measure.title, measure.unit, measure.shown, found)
