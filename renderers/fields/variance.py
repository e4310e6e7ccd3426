"""The figures of the variance of scores by source, and of a D-study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.words import counted
from renderers.fields.design import EXPERIMENT_TITLE, SIMULATED, WORDING
from renderers.fields.field import Field, Kind, Scale, columns, each, field, pick
from renderers.fields.scales import MEASURE_CI, OPTIONAL, RATIO, TEXT, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, UNKNOWN
from renderers.rows.variance import (
    DStudy,
    Variance,
    VarianceComponent,
    VarianceMeasure,
    VarianceSource,
)
from renderers.tables.fitted import Column

SOURCES = (
    (VarianceSource.PARTICIPANT, "participants"),
    (VarianceSource.CONDITION, "conditions"),
    (VarianceSource.PARTICIPANT_CONDITION, "conditions, by participant"),
    (VarianceSource.ITEM, "scored questions (marks only)"),
    (VarianceSource.ITEM_CELL, "questions, by participant and condition (marks only)"),
    (VarianceSource.COUNTERBALANCE, "levels that are counterbalanced"),
    (VarianceSource.WORDS, "sets of words, in all conditions and for all participants"),
    (VarianceSource.TEXT, "sets of words with their levels, by participant and condition"),
    (VarianceSource.SAMPLE, "replies to one text"),
    (VarianceSource.CODER, "coders, over all trials (LRS only)"),
    (VarianceSource.REST, "what is left: coders by trial, or questions by trial"),
)
MEASURES = (
    (VarianceMeasure.LRS, "LRS of a trial by one coder, 0 to 5"),
    (VarianceMeasure.MARK, "mark of a question, mean over coders, 0 to 1"),
)
PART = Scale[float](Kind.NUMBER, lambda value: f"{100 * value:.0f}%", low=0, high=1)

COMPONENT: tuple[Field[VarianceComponent], ...] = (
    field(
        TEXT, "source", "what scores vary by", "source.value", heading="source", label=True,
        levels=tuple((source.value, what) for source, what in SOURCES),
    ),
    field(
        WHOLE, "levels", "how many there are", heading="levels", none=NONE,
        missing="over several experiments", only=lambda row: row.levels is not None,
    ),
    field(
        WHOLE, "n_experiments", "experiments in which it can be estimated",
        heading="experi-\nments", only=lambda row: row.levels is None,
    ),
    field(
        RATIO, "sd", "standard deviation that it adds, in the unit of the measure", heading="SD",
        missing="it cannot be estimated: see reason",
        text=lambda row: None if row.sd is None else f"{row.sd:.2f}", none=NONE,
    ),
    field(
        MEASURE_CI, "ci95", "95% interval of that standard deviation", heading="95%", joined=True,
        none=NONE, missing="too few sets of words: see reason",
    ),
    field(
        PART, "share", "share of the variance, of all sources that can be estimated",
        heading="share of\nvariance", none=NONE,
    ),
    field(
        OPTIONAL, "reason", "why it, or its interval, is unknown", heading="unknown", folds=True,
        none="", text=lambda row: row.reason, only=lambda row: bool(row.reason),
    ),
)  # fmt: skip

VARIANCE: tuple[Field[Variance], ...] = (
    field(
        TEXT, "measure", "of what the variance is", "measure.value",
        levels=tuple((measure.value, what) for measure, what in MEASURES),
    ),
    EXPERIMENT_TITLE,
    WORDING,
    SIMULATED,
    field(WHOLE, "n_experiments", "experiments in it"),
    field(WHOLE, "n_scores", "scores: one of each coder and trial, or one of each question", "n"),
    field(WHOLE, "n_word_sets", "sets of words", "n_words"),
    each("components", "each source", lambda row: row.components, COMPONENT),
    CI_METHOD,
)  # fmt: skip

D_STUDY: tuple[Field[DStudy], ...] = (
    EXPERIMENT_TITLE,
    WORDING,
    SIMULATED,
    field(WHOLE, "draws", "draws of a cell", heading="draws"),
    field(WHOLE, "samples", "samples of each draw"),
    field(WHOLE, "coders", "coders of each trial", heading="coders"),
    field(RATIO, "sd", "standard deviation of the draws' LRS"),
    field(RATIO, "se", "standard error of the cell's mean LRS"),
    field(RATIO, "half_width", "about half the width of its 95% interval"),
    field(
        RATIO,
        "difference",
        "smallest difference of two cells that is detected with 80% power",
        missing="no difference on the scale would be",
    ),
)


@dataclass(frozen=True, slots=True)
class DStudyRow:
    """What so many draws and coders give, for each number of samples."""

    draws: int
    coders: int
    by_samples: dict[int, DStudy]


def variance_columns(rows: Sequence[VarianceComponent]) -> list[Column]:
    """Columns of one decomposition."""
    return columns(COMPONENT, rows)


def variance_by_experiment(rows: Sequence[Variance]) -> list[Column]:
    """A row for each experiment: the standard deviation that each source adds."""
    (sd,) = pick(COMPONENT, "sd")

    def added(source: VarianceSource) -> Field[Variance]:
        return sd.but(source.value, heading=source.value.replace(" x ", " x\n")).of(
            lambda row: row.of(source)
        )

    name: Field[Variance] = field(
        TEXT, "experiment", "title of the experiment", heading="experiment", label=True, folds=True
    )
    known = [
        source
        for source in VarianceSource
        if any((one := row.of(source)) is not None and one.sd is not None for row in rows)
    ]
    return columns((name, *map(added, known)), rows)


def d_study_columns(rows: Sequence[DStudy]) -> list[Column]:
    """Columns of a D-study: a row for draws and coders, a column for samples."""
    groups: dict[tuple[int, int], dict[int, DStudy]] = {}
    for row in rows:
        groups.setdefault((row.draws, row.coders), {})[row.samples] = row
    found = [DStudyRow(*key, some) for key, some in groups.items()]

    def half_width(samples: int) -> Field[DStudyRow]:
        return field(
            RATIO, f"samples_{samples}", "half the width of the interval",
            lambda row: row.by_samples[samples].half_width,
            text=lambda row: f"±{row.by_samples[samples].half_width:.2f}",
            heading=counted(samples, "sample"), none=UNKNOWN,
        )  # fmt: skip

    first: tuple[Field[DStudyRow], ...] = (
        field(WHOLE, "draws", "draws of a cell", heading="draws", label=True),
        field(WHOLE, "coders", "coders of each trial", heading="coders"),
    )
    samples = dict.fromkeys(row.samples for row in rows)
    return columns((*first, *map(half_width, samples)), found)
