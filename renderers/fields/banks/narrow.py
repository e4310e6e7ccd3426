"""The figures of a bank where participants, conditions or groups stand side by side: in percent,
without a sign, under short headings.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from dsl.scoring import Accuracy, AggregateCalibrated, CalibratedAccuracy, ScoreKind
from renderers.fields.field import Field, Kind, Scale, by_name, field
from renderers.fields.kinds import BLIND, MEASURE, ROW
from renderers.number_words import NONE, Ends, hundredths
from renderers.rows.questions import KindScore

SHORT: dict[type[ScoreKind], str] = {
    Accuracy: "acc",
    CalibratedAccuracy: "item",
    AggregateCalibrated: "aggr",
}
"""The headings of the kinds of score that are in such a table."""
FORMS: dict[type[ScoreKind], str] = {
    Accuracy: "accuracy",
    CalibratedAccuracy: "mean of (mark - chance) / (1 - chance) over items",
    AggregateCalibrated: "(accuracy - chance) / (1 - chance) of the totals",
}
ITEMS: Field[KindScore] = (
    by_name(MEASURE)["n_items"].but(heading="n").read_by(lambda row: row.items)
)
UNMARKED: Field[KindScore] = (
    by_name(ROW)["undecided"]
    .but(none=NONE)
    .told(lambda row: str(row.undecided) if row.undecided else None)
)


def mean(kind: ScoreKind, digits: int = 0) -> Field[KindScore]:
    """The mean of a kind of score."""
    return field(
        Scale[Fraction](Kind.NUMBER, partial(hundredths, digits=digits)), kind.name, kind.meaning,
        lambda row: row.of(type(kind)).figure.mean, heading=SHORT.get(type(kind), kind.heading),
        none=NONE,
    )  # fmt: skip


def interval(kind: ScoreKind) -> Field[KindScore]:
    """The interval of such a mean."""
    return field(
        Scale[Ends](
            Kind.NUMBER, lambda ends: f"{hundredths(ends[0])} {hundredths(ends[1])}", list
        ),
        "ci95", "95% interval of the mean",
        lambda row: row.of(type(kind)).figure.ci95, heading="95%", joined=True, none=NONE,
    )  # fmt: skip


def by_rules(kind: ScoreKind) -> Field[KindScore]:
    """What rules earn that do not read."""

    def text(row: KindScore) -> str:
        found = (row.of(type(kind)).baseline(rule) for rule, _, _ in BLIND)
        return "/".join(hundredths(one.score) for one in found if one is not None)

    return field(
        Scale[str](Kind.TEXT), "baselines",
        "the best letter in file order / as shown / of the longest option", text, heading="F/S/L",
    )  # fmt: skip
