"""The figures of the variance of scores by source, and of a D-study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from dsl.words import counted
from renderers.fields.design import EXPERIMENT_TITLE, SIMULATED, WORDING
from renderers.fields.field import Field, Kind, Scale, columns, each, field, of, pick
from renderers.fields.scales import MEASURE_CI, OPTIONAL, RATIO, TEXT, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, Ends
from renderers.rows.variance import (
    DStudy,
    Precision,
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
KNOWN = "nothing is unknown"

PRECISION_CI = Scale[tuple[object, object]](
    Kind.NUMBER, plain=list, unit="LRS points, low and high"
)
PART = Scale[float](Kind.NUMBER, lambda value: f"{100 * value:.0f}%", low=0, high=1)
PART_CI = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{100 * ends[0]:.0f} to {100 * ends[1]:.0f}%", list,
    "shares, low and high",
)  # fmt: skip

COMPONENT: tuple[Field[VarianceComponent], ...] = (
    field(
        TEXT, "source", "what scores vary by", "source.value", heading="source", label=True,
        folds=True,
        levels=tuple((source.value, what) for source, what in SOURCES),
    ),
    field(
        WHOLE, "levels", "how many there are", heading="levels", none=NONE,
        missing="over several experiments", only=lambda row: row.levels is not None,
    ),
    field(
        WHOLE, "n_experiments", "experiments in which it can be estimated",
        heading="ex\u00adperi\u00adments", only=lambda row: row.levels is None,
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
        heading="share", none=NONE, missing="it cannot be estimated: see reason",
    ),
    field(
        PART_CI, "share_ci95", "95% interval of that share", heading="95%,\nshare", joined=True,
        none=NONE, missing="nothing varies, or too few sets of words: see reason",
    ),
    field(
        OPTIONAL, "reason", "why it, or its interval, is unknown", heading="unknown", folds=True,
        none="", missing=KNOWN, text=lambda row: row.reason, only=lambda row: bool(row.reason),
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
    each("components", "each source", COMPONENT),
    CI_METHOD,
)  # fmt: skip

_PRECISION: tuple[Field[Precision], ...] = (
    field(RATIO, "sd", "standard deviation of the draws' LRS"),
    field(RATIO, "se", "standard error of the cell's mean LRS"),
    field(
        RATIO, "half_width", "about half the width of the 95% interval of that mean",
        text=lambda row: f"±{row.half_width:.2f}",
    ),
    field(
        RATIO, "difference", "smallest difference of two cells that is detected with 80% power",
        missing="no difference on the scale would be",
    ),
)  # fmt: skip
DRAW_FIGURES = tuple(one.name for one in _PRECISION)
"""The figures of a D-study that have intervals, by name."""


def _interval(figure: Field[Precision]) -> Field[DStudy]:
    """What a figure is at both ends of the interval for the standard deviation of draws."""
    missing = "too few sets of words: see reason"
    if figure.missing:
        missing += f", or {figure.missing}"

    def ends(row: DStudy) -> tuple[object, object] | None:
        return row.ends and (figure.value(row.ends[0]), figure.value(row.ends[1]))

    return field(
        PRECISION_CI, f"{figure.name}_ci95", f"95% interval of the figure `{figure.name}`", ends,
        missing=missing,
    )  # fmt: skip


_DRAWS: Field[DStudy] = field(WHOLE, "draws", "draws of a cell", heading="draws", label=True)
_CODERS: Field[DStudy] = field(
    WHOLE, "coders", "coders of each trial", heading="coders", label=True
)
D_STUDY: tuple[Field[DStudy], ...] = (
    EXPERIMENT_TITLE,
    WORDING,
    SIMULATED,
    field(WHOLE, "n_experiments", "experiments in it: those with several sets of words"),
    _DRAWS,
    field(WHOLE, "samples", "samples of each draw"),
    _CODERS,
    *of(attrgetter("found"), _PRECISION),
    *map(_interval, _PRECISION),
    field(OPTIONAL, "reason", "why the intervals are unknown", missing=KNOWN),
)  # fmt: skip


_BySamples = Mapping[int, DStudy]
"""What so many draws and coders give, for each number of samples."""


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

    def some(row: _BySamples) -> DStudy:
        return next(iter(row.values()))

    def found(samples: int) -> Callable[[_BySamples], Precision]:
        return lambda row: row[samples].found

    def interval(samples: int) -> Field[_BySamples]:
        def ends(row: _BySamples) -> Ends | None:
            found = row[samples].ends
            return None if found is None else (found[0].half_width, found[1].half_width)

        return field(
            MEASURE_CI, f"interval_{samples}", "95% interval of that width", ends, priority=1,
            heading=f"95%,\n{counted(samples, 'sample')}", none=NONE, joined=samples != first,
        )  # fmt: skip

    (half_width,) = pick(_PRECISION, "half_width")
    samples = dict.fromkeys(row.samples for row in rows)
    first = min(samples)
    return columns(
        (
            *of(some, (_DRAWS, _CODERS)),
            *(half_width.but(heading=counted(s, "sample")).of(found(s)) for s in samples),
            *map(interval, samples),
        ),
        list(groups.values()),
    )
