"""Agreement as JSON, of a table of ratings and of a study, for whoever scripts it.

Keys may be added, none renamed; null where nothing can be said, with a reason.

Values are as computed, not rounded. At the top of a study are the figures for the marks of test
questions, under the same keys as for a table of ratings; everything else is under keys of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from coders.statistics.agreement import Agreement, CategoryAgreement, PairAgreement
from coders.statistics.coefficient import Coefficient
from coders.statistics.drift import DriftBlock
from coders.statistics.intervals import Interval
from coders.statistics.masking import Masking, MaskingArm
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Scale,
    attributes,
    document,
    each,
    field,
    group,
    nested,
    through,
)
from renderers.fields.scales import WHOLE
from renderers.fields.trials import LINEAR
from runners.agreement.each_coder import CoderPart, GivenBeforeMarks
from runners.agreement.measures import Reliability
from runners.agreement.results import Group, OtherRaters, QuestionPart, Shift, StudyAgreement
from runners.coding.coder_progress import CoderReport, GateForm

ENDS = Scale[Interval](Kind.NUMBER, plain=lambda found: [found.low, found.high])

COEFFICIENT = attributes(
    Coefficient,
    "value", "ci95", "reason", "n_items", "method", "ci_method", "ci_reason", "expected",
    "undefined_replicates",
)  # fmt: skip


def _named(found: Iterable[Coefficient]) -> Document:
    """Coefficients by name."""
    return {one.name: document(COEFFICIENT, one) for one in found}


def _coefficients(found: Agreement) -> Document:
    """All coefficients by name. Specific agreement is one figure for each category, so its own
    value is null and the figures are under `by_category`.
    """
    by_category = {one.label: document(COEFFICIENT, one.specific) for one in found.categories}
    reason = "one figure per category: see by_category"
    specific = {"value": None, "ci95": None, "reason": reason, "by_category": by_category}
    return {**_named(found.coefficients), "specific_agreement": specific}


_BY_NAME = Scale[Iterable[Coefficient]](Kind.LIST, plain=_named)

PAIR = (
    *attributes(PairAgreement, "coders", "n"),
    field(_BY_NAME, "coefficients", "by name", lambda one: one.coefficients),
    *attributes(PairAgreement, "confusion"),
)

CATEGORY = (
    *attributes(CategoryAgreement, ("category", "label"), ("ratings", "n")),
    nested("specific_agreement", "of the category", lambda one: one.specific, COEFFICIENT),
    nested("kappa_against_rest", "of all others", lambda one: one.against_rest, COEFFICIENT),
)

AGREEMENT: tuple[Field[Agreement], ...] = (
    *attributes(
        Agreement,
        "items", "coders", ("idle_coders", "idle"), "missing",
        ("items_with_two_ratings", "pairable"), ("items_with_all_ratings", "complete"),
        "level", ("categories", "labels"), "clusters",
    ),
    group("bootstrap", "its size", *attributes(Agreement, "replicates", "seed")),
    Field("coefficients", Kind.LIST, "by name", json=_coefficients),
    each("pairs", "each pair of coders", lambda one: one.pairs, PAIR),
    each("by_category", "each category", lambda one: one.categories, CATEGORY),
    field(_BY_NAME, "within_cell", "within cells", lambda one: one.within_cell or None),
    *attributes(Agreement, "cells"),
    field(
        _BY_NAME, "baseline_cell_only", "expected from coders who saw only the condition",
        lambda one: one.baseline_cell_only or None,
    ),
    *attributes(
        Agreement, "confusion", ("prevalence_index", "prevalence"), ("bias_index", "bias")
    ),
)  # fmt: skip

RELIABILITY = (
    *attributes(Reliability, ("what", "title"), "unit"),
    *through(Reliability, "agreement", AGREEMENT),
)

QUESTION = (
    *attributes(QuestionPart, "experiment", "question", "kind", "coded"),
    *through(QuestionPart, "part.agreement", AGREEMENT),
)

MAIN: tuple[Field[Group], ...] = (
    nested("marks", "marks of test questions", lambda one: one.marks, RELIABILITY),
    nested("gate", "control questions passed or failed", lambda one: one.gate, RELIABILITY),
    nested("lrs", "LRS of scored trials", lambda one: one.rule, RELIABILITY),
)
BY_EXPERIMENT = (*attributes(Group, ("experiment", "name")), *MAIN)
BY_MODEL = (*attributes(Group, ("model", "name")), *MAIN)

OTHER_RATERS = (
    *attributes(OtherRaters, "coders"),
    nested("marks", "marks of test questions", lambda one: one.marks, RELIABILITY),
    nested("lrs", "LRS of scored trials", lambda one: one.rule, RELIABILITY),
    each(
        "shift_by_model", "relative to the pooled coders", lambda one: one.shifts,
        attributes(Shift, "model", "n", "difference"),
    ),
)  # fmt: skip

GATE_FORM = attributes(GateForm, "form", "right", "marks", "gates_wrong", "passed")

PACKET = (
    *attributes(
        CoderReport, "coder", "kind", "packet", "view", "locked", "items", "done",
    ),
    field(WHOLE, "skipped", "items that were skipped", lambda one: len(one.skipped)),
    *attributes(
        CoderReport,
        ("story_opened", "opened"), ("lrs_given", "rated"), ("lrs_overridden", "overridden"),
        "training_done",
    ),
    each("gates", "forms of the calibration", lambda one: one.gates, GATE_FORM),
    *attributes(CoderReport, ("silent_gold_done", "gold_done")),
)  # fmt: skip

BLOCK = (
    *attributes(DriftBlock, "first", "last", "compared", "agreement"),
    field(ENDS, "agreement_ci95", "its interval", lambda one: one.agreement_interval),
    *attributes(DriftBlock, "gold", "gold_right"),
    field(ENDS, "gold_ci95", "of the share", lambda one: one.gold_interval),
)

ARM = (
    *attributes(MaskingArm, "arm", "right", "wrong", "no_idea", ("bang_index", "index")),
    field(ENDS, "ci95", "interval of the index", lambda one: one.interval),
)

MASKING = (
    *attributes(
        Masking, "asked", ("guessed", "guesses"), "right", "no_idea", ("accuracy", "share")
    ),
    field(ENDS, "accuracy_ci95", "of the share", lambda one: one.accuracy),
    *attributes(Masking, "chance"),
    each("arms", "by true value", lambda one: one.arms, ARM),
)

CODER: tuple[Field[CoderPart], ...] = (
    *attributes(CoderPart, "coder", "kind"),
    group(
        "again", "hidden duplicates against the first codes",
        nested("marks", "of questions", lambda one: one.again_marks, AGREEMENT),
        nested("lrs", "of transcripts", lambda one: one.again_lrs, AGREEMENT),
    ),
    nested(
        "lrs_first", "LRS given before any mark, compared with the computed one",
        lambda one: one.first,
        attributes(
            GivenBeforeMarks, "n", ("same_as_rule", "same"), ("mean_difference", "difference")
        ),
    ),
    Field(
        "blocks", Kind.LIST, "blocks of the coder's own order",
        json=lambda one: [{"unit": one.unit, **document(BLOCK, block)} for block in one.blocks],
    ),
    group(
        "masking", "masking test",
        nested("model", "the participant", lambda one: one.model, MASKING),
        nested("wording", "the wording", lambda one: one.wording, MASKING),
    ),
)  # fmt: skip

STUDY: tuple[Field[StudyAgreement], ...] = (
    *attributes(StudyAgreement, "study", "simulated"),
    *through(StudyAgreement, "marks.agreement", AGREEMENT),
    *attributes(StudyAgreement, "pooled", "as_paper"),
    group(
        "trials", "number of trials coded",
        *attributes(
            StudyAgreement,
            ("asked_for", "trials"), ("coded", "standing"), ("different", "coded"),
            ("double_coded", "double"), "double_share", ("gate_disputed", "disputed"),
            ("gate_disputed_trials", "disputed_trials"),
            ("gate_disputed_open", "disputed_open"), ("other_words", "stale"),
        ),
    ),
    Field("resampled", Kind.TEXT, "clusters", json=lambda one: RESAMPLED),
    each("questions", "each question", lambda one: one.questions, QUESTION),
    nested("gate", "control questions passed or failed", lambda one: one.gate, RELIABILITY),
    nested("control_questions", "single control questions", lambda one: one.controls, RELIABILITY),
    nested("lrs", "LRS of scored trials", lambda one: one.rule, RELIABILITY),
    nested("lrs_with_zeros", "LRS of all trials", lambda one: one.final, RELIABILITY),
    group(
        "lrs_in_three_steps", "the same in three steps",
        field(WHOLE, "categories_before", "", lambda one: len(one.final.agreement.labels)),
        field(WHOLE, "categories_after", "", lambda one: len(one.three_steps.agreement.labels)),
        *through(StudyAgreement, "three_steps", RELIABILITY),
    ),
    nested(LINEAR.name, "1 + 4 x proportion correct", lambda one: one.linear, RELIABILITY),
    each("by_experiment", "each experiment", lambda one: one.experiments, BY_EXPERIMENT),
    each("by_model", "each participant", lambda one: one.models, BY_MODEL),
    nested("authors", "authors, unless pooled", lambda one: one.authors, OTHER_RATERS),
    each("judges", "each judge", lambda one: one.judges, OTHER_RATERS),
    *attributes(StudyAgreement, "hidden"),
    each("packets", "progress of each packet", lambda one: one.reports, PACKET),
    each("each_coder", "each coder", lambda one: one.people, CODER),
)  # fmt: skip

RESAMPLED = "experiment x draw, within experiments"


def agreement_document(found: Agreement) -> Document:
    """What `devrun agree --table --json` prints."""
    return document(AGREEMENT, found)


def study_document(found: StudyAgreement) -> Document:
    """What `devrun agree --json` prints of a study."""
    return document(STUDY, found)
