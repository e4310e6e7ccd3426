"""The figures of one trial, and of one coder's score of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from renderers.fields.design import WHERE
from renderers.fields.field import Field, columns, columns_by_coder, field, group, keyed, pick
from renderers.fields.scales import (
    GIVEN_LRS,
    KEY,
    LRS,
    NUMBER,
    OPTIONAL,
    SCORES_BY_KIND,
    SHARE,
    TEXT,
    TRUTH,
    WHOLE,
)
from renderers.fitted_table import Column
from renderers.number_words import UNKNOWN
from renderers.score_rows import CoderRow, TrialRow
from renderers.terminal import visible

STATUSES = (
    ("scored", "scored by the rule"),
    ("gate_failed", "a control question was answered wrongly: LRS 0, unless the script "
     "says otherwise"),
    ("no_answer", "every scored reply, or that to a control question, is a refusal, empty "
     "or withheld: LRS 0"),
    ("off_task", "every scored reply is irrelevant or hallucinated: LRS 0"),
    ("technical", "a reply was cut off by our limit, holds no text, or ended in a way that "
     "is not known: no LRS"),
    ("disputed", "coders disagree on a control question and nobody has settled it: no LRS"),
    ("undecided", "a mark is missing: no LRS"),
    ("uncoded", "nobody whose codes count has coded it: no LRS"),
)  # fmt: skip
GATES = (
    ("passed", "all right"), ("failed", "one wrong"), ("disputed", "coders disagree"),
    ("undecided", "a mark is missing"), ("none", "there are none"),
)  # fmt: skip
STATUS = "what became of the trial"
GATE = "what became of the control questions"
SHARE_RIGHT = "share of marks that are right, gates ignored, weighted by worth"
RULE = "LLM Response Score by the rule (bands of the share right; a failed gate is 0)"
OVER_CODERS = "the mean over coders that count"
SEE = "see status"
CI95 = "95% interval of the mean; none under five draws"
CI_METHOD: Field[Any] = field(OPTIONAL, "ci_method", "how the interval was computed")


def _decided(gate: str) -> str | None:
    """What became of the controls; null while that is not known."""
    return None if gate == "undecided" else gate


CODER_LEVELS = (
    ("blind", "a person who knew no model, wording, run or hypothesis"),
    ("author", "a person who is not blind"),
    ("automatic", "a model as judge"),
    ("adjudicator", "a person who settled what coders disagreed on"),
    ("matcher", "devrun's program that compares a reply with the key; provisional"),
    ("likelihood", "the key alone: the likeliest of the answers on offer was weighed"),
)

WHO: tuple[Field[Any], ...] = (
    field(TEXT, "coder", "name of the coder", heading="coder", label=True, folds=True),
    field(TEXT, "kind", "who the coder is", levels=CODER_LEVELS, heading="kind", label=True),
    field(
        TRUTH, "counted", "whether the coder is in the means of trials",
        levels=(("TRUE", "in the means"), ("FALSE", "in no mean")), heading="in the mean",
    ),
)  # fmt: skip

CODER: tuple[Field[CoderRow], ...] = (
    *WHO[1:],
    field(TEXT, "status", STATUS, levels=STATUSES),
    field(TEXT, "gate", GATE, levels=GATES, json=lambda row: _decided(row.gate)),
    field(SHARE, "share", f"{SHARE_RIGHT}, by this coder's marks", missing="no LRS, or no mark"),
    field(GIVEN_LRS, "lrs", f"{RULE}, by this coder's marks", missing=SEE),
    field(
        GIVEN_LRS, "given_lrs", "LRS that the coder left standing after the rule's proposal",
        "given", missing="the coder was not asked for one",
    ),
    field(
        GIVEN_LRS, "first_lrs", "LRS that the coder gave before any mark, without a proposal",
        "first", missing="the coder was not asked for one",
    ),
)  # fmt: skip

IN_DRAW: tuple[Field[TrialRow], ...] = (
    field(
        NUMBER, "draw", "one choice of words; the same number is the same choice in every cell of "
        "an experiment, so that draws pair", heading="draw", label=True,
    ),
    field(
        NUMBER, "sample", "which repeat of the very same text", heading="sample", label=True,
        only=lambda row: row.sample > 1,
    ),
    field(KEY, "trial", "the trial: a participant before a cell in one draw and sample", "key"),
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
    TEXT, "gate", GATE, levels=GATES, heading="control", wanted=1,
    json=lambda row: _decided(row.gate),
)  # fmt: skip

MEASURES: tuple[Field[TrialRow], ...] = (
    field(
        SHARE, "share", f"{SHARE_RIGHT}: {OVER_CODERS}", missing="no LRS, or no mark",
        heading="correct",
    ),
    field(
        SHARE, "own_share", "share right in the published story",
        missing="no mark, or no such question",
    ),
    field(
        SHARE, "twin_share", "share right in the twins of the published story",
        missing="no mark, or the story has no twin",
    ),
    field(LRS, "lrs", f"{RULE}: {OVER_CODERS}", missing=SEE, heading="LRS"),
    field(
        LRS, "lrs_linear", "1 + 4 x share, and 0 where the LRS is 0: the score without bands",
        "linear", missing=SEE,
    ),
    field(LRS, "lrs_strict", "LRS with half marks taken for wrong", "strict", missing=SEE),
    field(LRS, "lrs_lenient", "LRS with half marks taken for right", "lenient", missing=SEE),
)  # fmt: skip

OTHER_RULES: tuple[Field[TrialRow], ...] = (
    field(
        LRS, "lrs_hallucination_zero", "LRS with a trial taken for 0 for a coder who flags any "
        "reply of it as hallucinated", "hallucination", missing=SEE,
    ),
    field(
        LRS, "lrs_before_adjudication", "LRS by what coders said before an adjudicator settled "
        "marks; what was settled about a control question counts", "before", missing=SEE,
        json=lambda row: LRS.json(row.before) if row.settled else None,
    ),
    field(
        LRS, "lrs_after_adjudication", "LRS by the marks that an adjudicator settled; the same as "
        "before where none was settled", "after", missing=SEE,
        json=lambda row: LRS.json(row.after) if row.settled else None,
    ),
)  # fmt: skip

TREATMENTS: tuple[Field[TrialRow], ...] = (
    field(LRS, "zero", "LRS where every failed gate scores 0", missing=SEE),
    field(
        LRS, "exclude", "LRS where trials with a failed gate are left out",
        missing="see status, or a gate was failed",
    ),
    field(LRS, "ungated", "LRS with gates ignored", missing=SEE),
)  # fmt: skip

TRIAL: tuple[Field[TrialRow], ...] = (
    *PLACED,
    *OUTCOME,
    *MEASURES,
    *OTHER_RULES,
    keyed("by_coder", "each coder's score", lambda row: row.coders, lambda o: o.coder, CODER),
    CONTROL,
    field(SCORES_BY_KIND, "measures", "the kinds of score that the script names beside the LRS"),
    group("gates", "the LRS under each treatment of a failed gate", *TREATMENTS),
)  # fmt: skip

IN_TABLES: tuple[Field[TrialRow], ...] = (
    field(NUMBER, "text", "trials with the same number were told in the same words"),
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
                (one.coder, one.kind, UNKNOWN if one.lrs is None else str(one.lrs))
                for one in row.coders
            ),
            wanted=2,
        ),
    ]
