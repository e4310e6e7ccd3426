"""Rows to figures: one measure of some coders, with all coefficients.

A part asks for twenty common items, and for two categories with a twentieth of the codes each,
before it gives a coefficient that is corrected for chance: ten transcripts give a kappa an interval
of .6, and where nearly all codes are the same a kappa is an accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.coefficient import Coefficient
from coders.statistics.ratings import MeasurementLevel, Ratings, ratings_of
from coders.statistics.reasons import Demands
from dsl.record import replace
from runners.agreement.rows import RatingRows

DEMANDS = Demands(least_items=20, least_share=0.05)


WITHIN_1 = "percent_within_1"


class Measure(Enum):
    """What codes are: labels, their values (None for names without an order), and the level."""

    MARKS = (("wrong", "half", "right"), (0.0, 0.5, 1.0), MeasurementLevel.ORDINAL)
    CONTROLS = (("wrong", "half", "right"), None, MeasurementLevel.NOMINAL)
    GATES = (("failed", "passed"), None, MeasurementLevel.NOMINAL)
    RULE = (("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0), MeasurementLevel.ORDINAL)
    FINAL = (
        ("0", "1", "2", "3", "4", "5"),
        (0.0, 1.0, 2.0, 3.0, 4.0, 5.0),
        MeasurementLevel.ORDINAL,
    )


@dataclass(frozen=True, slots=True)
class Reliability:
    """One measure of some coders: what it is called, what an item is, and the figures.

    `shown` names the coefficients that a page shows; a document has them all.
    """

    title: str
    unit: str
    shown: tuple[str, ...]
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Making:
    """How figures are made: the coders (their columns and names), replicates and seed."""

    columns: tuple[int, ...]
    names: tuple[str, ...]
    replicates: int
    seed: int

    def ratings(self, rows: RatingRows, measure: Measure) -> Ratings:
        """The rows as ratings on the measure's declared categories."""
        labels, values, level = measure.value
        return self.rated(rows, labels, values, level)

    def rated(
        self,
        rows: RatingRows,
        labels: Sequence[str],
        values: Sequence[float] | None,
        level: MeasurementLevel,
    ) -> Ratings:
        """The rows as ratings: clusters are experiment x draw, strata are experiments."""
        experiments = rows.numbers(lambda spot: spot.experiment)
        draws = int(rows.draw.max(initial=0)) + 1
        return ratings_of(
            rows.codes[:, list(self.columns)],
            coders=self.names,
            labels=labels,
            values=values,
            level=level,
            clusters=experiments * draws + rows.draw,
            strata=experiments,
            cells=rows.numbers(lambda spot: spot.cell),
        )

    def agreement(self, ratings: Ratings) -> Agreement:
        """All coefficients, with what a study demands of them."""
        return agreement(ratings, replicates=self.replicates, seed=self.seed, demands=DEMANDS)

    def part(
        self, title: str, unit: str, rows: RatingRows, measure: Measure, shown: tuple[str, ...]
    ) -> Reliability:
        """The figures of some rows."""
        found = self.agreement(self.ratings(rows, measure))
        if measure is Measure.MARKS:
            found = _without_within_1(found)
        return Reliability(title, unit, shown, found)

    def those(self, rows: RatingRows) -> RatingRows:
        """The rows that one of these coders judged."""
        return rows.judged_by(self.columns)

    def judging(self, rows: RatingRows) -> tuple[str, ...]:
        """Those of these coders who judged one of the rows: a packet alone makes nobody a coder."""
        return tuple(
            name
            for name, column in zip(self.names, self.columns, strict=True)
            if len(rows.judged_by([column]))
        )

    def common(self, rows: RatingRows) -> int:
        """How many rows two or more of these coders judged."""
        return rows.common_to(self.columns)


def _without_within_1(found: Agreement) -> Agreement:
    """Marks run from 0 to 1: within 1 of each other they always are, and that says nothing."""
    reason = "any two marks are within 1 of each other"

    def mended(listed: tuple[Coefficient, ...]) -> tuple[Coefficient, ...]:
        return tuple(
            Coefficient(one.name, None, reason=reason, method=one.method, n_items=one.n_items)
            if one.name == WITHIN_1
            else one
            for one in listed
        )

    return replace(
        found,
        coefficients=mended(found.coefficients),
        pairs=tuple(replace(pair, coefficients=mended(pair.coefficients)) for pair in found.pairs),
        baseline_cell_only=tuple(one for one in found.baseline_cell_only if one.name != WITHIN_1),
    )
