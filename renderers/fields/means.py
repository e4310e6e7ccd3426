"""Figures of several cells, of single questions or of coders: experiments, domains, contrasts,
shares, coders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from renderers.fields.design import (
    CONDITION,
    DOMAIN_NAME,
    EXPERIMENT_TITLE,
    HAVING_IT,
    MODEL,
    SIMULATED,
    WHERE,
    WORDING,
)
from renderers.fields.field import Field, columns, each, field, nested, pick
from renderers.fields.scales import (
    CI,
    LRS,
    OPTIONAL,
    PART,
    RATIO,
    SHARE,
    SHARE_CI,
    T_CI,
    TEXT,
    TEXTS,
    WHOLE,
)
from renderers.fields.trials import CI95, CI_METHOD, CODER_NAME, WHO
from renderers.number_words import NONE, plain
from renderers.rows.questions import PublishedShare, QuestionShare
from renderers.rows.scores import (
    CoderAdjustment,
    CoderEffect,
    CoderMean,
    ContrastScore,
    DomainScore,
    ExperimentScore,
    Published,
    TellingApart,
)
from renderers.tables.fitted import Column
from renderers.terminal import visible

Averaged = ExperimentScore | DomainScore

OVER_CELLS, OVER_EXPERIMENTS = "over cells", "over experiments"
"""What a mean is over; each of them has equal weight."""
_OVER = OVER_EXPERIMENTS.replace(" ", "\n")

_CELLS: tuple[Field[Averaged], ...] = (
    field(
        WHOLE, "cells", "cells in the mean", heading="cells",
        text=lambda row: f"{row.cells} of {row.cells + row.missing}" if row.missing
        else str(row.cells),
    ),
    field(WHOLE, "cells_without_lrs", "cells that have no LRS", "missing"),
    field(
        WHOLE, "additions_left_out", "cells that are additions and left out of means", "additions",
        heading="additions\nleft out", priority=4, rare=True,
    ),
)  # fmt: skip

EXPERIMENT: tuple[Field[ExperimentScore], ...] = (
    EXPERIMENT_TITLE,
    DOMAIN_NAME,
    WORDING, MODEL, SIMULATED, *_CELLS,
    field(WHOLE, "n_draws", "draws in the mean, from any cell", "lrs.n", heading="n"),
    field(
        WHOLE, "n_draws_common", "draws that every cell has, which the interval uses",
        lambda row: len(row.lrs.draws), heading="shared\ndraws",
        only=lambda row: row.lrs.n != len(row.lrs.draws),
    ),
    field(LRS, "lrs_mean", "mean LRS over cells", "lrs.mean", heading="LRS"),
    field(CI, "ci95", CI95, "lrs.ci95", heading="95%", joined=True, none=NONE),
    CI_METHOD.of(lambda row: row.lrs),
    field(
        LRS, "lrs_linear_mean", "mean linear score over cells", "linear.mean", heading="linear",
        priority=2,
    ),
    field(
        SHARE, "share_mean", "mean proportion correct over cells", "share.mean", heading="correct",
        priority=1,
    ),
)  # fmt: skip

PUBLISHED: tuple[Field[Published], ...] = (
    field(TEXT, "who", "sample of the published LRS"),
    field(LRS, "lrs_mean", "mean of the published LRS over the same cells", "lrs"),
    field(
        LRS, "lrs_mean_by_experiment", "mean of the published LRS over experiments",
        "lrs_by_experiment",
    ),
)  # fmt: skip

DOMAIN: tuple[Field[DomainScore], ...] = (
    field(
        TEXT, "domain", "domain that the scripts name", heading="domain", label=True, folds=True,
        once=True,
    ),
    MODEL, WORDING, SIMULATED,
    field(LRS, "lrs_mean", f"mean LRS {OVER_CELLS}", "lrs", heading="LRS"),
    field(
        LRS, "lrs_mean_by_experiment", f"mean LRS {OVER_EXPERIMENTS}", "lrs_by_experiment",
        heading=_OVER, priority=1,
    ),
    field(
        CI, "ci95", "95% interval of the mean over cells, for these experiments", heading="95%",
        joined=True, none=NONE,
    ),
    field(
        CI, "ci95_by_experiment", "95% interval of the mean over experiments",
        heading=f"95% {_OVER}", joined=True, none=NONE,
    ),
    CI_METHOD,
    field(
        T_CI, "t_over_experiments", "95% interval with experiments as a sample of the domain",
        "t95", heading="t (df)", priority=3, none=NONE, rare=True,
    ),
    field(LRS, "lrs_linear_mean", "mean linear score over cells", "linear"),
    field(
        LRS, "lrs_linear_mean_by_experiment", "mean linear score over experiments",
        "linear_by_experiment",
    ),
    *_CELLS,
    field(
        WHOLE, "n_experiments", "experiments in the mean", lambda row: len(row.experiments),
        heading="experi\u00adments",
    ),
    field(TEXTS, "experiments", "titles of the experiments in the mean"),
    nested(
        "reference", "the mean of published values for the same cells", PUBLISHED, "published",
        heading="published",
    ),
)  # fmt: skip

CONTRAST: tuple[Field[ContrastScore], ...] = (
    EXPERIMENT_TITLE,
    field(TEXT, "contrast", "name of the contrast", heading="contrast", label=True, folds=True),
    CONDITION,
    MODEL,
    SIMULATED,
    WORDING,
    field(WHOLE, "n", "draws on which coders agree"),
    field(
        PART, "passed", "draws in which all its questions are right", heading="passed",
        text=lambda row: f"{plain(row.passed)} of {row.n}",
    ),
    field(
        WHOLE, "split", "draws on which coders differ", heading="coders\ndiffer", priority=1,
        rare=True,
    ),
    field(
        WHOLE, "undecided", "draws in which a mark is missing", heading="mark\nmissing", priority=1,
        rare=True,
    ),
    field(
        SHARE_CI, "ci95",
        "95% interval of the proportion passed",
        heading="95%", joined=True, none=NONE,
    ),
    CI_METHOD,
    field(
        SHARE, "chance", "probability of passing by guessing", heading="chance",
        text=lambda row: None if row.chance is None else f"{float(row.chance):.1%}",
    ),
)  # fmt: skip
CONTRAST_TABLE = pick(
    CONTRAST, "contrast", "experiment", "condition", "wording", "model", "passed", "ci95",
    "chance", "split", "undecided",
)  # fmt: skip

PUBLISHED_SHARE: tuple[Field[PublishedShare], ...] = (
    field(TEXT, "who", "sample of the published share", heading="sample"),
    field(SHARE, "share", "proportion correct"),
    field(WHOLE, "n", "sample size"),
    field(SHARE_CI, "ci95", "95% interval of the share"),
    CI_METHOD,
    field(OPTIONAL, "source", "where it was published"),
)

QUESTION_SHARE: tuple[Field[QuestionShare], ...] = (
    *WHERE,
    field(TEXT, "question", "name of the question"),
    HAVING_IT,
    field(WHOLE, "n_draws", "draws in the share", "right.n"),
    field(WHOLE, "undecided", "replies without a mark"),
    field(SHARE, "share", "mean mark of the question", "right.mean", heading="correct"),
    field(SHARE_CI, "ci95", "95% interval of the share", "right.ci95"),
    CI_METHOD.of(lambda row: row.right),
    field(SHARE, "chance", "mean mark expected from guessing"),
    each("published", "shares of others", PUBLISHED_SHARE),
)

TELLING_APART: tuple[Field[TellingApart], ...] = (
    MODEL,
    field(
        WHOLE, "n_draws", "draws per cell, used for the rest", "n", heading="draws\nper cell",
    ),
    field(WHOLE, "n_draws_fewest", "draws of the cell with the fewest", "fewest"),
    field(WHOLE, "n_draws_most", "draws of the cell with the most", "most"),
    field(RATIO, "lrs_sd", "standard deviation of draws within cells, pooled", "sd",
          heading="SD of draws"),
    field(RATIO, "half_width", "margin of error of a cell's mean", heading="margin of error"),
    field(
        RATIO, "difference",
        "smallest difference between two cells that is detected with the power given",
        heading="difference detected with 80% power",
    ),
    field(RATIO, "power", "probability with which that difference is detected"),
    field(
        RATIO, "own_half_width", "margin of error of the proportion correct in own stories",
        heading="margin of error, own stories",
    ),
    field(
        RATIO, "own_difference",
        "smallest difference in own stories between two cells that is detected with that power",
        heading="difference detected, own stories",
    ),
)  # fmt: skip

CHILDREN: Field[DomainScore] = field(
    TEXT, "children", "whether a published mean is of children; else theirs is unknown",
    lambda row: "as published" if row.published and row.published.who == "children" else "unknown",
    heading="children",
)  # fmt: skip
"""On a page alone."""


def experiment_columns(rows: Sequence[ExperimentScore]) -> list[Column]:
    """Columns of means over the cells of an experiment."""
    names = (
        "experiment", "wording", "cells", "n_draws", "lrs_mean", "ci95", "n_draws_common",
        "share_mean", "lrs_linear_mean", "domain",
    )  # fmt: skip
    return columns(pick(EXPERIMENT, *names), rows)


def contrast_columns(rows: Sequence[ContrastScore]) -> list[Column]:
    """Columns of contrasts."""
    return columns([one for one in CONTRAST_TABLE if one is not EXPERIMENT_TITLE], rows)


def of_the_paper(rows: Iterable[DomainScore]) -> list[DomainScore]:
    """The domains that have cells of the paper: of additions alone no mean is made."""
    return [row for row in rows if row.cells or row.missing]


def domain_columns(rows: Sequence[DomainScore]) -> list[Column]:
    """Columns of means over a domain, flat over cells and over experiments."""
    whose = list(dict.fromkeys(row.published.who for row in rows if row.published))
    flat = ("domain", "wording", "cells", "n_experiments", "lrs_mean", "ci95")
    over = ("lrs_mean_by_experiment", "ci95_by_experiment")
    return [
        *columns(pick(DOMAIN, *flat), rows),
        *columns([_published(who, "lrs_mean", visible(who)) for who in whose], rows),
        *columns(pick(DOMAIN, *over), rows),
        *columns(
            [
                _published(who, "lrs_mean_by_experiment", f"{visible(who)}, {_OVER}").but(
                    priority=2
                )
                for who in whose
            ],
            rows,
        ),
        *columns(pick(DOMAIN, "t_over_experiments", "additions_left_out"), rows),
    ]


def _published(who: str, name: str, heading: str) -> Field[DomainScore]:
    """What was published of somebody for each domain."""
    (figure,) = pick(PUBLISHED, name)

    def text(row: DomainScore) -> str | None:
        one = row.published
        return figure.text(one) if one is not None and one.who == who else None

    return field(LRS, name, figure.what, lambda row: None, heading=heading, text=text, none=NONE)


CODER_MEANS_TITLE = "mean LRS by coder"
CODER_MEAN: tuple[Field[CoderMean], ...] = (
    *WHO,
    field(WHOLE, "trials", "trials that the coder gave an LRS", heading="trials"),
    field(WHOLE, "n_draws", "draws in the mean", "lrs.n", heading="draws"),
    field(LRS, "lrs_mean", "the coder's own mean LRS", "lrs.mean", heading="LRS"),
    field(CI, "ci95", CI95, "lrs.ci95"),
)  # fmt: skip

CODER_EFFECT: tuple[Field[CoderEffect], ...] = (
    CODER_NAME,
    field(
        WHOLE, "trials", "trials that the coder gave an LRS", heading="trials with\nan LRS",
    ),
    field(
        RATIO, "effect", "LRS points given by the coder relative to the average coder",
        heading="difference",
    ),
)  # fmt: skip

ADJUSTMENT: tuple[Field[CoderAdjustment], ...] = (
    field(OPTIONAL, "method", "how the effects were computed"),
    field(OPTIONAL, "reason", "why there are no effects"),
    field(WHOLE, "n_trials", "trials with an LRS", "trials"),
    field(WHOLE, "n_shared", "trials with an LRS from two coders or more", "shared"),
    each("coders", "each coder's effect", CODER_EFFECT),
)
