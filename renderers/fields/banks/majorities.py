"""The majority over samples of the items of a bank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from renderers.fields.design import telling
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.kinds import of_bank
from renderers.fields.scales import (
    OPTIONAL,
    SHARE,
    SHARE_CI,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    WHOLE,
)
from renderers.number_words import NONE
from renderers.rows.banks import MajorityScore
from renderers.tables.fitted import Column
from renderers.terminal import visible

NO_GREEDY = "the same participant was not run at temperature 0"
NOTE = (
    "majority: accuracy of the reading that most samples of a text have (self-consistency); a tie "
    "counts as the share of tied readings that is right, in `strict` as wrong; no vote: replies "
    "that need a human or give no single answer; single: accuracy of single replies; gain: "
    "majority minus single; greedy: the run at temperature 0; over greedy: majority minus greedy; "
    "95%: over items, differences paired by item"
)

MAJORITY: tuple[Field[MajorityScore], ...] = (
    *of_bank(),
    field(WHOLE, "n_items", "items", "items", heading="n"),
    field(WHOLE, "samples_fewest", "samples of a text, at least", lambda row: row.samples[0]),
    field(
        WHOLE, "samples", "samples of a text, at most", lambda row: row.samples[1],
    ),
    field(WHOLE, "replies", "replies to these items"),
    field(WHOLE, "votes", "replies that voted: that were read, and take one answer"),
    field(
        SHARE, "single", "accuracy of single replies, the mean over samples",
        "single.mean", heading="single", missing="no reply has a mark",
    ),
    field(
        SHARE, "majority", "accuracy of the majority, a tie as the share of tied readings that is "
        "right", "majority.mean", heading="majority", missing="nobody voted",
    ),
    field(
        SHARE_CI, "ci95", "95% interval of the majority, over items",
        "majority.ci95", heading="95%", joined=True, none=NONE,
        missing="fewer than five items",
    ),
    field(
        SHARE, "strict", "accuracy of the majority, with a tie as wrong", heading="strict",
        missing="nobody voted", priority=1,
    ),
    field(WHOLE, "ties", "texts of which several readings have most votes", heading="ties"),
    field(WHOLE, "texts", "texts that were voted on: items by draws"),
    field(
        WHOLE, "no_vote", "replies that did not vote", lambda row: row.replies - row.votes,
        heading="no\nvote", priority=2,
    ),
    field(
        SHARE_DIFFERENCE, "gain", "majority minus single replies", "gain.difference",
        missing="nobody voted",
    ),
    field(
        SHARE_DIFFERENCE_CI, "gain_ci95", "95% interval of this difference, paired by item",
        "gain.ci95", missing="fewer than five items", heading="gain", none=NONE,
    ),
    field(
        OPTIONAL, "greedy", "the same participant at temperature 0",
        missing=NO_GREEDY, text=lambda row: visible(row.greedy),
    ),
    field(
        SHARE, "greedy_score", "its accuracy on these items", heading="greedy", missing=NO_GREEDY,
        none=NONE, rare=True,
    ),
    field(
        SHARE_DIFFERENCE, "over_greedy", "majority minus the greedy run",
        "over_greedy.difference", missing=NO_GREEDY,
    ),
    field(
        SHARE_DIFFERENCE_CI, "over_greedy_ci95", "95% interval of this difference, paired by item",
        "over_greedy.ci95", missing=NO_GREEDY, heading="over\ngreedy", none=NONE,
        rare=True,
    ),
    field(
        OPTIONAL, "ci_method", "how the intervals of differences are computed",
        "gain.ci_method", missing="there is none",
    ),
)  # fmt: skip

_SHOWN = (
    "condition", "wording", "group", "n_items", "single", "majority", "ci95", "gain_ci95", "ties",
    "greedy_score", "over_greedy_ci95", "strict", "no_vote",
)  # fmt: skip


def shown(wordings: Iterable[str]) -> tuple[Field[MajorityScore], ...]:
    """The figures of a table whose title has participant and samples; wordings where there are
    others than the original one.
    """
    return pick(MAJORITY, *telling(_SHOWN, wordings))


def samples_in(least: int, most: int) -> str:
    """How many samples there are, in the title of a table."""
    return (
        f"majority of {most} samples" if least == most else f"majority of {least} to {most} samples"
    )


def majority_columns(rows: Sequence[MajorityScore]) -> list[Column]:
    """The columns of a table of majorities."""
    return columns(shown(row.wording for row in rows), rows)
