"""The tables `measures` and `questionnaires`: what scripts measure, and its consistency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from dsl.experiment import Experiment, Measure
from renderers.fields.field import Field, field, flat, of, pick, read_by
from renderers.fields.scales import DECIMAL, OPTIONAL
from renderers.fields.script_measures import MEASURE_SCORE, RELIABILITY
from renderers.rows.script_measures import MeasureValue, ScaleReliability
from renderers.rows.trials import TrialRow
from runners.export.csv_file import ExportTable
from runners.export.tables.trial_tables import HERE


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """A measure of one version of a run."""

    row: TrialRow
    of: MeasureValue
    measure: Measure


_NAME, _KIND, _LOW, _HIGH = pick(MEASURE_SCORE, "measure", "kind", "low", "high")
_DECLARED: tuple[Field[MeasuredRun], ...] = read_by(
    (_NAME, _KIND, _LOW, _HIGH),
    measure=lambda one: one.measure.name,
    kind=lambda one: one.measure.kind.value,
    low=lambda one: one.measure.low,
    high=lambda one: one.measure.high,
)
MEASURED: ExportTable[MeasuredRun] = ExportTable(
    "measures",
    "one measure of one version of one finished trial",
    ("trial", "version", "measure"),
    (
        *of(attrgetter("row"), HERE),
        field(
            OPTIONAL, "version", "version levels of the conversation, joined by a comma",
            lambda one: ", ".join(level for _, level in one.of.version),
            missing="the script has no versions, or the measure is over several waves",
        ),
        *_DECLARED,
        field(
            DECIMAL, "value", "the value; the mean over the coders that count", "of.value",
            missing="a mark or a reply is missing",
        ),
    ),
)  # fmt: skip

SCALES: ExportTable[ScaleReliability] = ExportTable(
    "questionnaires",
    "one scale of a questionnaire in one wave, cell and participant",
    ("experiment", "condition", "wording", "model", "versions", "scale", "wave"),
    flat(
        RELIABILITY, "experiment", "condition", "wording", "model", "simulated", "versions",
        "scale", "wave", "items", "n_draws", "missing", "alpha", "alpha_ci95", "alpha_ci_method",
        "alpha_reason", "omega", "omega_reason",
    ),
)  # fmt: skip


def measured_rows(
    trials: Iterable[TrialRow], experiments: Iterable[Experiment]
) -> Iterator[MeasuredRun]:
    """A row for each measure of each version of each trial."""
    known = {one.title: {each.name: each for each in one.measures} for one in experiments}
    for row in trials:
        for value in row.measured:
            yield MeasuredRun(row, value, known[row.experiment][value.measure])
