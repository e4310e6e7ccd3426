"""The figures of measures that scripts declare, such as passes and totals.

The figures of questionnaires: their internal consistency, and what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dsl.experiment import MeasureKind
from renderers.fields.design import VERSION, WHERE, columns_by_cell
from renderers.fields.field import Field, Kind, Scale, by_name, field, pick
from renderers.fields.scales import DECIMAL, MEASURE_CI, OPTIONAL, RATIO, SHARE, TEXT, TEXTS, WHOLE
from renderers.fields.trials import CI_METHOD, MEASURE_NAME
from renderers.number_words import NONE, between, between_percents, decimal, percent
from renderers.rows.script_measures import (
    CurveStep,
    MeasureScore,
    ReliabilityCoefficient,
    ScaleReliability,
    TotalScale,
)
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
    (MeasureKind.CHANGE.value, "mean in the last wave of a questionnaire minus that in the first"),
    (MeasureKind.TRAINED.value, "1 where the criterion of a training was met, else 0"),
    (MeasureKind.QUESTIONS.value, "questions asked in a training; without the criterion its bound, "
     "so that the mean is the restricted mean of questions to criterion"),
    (MeasureKind.SETTLED.value, "1 where the tries of a machine left one rule, else 0"),
    (MeasureKind.TRIES.value, "tries until one rule was left; without that the bound"),
    (MeasureKind.IDLE_TRIES.value, "tries after which as many rules fit as before"),
    (MeasureKind.BITS.value, "bits learnt of a machine for each try: the binary logarithm of the "
     "rules that fit before the first try divided by those after the last, over the tries"),
    (MeasureKind.BEST_BITS.value, "the same for the best explorer with as many tries"),
    (MeasureKind.TRUTH.value, "proportion of answers about a machine that are right by how it "
     "works, whatever was seen of it; read by the rules of the script"),
)  # fmt: skip


SURVIVAL_NOTE = (
    "median: questions (of a machine: tries) after which half of the draws had met the criterion "
    "(one rule is left), with the interval of the sign test; not reached: more than half had not "
    "met it at the bound"
)
_NO_TRAINING = "it is no training or exploration"
_NOT_REACHED = "not reached"
_MEDIAN_CI = Scale[tuple[int | None, int | None]](
    Kind.NUMBER, plain=list, unit="questions, low and high; null: more than the bound"
)
_CURVE = Scale[tuple[CurveStep, ...]](Kind.LIST, plain=lambda steps: [list(one) for one in steps])


def _of_pass(row: MeasureScore) -> bool:
    return row.measure.is_share


def _mean(row: MeasureScore) -> str | None:
    mean = row.figure.mean
    return None if mean is None else (percent if _of_pass(row) else decimal)(mean)


def _interval(row: MeasureScore) -> str | None:
    ends = row.figure.ci95
    return None if ends is None else (between_percents if _of_pass(row) else between)(ends)


def _highest(row: MeasureScore) -> str | None:
    """The highest value, where it tells how large a mean is."""
    if row.measure.is_share or row.measure.kind is MeasureKind.CHANGE:
        return None
    return decimal(row.measure.high)


def _median(row: MeasureScore) -> str | None:
    found = row.survival
    if found is None or not found.n:
        return None
    return _NOT_REACHED if found.median is None else str(found.median)


def _median_interval(row: MeasureScore) -> str | None:
    found = row.survival
    if found is None or found.median_ci95 is None:
        return None
    low, high = (f">{found.bound}" if end is None else str(end) for end in found.median_ci95)
    return f"{low} to {high}"


def _chance(row: MeasureScore) -> str | None:
    measure = row.measure
    explored = measure.exploration is not None and measure.kind is not MeasureKind.TRUTH
    if measure.mean is not None or explored:
        return NONE
    return None if row.chance is None else (percent if _of_pass(row) else decimal)(row.chance)


MEASURE_SCORE: tuple[Field[MeasureScore], ...] = (
    *WHERE,
    field(TEXT, "measure", MEASURE_NAME, "measure.name", heading="measure", label=True, folds=True),
    field(TEXT, "kind", "what the number is", "measure.kind.value", levels=KINDS),
    field(TEXT, "criterion", "what the script says of it", "measure.words"),
    VERSION,
    field(DECIMAL, "low", "lowest possible value", "measure.low", title="lowest"),
    field(
        DECIMAL, "high", "highest possible value", "measure.high", heading="of", title="highest",
        priority=1, text=_highest, only=lambda row: not _of_pass(row), none=NONE,
    ),
    field(WHOLE, "n_draws", "draws in the mean", "figure.n", heading="n"),
    field(WHOLE, "missing", "runs without a value", heading="missing", priority=1, rare=True),
    field(
        DECIMAL, "mean", "mean over draws; of passes and trainings the proportion", "figure.mean",
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
    field(
        WHOLE, "met", "draws that met the criterion of a training, or left one rule of a machine",
        lambda row: None if row.survival is None else row.survival.met,
        heading="met", missing=_NO_TRAINING,
    ),
    field(
        WHOLE, "median", "median over draws of questions to criterion, or of tries until one rule "
        "was left",
        lambda row: None if row.survival is None else row.survival.median,
        heading="median", text=_median, none=NONE,
        missing=f"more than half did not meet the criterion; or {_NO_TRAINING}",
    ),
    field(
        _MEDIAN_CI, "median_ci95", "95% interval of the median, of the sign test",
        lambda row: None if row.survival is None else row.survival.median_ci95,
        heading="95%", joined=True, text=_median_interval, none=NONE,
        missing=f"fewer than six draws; or {_NO_TRAINING}",
    ),
    field(
        _CURVE, "curve", "survival curve: lists of a number of questions, the share of draws "
        "short of the criterion after it, and the ends of its exact 95% interval",
        lambda row: None if row.survival is None else row.survival.steps, missing=_NO_TRAINING,
    ),
)  # fmt: skip


MEASURE_TABLE = pick(
    MEASURE_SCORE, "measure", "experiment", "condition", "versions", "wording", "model", "n_draws",
    "missing", "mean", "ci95", "low", "high", "chance",
)  # fmt: skip


BOUND: Field[MeasureScore] = replace(by_name(MEASURE_SCORE)["high"], title="at most")
"""The highest value of questions to criterion."""
SURVIVAL_TITLE = "questions to criterion"


def of_trainings(rows: Iterable[MeasureScore]) -> list[MeasureScore]:
    """The rows of questions to criterion."""
    return [row for row in rows if row.survival is not None]


def survival_columns(rows: Sequence[MeasureScore]) -> list[Column]:
    """Columns of questions to criterion; experiment and participant are in the title."""
    return columns_by_cell(
        MEASURE_SCORE, rows, "measure", "condition", "versions", "n_draws", "met", "median",
        "median_ci95", "high",
    )  # fmt: skip


def measure_notes(rows: Sequence[MeasureScore]) -> list[str]:
    """What must be known to read the tables of these measures."""
    return [MEASURES_NOTE, *([SURVIVAL_NOTE] if of_trainings(rows) else [])]


def measure_columns(rows: Sequence[MeasureScore]) -> list[Column]:
    """Columns of measures; experiment and participant are in the title."""
    return columns_by_cell(
        MEASURE_SCORE, rows, "measure", "condition", "versions", "n_draws", "missing", "mean",
        "ci95", "high", "chance",
    )  # fmt: skip


TOTALS_TITLE = "totals: how many tasks were passed"
TOTALS_NOTE = (
    "runs by total: total x runs. Reproducibility: Guttman's, the proportion of results as on a "
    "scale on which who passes a harder task passes every easier one; at least: the lowest value "
    "that these numbers of passes allow; reversed: runs in which an easier task is failed and a "
    "harder one passed. They need 20 draws (`--runs 20`)"
)
_FEW = "fewer than 20 draws have every pass"
_DISTRIBUTION = Scale[tuple[tuple[int, int], ...]](
    Kind.LIST,
    lambda pairs: ", ".join(f"{value} x {runs}" for value, runs in pairs if runs) or None,
    lambda pairs: [list(pair) for pair in pairs],
)
_PROPORTION = Scale[float](Kind.NUMBER, "{:.0%}".format, low=0, high=1, page="percent")

TOTAL: tuple[Field[TotalScale], ...] = (
    *WHERE,
    field(TEXT, "total", "name of the total", heading="total", label=True, folds=True),
    VERSION,
    field(WHOLE, "n_draws", "draws with every pass", "n", heading="n"),
    field(WHOLE, "left_out", "runs in which a pass has no value, or coders differ on it",
          heading="left\nout", rare=True),
    field(_DISTRIBUTION, "distribution", "pairs of a total and the number of runs that have it",
          heading="runs by total"),
    field(
        RATIO, "reproducibility", "Guttman's coefficient of reproducibility", missing=_FEW,
        heading="reproduc\u00adibility", none=NONE,
    ),
    field(
        RATIO, "least_reproducibility", "the lowest that the shares that passed allow", "least",
        missing=_FEW, heading="at\nleast", none=NONE,
    ),
    field(
        _PROPORTION, "reversed", "proportion of runs in which an easier task is failed and a "
        "harder one passed", "reversed_runs", missing=_FEW, heading="reversed", none=NONE,
    ),
    field(TEXTS, "order", "the tasks from the easiest to the hardest", missing=_FEW),
)  # fmt: skip

TOTAL_TABLE = pick(
    TOTAL, "total", "experiment", "condition", "versions", "wording", "model", "n_draws",
    "distribution", "reproducibility", "least_reproducibility", "reversed",
)  # fmt: skip


def total_columns(rows: Sequence[TotalScale]) -> list[Column]:
    """Columns of totals; experiment and participant are in the title."""
    return columns_by_cell(
        TOTAL, rows, "total", "condition", "versions", "n_draws", "left_out", "distribution",
        "reproducibility", "least_reproducibility", "reversed",
    )  # fmt: skip


RELIABILITY_TITLE = "questionnaires: internal consistency over draws"
RELIABILITY_NOTE = (
    "alpha: Cronbach's, with its 95% interval from ten draws on; omega: McDonald's, of one factor; "
    "both over the n draws that answered all items, reversed items turned; missing: proportion of "
    "answers that name no point. Nothing in a questionnaire is right, so it is in no LRS"
)


def _coefficient(row: ReliabilityCoefficient) -> str | None:
    return None if row.value is None else f"{row.value:.2f}"


RELIABILITY: tuple[Field[ScaleReliability], ...] = (
    *WHERE,
    field(
        TEXT, "scale", "name of the questionnaire, with that of a subscale",
        heading="questionnaire", label=True, folds=True,
    ),
    field(OPTIONAL, "wave", "scene in which it is given", heading="wave", label=True,
          only=lambda row: bool(row.wave), missing="it is given once, in no scene"),
    VERSION,
    field(WHOLE, "items", "number of items", heading="items", priority=2),
    field(WHOLE, "n_draws", "draws that answered all items", "n", heading="n"),
    field(SHARE, "missing", "proportion of answers that name no point", heading="missing",
          priority=1),
    field(
        RATIO, "alpha", "Cronbach's alpha", "alpha.value", heading="alpha",
        text=lambda row: _coefficient(row.alpha), none=NONE, missing="see alpha_reason",
    ),
    field(
        MEASURE_CI, "alpha_ci95", "95% interval of alpha", "alpha.ci95", heading="95%",
        joined=True, none=NONE, text=lambda row: row.alpha.ci95 and between(row.alpha.ci95),
        missing="no alpha, fewer than ten draws, or one draw decides on all of it",
    ),
    field(OPTIONAL, "alpha_ci_method", "how that interval is computed", "alpha.ci_method",
          missing="there is none"),
    field(OPTIONAL, "alpha_reason", "why there is no alpha", "alpha.reason",
          missing="there is one"),
    field(
        RATIO, "omega", "McDonald's omega, of one factor", "omega.value", heading="omega",
        text=lambda row: _coefficient(row.omega), none=NONE, missing="see omega_reason",
    ),
    field(OPTIONAL, "omega_reason", "why there is no omega", "omega.reason",
          missing="there is one"),
)  # fmt: skip


RELIABILITY_TABLE = pick(
    RELIABILITY, "scale", "experiment", "condition", "wave", "versions", "wording", "model",
    "items", "n_draws", "missing", "alpha", "alpha_ci95", "omega",
)  # fmt: skip


def reliability_columns(rows: Sequence[ScaleReliability]) -> list[Column]:
    """Columns of questionnaires; experiment and participant are in the title."""
    return columns_by_cell(
        RELIABILITY, rows, "scale", "condition", "wave", "versions", "items", "n_draws", "missing",
        "alpha", "alpha_ci95", "omega",
    )  # fmt: skip


def reliability_notes(rows: Sequence[ScaleReliability]) -> list[str]:
    """What the coefficients are, and each reason why one is not given."""
    if not rows:
        return []
    reasons: dict[tuple[str, str], int] = {}
    for row in rows:
        for name, one in (("alpha", row.alpha), ("omega", row.omega)):
            if one.reason:
                reasons[name, one.reason] = reasons.get((name, one.reason), 0) + 1
    return [
        RELIABILITY_NOTE,
        *(
            f"no {name} in {count} of {len(rows)} rows: {reason}"
            for (name, reason), count in reasons.items()
        ),
    ]
