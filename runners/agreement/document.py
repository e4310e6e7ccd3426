"""Agreement on a study as JSON, for whoever scripts it.

At the top are the figures for the marks of test questions, under the same keys as for a table of
ratings (`ratings_document.py`); everything else is under keys of its own.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from renderers.fields.coding.agreement import BLOCK, OWN_ORDER
from renderers.fields.coding.coders import (
    CODED_QUESTION,
    CODER_KIND,
    LRS_FIRST,
    MASKING,
    PACKET,
    SHIFT,
)
from renderers.fields.coding.coefficients import (
    COEFFICIENT_VALUE,
    MEASURE,
    MEASURED,
    PAIR_OF_ENDS,
)
from renderers.fields.design import EXPERIMENT_TITLE, SIMULATED
from renderers.fields.design import STUDY as STUDY_ID
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    document,
    each,
    field,
    group,
    nested,
    through,
)
from renderers.fields.scales import TEXT, TEXTS, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME, LINEAR
from runners.agreement.each_coder import CoderPart
from runners.agreement.measures import Reliability
from runners.agreement.ratings_document import AGREEMENT
from runners.agreement.readings import READING
from runners.agreement.results import (
    Group,
    KappaRange,
    OtherRaters,
    QuestionPart,
    StudyAgreement,
)

RELIABILITY: tuple[Field[Reliability], ...] = (
    field(TEXT, "what", "what is compared", "title"),
    field(TEXT, "unit", "what an item is"),
    *through(Reliability, "agreement", AGREEMENT),
)

QUESTION: tuple[Field[QuestionPart], ...] = (
    *CODED_QUESTION,
    *through(QuestionPart, "part.agreement", AGREEMENT),
)


def _measured(name: str, read: str = "") -> Field[Any]:
    one = MEASURED[name]
    return nested(name, one.what, RELIABILITY, read, heading=one.heading)


MARKS, GATE, LRS = _measured("marks"), _measured("gate"), _measured("lrs", "rule")
WITH_ZEROS = _measured("lrs_with_zeros", "final")
CONTROLS = _measured("control_questions", "controls")
MAIN = (MARKS, GATE, LRS)
BY_EXPERIMENT: tuple[Field[Group], ...] = (
    EXPERIMENT_TITLE.read_by(attrgetter("name")),
    *MAIN,
)
BY_MODEL: tuple[Field[Group], ...] = (
    field(TEXT, "model", "the participant", "name", heading="participant", label=True, folds=True),
    *MAIN,
)

KAPPA_RANGE: tuple[Field[KappaRange], ...] = (
    MEASURE,
    field(
        TEXT, "kappa", "name of the coefficient", heading="kappa", label=True, folds=True,
    ),
    field(TEXTS, "coders", "the two coders; empty for all coders"),
    field(
        PAIR_OF_ENDS, "range", "lowest and highest value of an experiment", "ends",
        missing="it is defined in fewer than two experiments", heading="range over\nexperiments",
    ),
    field(WHOLE, "defined_in", "experiments in which it is defined", lambda one: len(one.values)),
    field(WHOLE, "experiments", "experiments in all"),
)  # fmt: skip

OTHER_RATERS: tuple[Field[OtherRaters], ...] = (
    field(TEXTS, "coders", "names of these coders"),
    MARKS,
    LRS,
    each("shift_by_model", "relative to the pooled coders", SHIFT, "shifts"),
)


CODER: tuple[Field[CoderPart], ...] = (
    CODER_NAME,
    CODER_KIND,
    group(
        "again", "hidden duplicates against the first codes",
        nested(
            "marks", "of questions", AGREEMENT, "again_marks", missing="there are no duplicates",
        ),
        nested("lrs", "of transcripts", AGREEMENT, "again_lrs", missing="there are no duplicates"),
    ),
    nested(
        "lrs_first", "LRS given before any mark, compared with the computed one", LRS_FIRST,
        "first",
    ),
    Field(
        "blocks", Kind.LIST, f"blocks of {OWN_ORDER}",
        json=lambda one: [{"unit": one.unit, **document(BLOCK, block)} for block in one.blocks],
        parts=(field(TEXT, "unit", "what a block counts: questions or transcripts"), *BLOCK),
    ),
    group(
        "masking", "masking test",
        nested("model", "the participant", MASKING, missing="nobody was asked"),
        nested("wording", "the wording", MASKING, missing="nobody was asked"),
    ),
)  # fmt: skip

POOLED: tuple[Field[StudyAgreement], ...] = (
    field(TEXTS, "pooled", "coders who are in the figures"),
    field(TRUTH, "rated", "whether coders gave ratings from 0 to 5, which then are the marks"),
    field(TRUTH, "as_paper", "whether authors are pooled with blind coders"),
)
TRIALS: tuple[Field[StudyAgreement], ...] = (
    field(WHOLE, "asked_for", "planned trials, finished or not", "trials"),
    field(WHOLE, "coded", "trials that the coded transcripts represent", "standing"),
    field(WHOLE, "different", "distinct transcripts that are coded", "coded"),
    field(WHOLE, "double_coded", "distinct transcripts with two coders or more", "double"),
    field(
        COEFFICIENT_VALUE, "double_share", "their share of the coded ones",
        missing="nothing is coded",
    ),
    field(
        WHOLE,
        "gate_disputed",
        "transcripts whose control questions as a whole were passed by one coder and failed by "
        "another",
        "disputed",
    ),
    field(
        WHOLE, "gate_disputed_trials", "trials that these represent", "disputed_trials"
    ),
    field(
        WHOLE, "gate_disputed_open", "disputed transcripts that are not adjudicated",
        "disputed_open",
    ),
    field(WHOLE, "other_words", "codings of a text that differs from the store", "stale"),
)  # fmt: skip
STUDY: tuple[Field[StudyAgreement], ...] = (
    STUDY_ID,
    SIMULATED,
    *through(StudyAgreement, "marks.agreement", AGREEMENT),
    *POOLED,
    group("trials", "number of trials coded", *TRIALS),
    Field("resampled", Kind.TEXT, "what is resampled together", json=lambda one: RESAMPLED),
    each("questions", "each question", QUESTION),
    each(
        "readings", f"{MEASURED['readings'].what}: all of them, then each question",
        READING,
    ),
    GATE,
    CONTROLS,
    LRS,
    WITH_ZEROS,
    group(
        "lrs_in_three_steps", "the same in three steps",
        field(
            WHOLE, "categories_before", "number of different LRS",
            lambda one: len(one.final.agreement.labels),
        ),
        field(
            WHOLE, "categories_after", "number of steps",
            lambda one: len(one.three_steps.agreement.labels),
        ),
        *through(StudyAgreement, "three_steps", RELIABILITY),
    ),
    nested(LINEAR.name, "1 + 4 x proportion correct", RELIABILITY, "linear"),
    each("by_experiment", "each experiment", BY_EXPERIMENT, "experiments"),
    each("by_model", "each participant", BY_MODEL, "models"),
    each("kappa_ranges", "each kappa over several experiments", KAPPA_RANGE),
    nested("authors", "authors", OTHER_RATERS, missing="there are none, or they are pooled"),
    each("judges", "each judge", OTHER_RATERS),
    field(TEXTS, "hidden", "coders whose codes are not shown before all people have handed in"),
    each("packets", "progress of each packet", PACKET, "reports"),
    each("each_coder", "each coder", CODER, "people"),
)  # fmt: skip

RESAMPLED = "experiment x draw, within experiments"


def study_document(found: StudyAgreement) -> Document:
    """What `devrun agree --json` prints of a study."""
    return document(STUDY, found)
