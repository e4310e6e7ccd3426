"""The figures of one trial, and of one coder's score of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from renderers.fields.design import WHERE
from renderers.fields.field import Field, columns, columns_by_coder, each, field, group, keyed, pick
from renderers.fields.scales import (
    CODER_LRS,
    DECIMAL,
    GIVEN_LRS,
    KEY,
    LEVELS,
    LRS,
    NUMBER,
    OPTIONAL,
    SCORES_BY_KIND,
    SHARE,
    TEXT,
    TRUTH,
    WHOLE,
    plain_lrs,
)
from renderers.number_words import UNKNOWN
from renderers.rows.measures import TrialMeasures
from renderers.rows.replies import HUMAN
from renderers.rows.script_measures import MeasureValue
from renderers.rows.trials import CoderRow, TrialPlace, TrialRow
from renderers.tables.fitted import Column
from renderers.terminal import visible

STATUSES = (
    ("scored", "scored by the rule"),
    ("gate_failed", "a control question was answered wrongly: LRS 0, unless the script "
     "says otherwise"),
    ("not_trained", "a training ended without its criterion: LRS 0 or none, as the script says"),
    ("no_answer", "every scored reply, or that to a control question, is a refusal, empty "
     "or withheld: LRS 0"),
    ("off_task", "every scored reply is irrelevant or hallucinated: LRS 0"),
    ("technical", "a reply was cut off at the token limit, has no text, or ended for an unknown "
     "reason: no LRS"),
    ("disputed", "coders disagree on a control question, not adjudicated: the mean of their LRS"),
    ("undecided", "a mark is missing: no LRS"),
    ("uncoded", "no valid codes: no LRS"),
)  # fmt: skip
GATES = (
    ("passed", "all right"), ("failed", "one wrong"), ("disputed", "coders disagree"),
    ("undecided", "a mark is missing"), ("none", "there are none"),
)  # fmt: skip
STATUS = "status of the trial"
GATE = "result of the control questions"
SHARE_RIGHT = "proportion correct: weighted mean of the marks, ignoring control questions"
RULE = (
    "LLM Response Score computed from the marks (bands of the proportion correct; 0 if a control "
    "question failed)"
)
OVER_CODERS = "mean over the coders that count"
SEE = "see status"
NEEDS_HUMAN = HUMAN.replace(" ", "\n", 1)
"""The heading of how many trials do."""
CI95 = "95% interval of the mean; none below five draws"
CI_METHOD: Field[Any] = field(OPTIONAL, "ci_method", "how the interval was computed")


Measure = Field[TrialMeasures[Any]]
"""A measure of a trial, from which that of a cell is made."""


def _decided(gate: str) -> str | None:
    """What became of the controls; null while that is not known."""
    return None if gate == "undecided" else gate


CODER_LEVELS = (
    ("blind", "a person blind to model, wording, run and hypothesis"),
    ("author", "a person who is not blind"),
    ("automatic", "a model as judge"),
    ("adjudicator", "a person who adjudicated disagreements"),
    ("matcher", "the program that compares replies with the key; provisional"),
    ("likelihood", "the key alone: the likeliest of the possible answers was scored"),
)

CODER_NAME: Field[Any] = field(
    TEXT, "coder", "name of the coder", heading="coder", label=True, folds=True
)
NOT_COUNTED = "not in the mean"
"""What stands by a coder who is not."""
WHO: tuple[Field[Any], ...] = (
    CODER_NAME,
    field(TEXT, "kind", "who the coder is", levels=CODER_LEVELS, heading="kind", label=True),
    field(
        TRUTH, "counted", "whether the coder is in the means of trials",
        levels=(("TRUE", "in the means"), ("FALSE", "left out of them")), heading="in the mean",
    ),
)  # fmt: skip

CODER: tuple[Field[CoderRow], ...] = (
    *WHO[1:],
    field(TEXT, "status", STATUS, levels=STATUSES),
    field(TEXT, "gate", GATE, levels=GATES, json=lambda row: _decided(row.gate)),
    field(SHARE, "share", f"{SHARE_RIGHT}, by this coder's marks", missing="no LRS, or no mark"),
    field(CODER_LRS, "lrs", f"{RULE}, by this coder's marks or ratings", missing=SEE),
    field(
        GIVEN_LRS, "given_lrs", "LRS that the coder gave after seeing the computed one",
        "given", missing="the coder was not asked for one",
    ),
    field(
        GIVEN_LRS, "first_lrs", "LRS that the coder gave before any mark",
        "first", missing="the coder was not asked for one",
    ),
)  # fmt: skip

IN_DRAW: tuple[Field[TrialRow | TrialPlace], ...] = (
    field(
        NUMBER, "draw",
        "one choice of words; the same number is the same choice in every cell of an experiment, "
        "so draws can be paired",
        heading="draw", label=True,
    ),
    field(
        NUMBER, "sample", "number of the repeat of the same text", heading="sample", label=True,
        only=lambda row: row.sample > 1,
    ),
    field(KEY, "trial", "the trial: one participant in one cell, draw and sample", "key"),
)  # fmt: skip

PLACED: tuple[Field[TrialRow], ...] = (*WHERE, *IN_DRAW)
"""Which trial it is."""

OUTCOME: tuple[Field[TrialRow], ...] = (
    field(
        TEXT, "status", STATUS, levels=STATUSES, heading="status",
        text=lambda row: visible(row.status.replace("_", " ")),
    ),
    field(
        TEXT, "reason", "why, in words",
        missing="the value needs no reason", json=lambda row: row.reason,
    ),
)  # fmt: skip

CONTROL: Field[TrialRow] = field(
    TEXT, "gate", GATE, levels=GATES, heading="control", priority=1,
    json=lambda row: _decided(row.gate),
)  # fmt: skip

STORY_SHARES: tuple[Measure, ...] = (
    field(
        SHARE, "own_share", "proportion correct in the paper's own stories",
        missing="no mark, or no such question", heading="own\nstory",
    ),
    field(
        SHARE, "twin_share", "proportion correct in the matched stories",
        missing="no mark, or there is no matched story", heading="matched\nstories",
    ),
)  # fmt: skip
"""The proportion correct in the paper's own story, and in the matched ones."""

LINEAR: Measure = field(
    LRS, "lrs_linear", "linear score: 1 + 4 x proportion correct, 0 if the LRS is 0", "linear",
    missing=SEE,
)  # fmt: skip

HALF_MARKS: tuple[Measure, ...] = (
    field(
        LRS, "lrs_strict", "LRS with half marks counted as wrong", "strict", missing=SEE,
        heading="strict",
    ),
    field(
        LRS, "lrs_lenient", "LRS with half marks counted as right", "lenient", missing=SEE,
        heading="lenient",
    ),
)  # fmt: skip

MEASURES: tuple[Measure, ...] = (
    field(
        SHARE, "share", f"{SHARE_RIGHT}: {OVER_CODERS}", missing="no LRS, or no mark",
        heading="correct",
    ),
    *STORY_SHARES,
    field(LRS, "lrs", f"{RULE}: {OVER_CODERS}", missing=SEE, heading="LRS"),
    LINEAR,
    *HALF_MARKS,
)  # fmt: skip

OTHER_RULES: tuple[Field[TrialRow], ...] = (
    field(
        LRS, "lrs_hallucination_zero",
        "LRS, but 0 from a coder who flags any reply of the trial as hallucination",
        "hallucination", missing=SEE,
    ),
    field(
        LRS, "lrs_before_adjudication",
        "LRS from the marks before adjudication; adjudicated control questions count",
        "before", missing=SEE,
        json=lambda row: LRS.json(row.before) if row.settled else None,
    ),
    field(
        LRS, "lrs_after_adjudication",
        "LRS from the marks after adjudication; unchanged if no mark was adjudicated",
        "after", missing=SEE,
        json=lambda row: LRS.json(row.after) if row.settled else None,
    ),
    field(
        LRS, "lrs_disputed_left_out",
        "LRS, but none if coders disagree on a control question", "undisputed", missing=SEE,
    ),
    field(
        LRS, "lrs_disputed_failed", "LRS with disputed control questions counted as failed",
        "disputed_failed", missing=SEE,
    ),
    field(
        LRS, "lrs_disputed_passed", "LRS with disputed control questions counted as passed",
        "disputed_passed", missing=SEE,
    ),
)  # fmt: skip

CONTROL_RULES: Mapping[str, str] = {
    "zero": "trials with a failed control question score 0",
    "exclude": "trials with a failed control question are left out",
    "ungated": "failed control questions are ignored",
}
"""What each rule for failed control questions does, by its name."""
LEFT_OUT = "n: draws left; which trials drop out may differ between conditions and models"
"""What is to be said wherever `exclude` is shown."""
TREATMENTS: tuple[Measure, ...] = tuple(
    field(
        LRS, name, f"LRS if {rule}", heading=f"LRS\n{name}",
        missing="see status, or a control question failed" if name == "exclude" else SEE,
    )
    for name, rule in CONTROL_RULES.items()
)  # fmt: skip

MEASURE_NAME = "name of the measure, as the script has it"
MEASURE_VALUE: tuple[Field[MeasureValue], ...] = (
    field(TEXT, "measure", MEASURE_NAME),
    field(LEVELS, "version", "version levels"),
    field(
        DECIMAL, "value", "the value; the mean over the coders that count",
        missing="a mark or a reply is missing",
    ),
)  # fmt: skip

SCORE: tuple[Field[TrialRow], ...] = (
    *OUTCOME,
    *MEASURES,
    *OTHER_RULES,
    keyed("by_coder", "each coder's score", CODER, lambda o: o.coder, "coders"),
    CONTROL,
    field(
        SCORES_BY_KIND, "measures", "other kinds of score that the script names", "by_kind"
    ),
    each(
        "script_measures", "measures that the script declares, in each version", MEASURE_VALUE,
        "measured",
    ),
    group("gates", "the LRS under each rule for failed control questions", *TREATMENTS),
)  # fmt: skip
"""What became of a trial: trials that were marked alike have the same."""

TRIAL: tuple[Field[TrialRow], ...] = (*PLACED, *SCORE)

IN_TABLES: tuple[Field[TrialRow], ...] = (
    field(NUMBER, "text", "trials with the same number had the same text"),
    *OUTCOME,
    CONTROL,
    *MEASURES,
    *(one.but(f"lrs_{one.name}") for one in TREATMENTS),
    *OTHER_RULES,
    field(
        WHOLE, "coders", "number of coders in the means",
        lambda row: sum(coder.counted for coder in row.coders),
    ),
)  # fmt: skip
"""What became of a trial, as a row of a CSV table says it: without objects."""


def trial_columns(rows: Sequence[TrialRow]) -> list[Column]:
    """The columns of trials, and each coder's LRS where there are several coders."""
    names = ("condition", "wording", "draw", "sample", "status", "lrs", "share", "gate")
    return [
        *columns(pick(TRIAL, *names), rows),
        *columns_by_coder(
            rows,
            lambda row: (
                (one.coder, one.kind, UNKNOWN if one.lrs is None else plain_lrs(one.lrs))
                for one in row.coders
            ),
            priority=2,
        ),
    ]
