"""The figures of many models in several concepts."""

from __future__ import annotations

from renderers.fields.design import SIMULATED
from renderers.fields.field import Field, Kind, Scale, each, field
from renderers.fields.scales import (
    CORRELATION,
    CORRELATION_CI,
    NUMBER,
    OPTIONAL,
    SIGNED,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
    P,
)
from renderers.number_words import NONE, Ends
from renderers.rows.model_results import (
    ConceptCorrelation,
    ConceptResult,
    ModelResult,
    ModelResults,
    StageCorrelation,
    StageDifference,
)


def _points(value: float) -> str:
    return f"{round(1000 * value) / 10 + 0.0:+.1f}"


PERCENT = Scale[float](
    Kind.NUMBER, lambda value: f"{100 * value:.1f}", low=0, high=1, page="percent"
)
POINTS = Scale[float](Kind.NUMBER, _points, page="points")
POINTS_CI = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{_points(ends[0])} to {_points(ends[1])}", list, "low and high"
)
TIMES = Scale[float](Kind.NUMBER, "{:.2f}".format, low=0, page="rounded")
NO_CHANCE = "chance is unknown"
NO_SIZE = "fewer than three models have a size, or all have the same"
UNDECLARED = "not declared, or figures do not vary"
NO_SPREAD = "figures do not vary, or there are too few models"
_BOARD: Field[ConceptResult | ModelResult | ConceptCorrelation] = field(
    OPTIONAL, "board", "the board, or the cell of a study", missing="the table has one board"
)
_CUT: Field[StageDifference | StageCorrelation] = field(
    OPTIONAL, "models_of", "the board, or its best N models", "cut", heading="models of",
    label=True, folds=True, once=True, none="all", missing="the table has one board",
)  # fmt: skip

CONCEPT: tuple[Field[ConceptResult], ...] = (
    _BOARD,
    field(
        OPTIONAL, "stage", "its stage", heading="stage", label=True, folds=True, once=True,
        none=NONE, missing="no stage is named",
    ),
    field(TEXT, "concept", "a group of items", heading="concept", label=True, folds=True),
    field(WHOLE, "items", "items of the concept", heading="items", missing="unknown",
          only=lambda row: row.items is not None),
    field(WHOLE, "models", "models in the mean"),
    field(PERCENT, "accuracy", "mean accuracy of the models", heading="accuracy"),
    field(PERCENT, "people", "accuracy of people", heading="people", none=NONE,
          missing="there is no row of people", only=lambda row: row.people is not None),
    field(PERCENT, "chance", "accuracy of a guess", heading="chance", missing=NO_CHANCE,
          only=lambda row: row.chance is not None),
    field(TIMES, "over_chance", "accuracy / chance", heading="/ chance", missing=NO_CHANCE,
          only=lambda row: row.chance is not None),
    field(POINTS, "corrected", "(accuracy - chance) / (1 - chance)", heading="corrected",
          missing=NO_CHANCE, only=lambda row: row.chance is not None),
    field(POINTS, "slope", "rise of accuracy per tenfold parameters", heading="slope", none=NONE,
          missing=NO_SIZE, only=lambda row: row.slope is not None),
    field(POINTS_CI, "slope_ci95", "95% interval of the slope", heading="95%", joined=True,
          none=NONE, missing="fewer than four series", only=lambda row: row.slope is not None),
    field(POINTS, "beyond_last_stage", "slope minus that of the last stage", "beyond",
          heading="less last\nstage's", none=NONE, missing=NO_SIZE,
          only=lambda row: row.beyond is not None),
    field(POINTS_CI, "beyond_last_stage_ci95", "95% interval of this difference", "beyond_ci95",
          heading="95%", joined=True, none=NONE, missing="fewer than four series",
          only=lambda row: row.beyond is not None),
    SIMULATED,
)  # fmt: skip

MODEL: tuple[Field[ModelResult], ...] = (
    _BOARD,
    field(NUMBER, "rank", "rank by the mean over items, else over concepts", heading="rank",
          none=NONE, missing="people"),
    field(TEXT, "participant", "the model, or people", heading="participant", label=True,
          folds=True),
    field(WHOLE, "shown", "concepts that it has an accuracy in"),
    field(PERCENT, "mean_over_items", "mean over items", "over_items", heading="over\nitems",
          none=NONE, missing="numbers of items are unknown",
          only=lambda row: row.over_items is not None),
    field(PERCENT, "mean_over_concepts", "plain mean of concepts", "macro",
          heading="over\nconcepts", none=NONE, missing="a concept was not shown"),
    field(PERCENT, "printed_mean", "the mean that the table has", "printed",
          heading="printed\nmean", none=NONE, missing="the table has none",
          only=lambda row: row.printed is not None),
    field(PERCENT, "fail", "share of replies that need a human, are lost, refuse or answer nothing",
          heading="FAIL", none=NONE, missing="a table of results does not say",
          only=lambda row: row.fail is not None),
    field(TRUTH, "left_out", "whether it is left out of means, since too many replies are FAIL",
          levels=(("TRUE", "left out of means"), ("FALSE", "in the means"))),
    field(Scale[tuple[tuple[str, float], ...]](Kind.OBJECT, plain=dict), "stages",
          "mean accuracy in each stage"),
    field(Scale[tuple[tuple[str, float | None], ...]](Kind.OBJECT, plain=dict), "concepts",
          "accuracy in each concept", "accuracies"),
    SIMULATED,
)  # fmt: skip

DIFFERENCE: tuple[Field[StageDifference], ...] = (
    _CUT,
    field(TEXT, "first", "a later stage", heading="stage", label=True, folds=True),
    field(TEXT, "second", "an earlier one", heading="minus", label=True, folds=True),
    field(WHOLE, "models", "models in the difference", heading="n"),
    field(POINTS, "difference", "first minus second, of accuracies", heading="difference"),
    field(POINTS_CI, "ci95", "95% interval of the difference", heading="95%", joined=True,
          none=NONE, missing=NO_SPREAD),
    field(SIGNED, "t", "t, with one degree of freedom less than there are models", heading="t",
          none=NONE, missing=NO_SPREAD),
    field(P, "p", "two-sided p value", heading="p", none=NONE, missing=UNDECLARED,
          only=lambda row: row.p is not None),
    field(P, "p_holm", "p adjusted by Holm over declared differences", heading="Holm", none=NONE,
          missing=UNDECLARED, only=lambda row: row.p is not None),
    SIMULATED,
)  # fmt: skip

CORRELATIONS: tuple[Field[ConceptCorrelation], ...] = (
    _BOARD,
    field(TEXT, "first", "a concept", heading="concept", label=True, folds=True, once=True),
    field(TEXT, "second", "another concept, or another test", heading="with", label=True,
          folds=True),
    field(WHOLE, "models", "models that have both", heading="n"),
    field(CORRELATION, "r", "Pearson's r", heading="r", none=NONE, missing=NO_SPREAD),
    field(CORRELATION_CI, "ci95", "95% interval of r", heading="95%", joined=True, none=NONE,
          missing=NO_SPREAD),
    field(P, "p", "two-sided p value", heading="p", none=NONE, missing=NO_SPREAD),
    field(P, "p_holm", "p adjusted by Holm", heading="Holm", none=NONE, missing=NO_SPREAD),
    SIMULATED,
)  # fmt: skip

STAGE_CORRELATION: tuple[Field[StageCorrelation], ...] = (
    _CUT,
    field(WHOLE, "models", "models in the correlations", heading="n"),
    field(TEXT, "first", "a stage"),
    field(TEXT, "second", "the same stage, or another"),
    field(WHOLE, "pairs", "pairs of concepts"),
    field(CORRELATION, "mean_r", "mean of Pearson's r over these pairs", "r"),
    SIMULATED,
)  # fmt: skip


RESULTS: tuple[Field[ModelResults], ...] = (
    field(TEXT, "source", "the table, or the study"),
    field(TEXTS, "method", "how the figures were computed", "notes"),
    field(TEXTS, "left_out", "who and what is in no figure"),
    field(TEXTS, "to_look_at", "whose replies a person should look at"),
    each("concepts", "each concept, over models", CONCEPT),
    each("models", "each model, over concepts", MODEL),
    each("stage_differences", "differences of two stages", DIFFERENCE, "differences"),
    each("correlations", "correlations of two concepts", CORRELATIONS),
    each("stage_correlations", "mean correlations within and between stages", STAGE_CORRELATION),
    each("other_tests", "correlations with other tests", CORRELATIONS, "others"),
)
