"""The figures of measures that scripts declare, such as passes and totals."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.experiment import MeasureKind
from renderers.fields.design import WHERE, WORDING
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.scales import DECIMAL, MEASURE_CI, OPTIONAL, RATIO, TEXT, WHOLE
from renderers.fields.trials import CI_METHOD, MEASURE_NAME
from renderers.number_words import NONE, between, between_percents, decimal, percent
from renderers.rows.script_measures import MeasureScore
from renderers.tables.fitted import Column

MEASURES_TITLE = "measures of the script"
MEASURES_NOTE = (
    "measures: each is a number of one version of a run; control questions count only where the "
    "script names them. A run in which a mark or a reply is missing has no value"
)
KINDS = (
    (MeasureKind.PASS.value, "1 where the criterion is reached, else 0; half marks do not count"),
    (MeasureKind.TOTAL.value, "the sum of passes, and of tests that are right"),
    (MeasureKind.MEAN.value, "mean of the items of a questionnaire in a wave"),
    (MeasureKind.CHANGE.value, "mean in the last wave of a questionnaire, less that in the first"),
)


def _of_pass(row: MeasureScore) -> bool:
    return row.measure.kind is MeasureKind.PASS


def _mean(row: MeasureScore) -> str | None:
    mean = row.figure.mean
    return None if mean is None else (percent if _of_pass(row) else decimal)(mean)


def _interval(row: MeasureScore) -> str | None:
    ends = row.figure.ci95
    return None if ends is None else (between_percents if _of_pass(row) else between)(ends)


def _highest(row: MeasureScore) -> str | None:
    """The highest value, where it tells how large a mean is."""
    if row.measure.kind in (MeasureKind.PASS, MeasureKind.CHANGE):
        return None
    return decimal(row.measure.high)


def _chance(row: MeasureScore) -> str | None:
    if row.measure.mean is not None:
        return NONE
    return None if row.chance is None else (percent if _of_pass(row) else decimal)(row.chance)


MEASURE_SCORE: tuple[Field[MeasureScore], ...] = (
    *WHERE,
    field(TEXT, "measure", MEASURE_NAME, "measure.name", heading="measure", label=True, folds=True),
    field(TEXT, "kind", "what the number is", "measure.kind.value", levels=KINDS),
    field(TEXT, "criterion", "what the script says of it", "measure.words"),
    field(OPTIONAL, "versions", "version of the run", "within", heading="version", label=True,
          only=lambda row: bool(row.within)),
    field(DECIMAL, "low", "lowest possible value", "measure.low"),
    field(DECIMAL, "high", "highest possible value", "measure.high", heading="of", priority=1,
          text=_highest,
          only=lambda row: not _of_pass(row), none=NONE),
    field(WHOLE, "n_draws", "draws in the mean", "figure.n", heading="n"),
    field(WHOLE, "missing", "runs without a value", heading="missing", priority=1, rare=True),
    field(
        DECIMAL, "mean", "mean over draws; of a pass the proportion that passed", "figure.mean",
        missing="no run has a value", heading="mean", text=_mean,
    ),
    field(RATIO, "sd", "standard deviation of the draws", "figure.sd"),
    field(
        MEASURE_CI, "ci95", "95% interval of the mean", "figure.ci95", heading="95%", joined=True,
        text=_interval, none=NONE,
    ),
    CI_METHOD.of(lambda row: row.figure),
    field(
        DECIMAL, "chance", "mean expected from guessing, questions taken as independent",
        heading="chance", text=_chance,
        missing="the chance level is unknown; of a questionnaire, nothing is right",
    ),
)  # fmt: skip


MEASURE_TABLE = pick(
    MEASURE_SCORE, "measure", "experiment", "condition", "versions", "wording", "model", "n_draws",
    "missing", "mean", "ci95", "low", "high", "chance",
)  # fmt: skip


def measure_columns(rows: Sequence[MeasureScore]) -> list[Column]:
    """Columns of measures; experiment and participant are in the title."""
    names = ("measure", "condition", "versions", "n_draws", "missing", "mean", "ci95", "high",
             "chance")  # fmt: skip
    measure, condition, *figures = pick(MEASURE_SCORE, *names)
    return columns((measure, condition, WORDING, *figures), rows)
