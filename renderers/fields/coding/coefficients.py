"""Coefficients of agreement: what they are called, in words and at the head of a column, and what
is known of each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from renderers.fields.field import Field, Kind, Scale, by_name, field, keyed
from renderers.fields.scales import COUNT, TEXT, WHOLE
from renderers.number_words import INTERVAL

PERCENT = "percent_agreement"
WITHIN_1 = "percent_within_1"
KAPPA = "cohen_kappa"
LINEAR_KAPPA = "cohen_kappa_linear"
QUADRATIC = "cohen_kappa_quadratic"
FLEISS = "fleiss_kappa"
NOMINAL_ALPHA = "krippendorff_alpha_nominal"
ALPHA = "krippendorff_alpha_ordinal"
SPEARMAN = "spearman_mean"
ICC_OF_ONE, ICC_OF_MEAN = "icc_2_1", "icc_2_k"


def _named(name: str, what: str, heading: str = "") -> Field[Any]:
    return Field(name, Kind.OBJECT, what, heading=heading)


NAMED = by_name((
    _named(PERCENT, "percent agreement", "agree"),
    _named(WITHIN_1, "percent within 1", "within 1"),
    _named(KAPPA, "Cohen's kappa", "kappa"),
    _named(LINEAR_KAPPA, "Cohen's kappa, linear weights"),
    _named(QUADRATIC, "Cohen's kappa, quadratic weights", "quadratic kappa"),
    _named("light_kappa", "Light's kappa"),
    _named("scott_pi", "Scott's pi"),
    _named(FLEISS, "Fleiss' kappa", "Fleiss'"),
    _named("conger_kappa", "Conger's kappa"),
    _named("brennan_prediger", "Brennan-Prediger"),
    _named("gwet_ac1", "Gwet's AC1"),
    _named("gwet_ac2_linear", "Gwet's AC2, linear weights"),
    _named("gwet_ac2_quadratic", "Gwet's AC2, quadratic weights"),
    _named(NOMINAL_ALPHA, "Krippendorff's alpha, nominal", "alpha"),
    _named(ALPHA, "Krippendorff's alpha, ordinal", "alpha"),
    _named("krippendorff_alpha_interval", "Krippendorff's alpha, interval"),
    _named("krippendorff_alpha_ratio", "Krippendorff's alpha, ratio"),
    _named("icc_1_1", "ICC(1,1)"),
    _named(ICC_OF_ONE, "ICC(2,1), also called ICC(A,1)", "ICC(A,1)"),
    _named("icc_3_1", "ICC(3,1), also called ICC(C,1)"),
    _named("icc_1_k", "ICC(1,k)"),
    _named(ICC_OF_MEAN, "ICC(2,k), also called ICC(A,k)", "ICC(A,k)"),
    _named("icc_3_k", "ICC(3,k), also called ICC(C,k)"),
    _named("kendall_w", "Kendall's W"),
    _named(SPEARMAN, "Spearman's rho"),
))  # fmt: skip
"""The coefficients of `coders.statistics.coefficient`, in the order in which they are shown."""


MEASURED = by_name((
    _named("marks", "marks of test questions", "marks"),
    _named("gate", "transcripts passed or failed", "transcripts"),
    _named("control_questions", "single control questions", "control\nquestions"),
    _named("lrs", "LRS of scored trials", "LRS\n1 to 5"),
    _named("lrs_with_zeros", "LRS, including zeros", "LRS\n0 to 5"),
    _named("ratings", "ratings (0 to 5)", "ratings"),
    _named("readings", "replies that the next words depended on"),
))  # fmt: skip
"""What coders are compared on, by the keys in a document."""


COEFFICIENT_VALUE = Scale[float](Kind.NUMBER, page="rounded")
PAIR_OF_ENDS = Scale[tuple[float, float]](Kind.NUMBER, plain=list, page="interval")

MEASURE: Field[Any] = field(TEXT, "measure", "what is compared", "measure.title", heading="measure")
NAME: Field[Any] = field(
    TEXT, "coefficient", "name of the coefficient", lambda one: NAMED[one.name].what,
    heading="coefficient", label=True, folds=True,
)  # fmt: skip
COEFFICIENT: tuple[Field[Any], ...] = (
    field(
        COEFFICIENT_VALUE, "value", "the coefficient", missing="see `reason`", heading="value"
    ),
    field(
        PAIR_OF_ENDS, "ci95", "95% interval of the coefficient", missing="see `ci_reason`",
        heading=INTERVAL, joined=True,
    ),
    field(TEXT, "reason", "why there is no value", missing="there is one"),
    field(COUNT, "n_items", "items in the coefficient", heading="n"),
    field(TEXT, "method", "how the coefficient was computed, with its source"),
    field(
        TEXT, "ci_method", "how the interval was computed", missing="there is none",
        heading="interval by", folds=True,
    ),
    field(TEXT, "ci_reason", "why there is no interval", missing="there is one, or no value"),
    field(
        COEFFICIENT_VALUE, "expected", "agreement by chance that was taken out",
        missing="the coefficient is not corrected for chance", heading="by chance",
    ),
    field(
        WHOLE, "undefined_replicates", "bootstrap replicates in which it was undefined",
        missing="nothing was resampled",
    ),
)  # fmt: skip


def _by_name(name: str, what: str, heading: str) -> Field[Any]:
    """Coefficients by name; null where there are none."""
    all_of: Field[Any] = keyed(name, what, COEFFICIENT, lambda one: one.name)
    return replace(
        all_of, missing="the items have no cells", heading=heading,
        json=lambda found: all_of.json(found) or None,
    )  # fmt: skip


WITHIN_CELL = _by_name(
    "within_cell", "the same within cells, so that differences between cells do not count",
    "within cells",
)  # fmt: skip
POOLED = "pooled"
"""What a figure is called that is not `WITHIN_CELL`, where both stand."""
FROM_CELLS = _by_name(
    "baseline_cell_only", "expected from coders who saw only the condition",
    "coders who saw only the condition",
)  # fmt: skip


def in_a_sentence(name: str) -> str:
    """What a sentence calls a coefficient: Cohen's quadratic kappa."""
    title, _, how = NAMED[name].what.partition(", ")
    whose, _, what = title.rpartition(" ")
    return " ".join(filter(None, (whose, how.removesuffix(" weights"), what)))


def among_kappas(name: str) -> str:
    """What a table of kappas calls one of them: Cohen's, quadratic weights."""
    return NAMED[name].what.replace(" kappa", "")
