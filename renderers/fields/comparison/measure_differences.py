"""The figures of conditions that are compared on a measure of their script."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.comparison.familiar import TEST, UNTESTED
from renderers.fields.design import EXPERIMENT_TITLE, FACTOR_LEVELS, MODEL, SIMULATED, WORDING
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.scales import DECIMAL, MEASURE_CI, OPTIONAL, SIGNED, TEXT, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, UNKNOWN, decimal
from renderers.rows.comparisons import Comparison
from renderers.tables.fitted import Column
from renderers.terminal import visible


def direction(row: Comparison) -> str:
    """What was expected of a declared comparison, and whether it was so."""
    if not row.expected:
        return NONE
    more = row.first if row.expected == "more" else row.second
    if row.difference is None:
        return f"more in {more.label}: {UNKNOWN}"
    so = row.difference > 0 if row.expected == "more" else row.difference < 0
    return f"more in {more.label}: {'yes' if so else 'no'}"


EXPECTED: Field[Comparison] = field(
    OPTIONAL, "expected", "the direction that was declared: more or less", heading="expected",
    rare=True, text=lambda row: visible(direction(row)), missing="none was",
)  # fmt: skip
_NO_VALUE = "no run has a value"
MEASURE_DIFFERENCE: tuple[Field[Comparison], ...] = (
    EXPERIMENT_TITLE, FACTOR_LEVELS,
    field(
        OPTIONAL, "over", "other levels, and the version", "condition", heading="over", label=True,
        only=lambda row: bool(row.condition), missing="there are none",
    ),
    WORDING, MODEL, SIMULATED,
    field(TEXT, "measure", "measure that is compared", heading="measure", label=True, folds=True),
    field(TEXT, "first", "first level", "first.label", heading="first", label=True),
    field(WHOLE, "first_n", "draws of the first", "first.n", heading="n"),
    field(
        DECIMAL, "first_mean", "mean of the first", "first.lrs", heading="mean", none=NONE,
        missing=_NO_VALUE,
    ),
    field(TEXT, "second", "second level", "second.label", heading="second", label=True),
    field(WHOLE, "second_n", "draws of the second", "second.n", heading="n"),
    field(
        DECIMAL, "second_mean", "mean of the second", "second.lrs", heading="mean", none=NONE,
        missing=_NO_VALUE,
    ),
    field(WHOLE, "n_pairs", "shared draws; 0 if the sides are not paired", "pairs"),
    field(
        SIGNED, "difference", "mean of the first minus that of the second",
        lambda row: None if row.difference is None else float(row.difference),
        heading="differ\u00adence", none=NONE, missing=_NO_VALUE,
    ),
    field(
        MEASURE_CI, "ci95", "95% interval of the difference", heading="95%", joined=True, none=NONE,
        missing="fewer than five draws on one side",
    ),
    CI_METHOD,
    *TEST,
    EXPECTED,
    UNTESTED,
)  # fmt: skip

MEASURE_DIFFERENCE_TABLE = pick(
    MEASURE_DIFFERENCE, "measure", "experiment", "over", "wording", "model", "first", "first_n",
    "first_mean", "second", "second_n", "second_mean", "difference", "ci95", "p", "p_holm",
)  # fmt: skip


def _sides(row: Comparison) -> str:
    """Both levels with their means."""
    means = (UNKNOWN if one.lrs is None else decimal(one.lrs) for one in (row.first, row.second))
    first, second = means
    return f"{visible(row.first.label)} {first}, {visible(row.second.label)} {second}"


def measure_difference_columns(rows: Sequence[Comparison]) -> list[Column]:
    """Columns of comparisons on measures; experiment and participant are in the title."""
    sides: Field[Comparison] = field(TEXT, "means", "both means", _sides, heading="means",
                                     folds=True)  # fmt: skip
    tests = ("p", "p_holm", "p_smallest", "expected")
    figures = pick(MEASURE_DIFFERENCE, "difference", "ci95", *tests)
    return columns((*pick(MEASURE_DIFFERENCE, "measure", "over", "wording"), sides, *figures), rows)
