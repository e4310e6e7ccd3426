"""The figures of recognition: success of recognised trials, and what replies hold of sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from renderers.fields.design import (
    CONDITION,
    EXPERIMENT_TITLE,
    FACTOR_LEVELS,
    MODEL,
    OVER,
    SIMULATED,
    WORDING,
)
from renderers.fields.field import Field, columns, field, nested, pick
from renderers.fields.scales import (
    CI,
    DIFFERENCE,
    LRS,
    SHARE,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    TEXT,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE
from renderers.rows.recognition import Recognition, RecognitionSide, RecognitionSource, ReplySources
from renderers.tables.fitted import Column
from renderers.terminal import visible

RECOGNITION_NOTE = (
    "recognition: whether the reply to `record recognition` after the paper's own story says that "
    "it reminds of something read, or names a published study; flagged: by a coder's flag on any "
    "reply; LRS: mean (draws); difference: recognised minus not, within conditions, with 95% from "
    "five draws on both sides; all experiments: mean and t interval of those with both. To call a "
    "story familiar is not to have read it, and not to do so proves nothing; trials are few, and "
    "what makes a story easy to recognise may make it easy to answer"
)
SOURCES_TITLE = "replies with links, citations or original words"
SOURCES_NOTE = (
    "links, citations, original words: replies with an address, with a year in parentheses or "
    "`et al.`, and, in permuted wording, with a word of the original that the participant was not "
    "sent, which may be an ordinary word; they change no mark"
)

SOURCES = (
    ("reply", "the reply to the question of recognition after the paper's own story"),
    ("flag", "a coder that counts flagged a reply `recognised`"),
)

SIDE: tuple[Field[RecognitionSide], ...] = (
    field(WHOLE, "n_trials", "trials", "trials"),
    field(WHOLE, "n_draws", "draws of these trials with an LRS, over conditions", "n"),
    field(LRS, "lrs_mean", "mean LRS over these draws", "lrs"),
    field(SHARE, "share_mean", "mean proportion correct", "share"),
    field(SHARE, "own_share_mean", "mean proportion correct in the paper's own stories", "own"),
)


def lrs_of(side: RecognitionSide) -> str:
    """The mean LRS of one side, with its draws."""
    return NONE if side.lrs is None else f"{LRS.text(side.lrs)} ({side.n})"


def _mean(read: Callable[[Recognition], RecognitionSide], heading: str) -> Field[Recognition]:
    return field(TEXT, "lrs", "mean LRS (draws)", lambda row: lrs_of(read(row)), heading=heading)


SHARES_APART: tuple[Field[Any], ...] = (
    field(
        SHARE_DIFFERENCE, "share_difference", "difference of the proportions correct",
        heading="difference,\ncorrect", priority=2, none=NONE,
        only=lambda row: row.share_difference is not None,
    ),
    field(
        SHARE_DIFFERENCE_CI, "share_ci95", "95% interval of that difference",
        heading="95%,\ncorrect", joined=True, none=NONE,
        only=lambda row: row.share_difference is not None,
    ),
    field(
        SHARE_DIFFERENCE, "own_difference",
        "difference of the proportions correct in the paper's own stories",
        heading="difference,\nown", priority=1, none=NONE,
        only=lambda row: row.own_difference is not None,
    ),
    field(
        SHARE_DIFFERENCE_CI, "own_ci95", "95% interval of that difference", heading="95%,\nown",
        joined=True, none=NONE, only=lambda row: row.own_difference is not None,
    ),
)  # fmt: skip
"""Two sides compared on proportions correct: of recognised trials and others, of cells."""

RECOGNITION: tuple[Field[Recognition], ...] = (
    field(
        TEXT, "source", "who says that a story was recognised", "source.value", levels=SOURCES,
        heading="said by", label=True,
    ),
    EXPERIMENT_TITLE,
    WORDING,
    MODEL,
    SIMULATED,
    field(WHOLE, "n_experiments", "experiments with trials of both kinds, over several"),
    field(WHOLE, "n_trials", "trials", "trials", heading="trials"),
    field(
        WHOLE, "n_recognised", "trials in which the story was recognised", "recognised.trials",
        heading="recog\u00adnised",
    ),
    field(
        WHOLE, "n_not_recognised", "trials in which it was not", "not_recognised.trials",
        heading="not",
    ),
    field(
        WHOLE, "n_undecided", "trials in which the words do not decide it", "undecided",
        heading="un\u00addecided",
    ),
    nested("recognised", "the recognised trials", SIDE),
    nested("not_recognised", "the other trials", SIDE),
    field(
        DIFFERENCE, "difference", "mean LRS, recognised minus not, within conditions",
        heading="differ\u00adence", none=NONE,
    ),
    field(CI, "ci95", "95% interval of the difference", heading="95%", joined=True, none=NONE),
    CI_METHOD,
    *pick(SHARES_APART, "own_difference", "own_ci95", "share_difference", "share_ci95"),
)  # fmt: skip

REPLY_SOURCES: tuple[Field[ReplySources], ...] = (
    EXPERIMENT_TITLE,
    CONDITION,
    FACTOR_LEVELS,
    WORDING,
    MODEL,
    SIMULATED,
    field(WHOLE, "n_trials", "trials", "trials", heading="trials"),
    field(WHOLE, "n_replies", "replies", "replies", heading="replies"),
    field(WHOLE, "links", "replies with an address of the web or a DOI", heading="links"),
    field(
        WHOLE, "citations", "replies with a year in parentheses, or `et al.`",
        heading="cita\u00adtions",
    ),
    field(
        WHOLE, "original_words",
        "replies with a word of the original that the participant was not sent",
        missing="the wording is the original", heading="original\nwords", none=NONE,
    ),
    field(WHOLE, "any", "replies with any of these", heading="any"),
)  # fmt: skip

WHOLE_MEANS: tuple[Field[Recognition], ...] = (
    _mean(lambda row: row.recognised, "LRS,\nrecognised"),
    _mean(lambda row: row.not_recognised, "LRS,\nnot"),
)
_COUNTS = ("n_trials", "n_recognised", "n_not_recognised", "n_undecided")
_DIFFERENCES = ("difference", "ci95", "own_difference", "own_ci95")
RECOGNITION_COUNTS = len(_COUNTS)
"""So many columns of the table are counts of trials; means and differences follow."""

RECOGNITION_TABLE = pick(RECOGNITION, *_COUNTS, *_DIFFERENCES)
REPLY_SOURCE_TABLE = pick(
    REPLY_SOURCES, "experiment", "condition", "wording", "n_trials", "n_replies", "links",
    "citations", "original_words", "any",
)  # fmt: skip


def over(row: Recognition) -> str:
    """Over how much a row is."""
    where = row.experiment or f"all experiments ({row.n_experiments} with both)"
    flagged = ", flagged" if row.source is RecognitionSource.FLAG else ""
    return f"{visible(where)}, {row.wording}{flagged}"


def recognition_columns(rows: Sequence[Recognition]) -> list[Column]:
    """Columns of success by recognition; the participant is in the title."""
    name: Field[Recognition] = OVER.told(over)
    counts = RECOGNITION_TABLE[:RECOGNITION_COUNTS]
    differences = RECOGNITION_TABLE[RECOGNITION_COUNTS:]
    return columns((name, *counts, *WHOLE_MEANS, *differences), rows)
