"""Figures of several cells or of single questions: experiments, domains, contrasts, shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from renderers.fields.field import Field, columns, each, field, nested, pick
from renderers.fields.scales import (
    CI,
    LRS,
    PART,
    RATIO,
    SHARE,
    SHARE_CI,
    T_CI,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI95, CI_METHOD, WHERE
from renderers.fitted_table import Column
from renderers.number_words import NONE, plain
from renderers.score_rows import (
    ContrastScore,
    DomainScore,
    ExperimentScore,
    Published,
    PublishedShare,
    QuestionShare,
    TellingApart,
)
from renderers.terminal import visible

Averaged = ExperimentScore | DomainScore

_MODEL: Field[Averaged] = field(TEXT, "model", "the participant", lambda row: row.model)
_WORDING: Field[Averaged] = field(
    TEXT, "wording", "in which words the stories were told", lambda row: row.wording,
    heading="wording", label=True,
)  # fmt: skip
_SIMULATED: Field[Averaged] = field(
    TRUTH, "simulated", "whether a program answered that is no model", lambda row: row.simulated
)
_CELLS: tuple[Field[Averaged], ...] = (
    field(
        WHOLE, "cells", "cells in the mean", lambda row: row.cells, heading="cells",
        text=lambda row: f"{row.cells} of {row.cells + row.missing}" if row.missing
        else str(row.cells),
    ),
    field(WHOLE, "cells_without_lrs", "cells that have no LRS", lambda row: row.missing),
    field(
        WHOLE, "additions_left_out", "cells that are additions, in no mean",
        lambda row: row.additions, heading="additions\nleft out", wanted=4, rare=True,
    ),
)  # fmt: skip

EXPERIMENT: tuple[Field[ExperimentScore], ...] = (
    field(
        TEXT, "experiment", "title of the script", lambda row: row.experiment,
        heading="experiment", label=True, folds=True,
    ),
    field(
        TEXT, "domain", "domain that the script names", lambda row: row.domain or None,
        heading="domain", wanted=3,
    ),
    _WORDING, _MODEL, _SIMULATED, *_CELLS,
    field(WHOLE, "n_draws", "draws in the mean, of any cell", lambda row: row.lrs.n, heading="n"),
    field(
        WHOLE, "n_draws_common", "draws that every cell has, over which the interval is",
        lambda row: len(row.lrs.draws), heading="shared\ndraws",
        only=lambda row: row.lrs.n != len(row.lrs.draws),
    ),
    field(LRS, "lrs_mean", "mean LRS, flat over cells", lambda r: r.lrs.mean, heading="LRS"),
    field(CI, "ci95", CI95, lambda row: row.lrs.ci95, heading="95%", joined=True, none=NONE),
    field(TEXT, "ci_method", CI_METHOD, lambda row: row.lrs.ci_method or None),
    field(
        LRS, "lrs_linear_mean", "the same of 1 + 4 x share", lambda row: row.linear.mean,
        heading="linear", wanted=2,
    ),
    field(
        SHARE, "share_mean", "the same of the proportion correct", lambda row: row.share.mean,
        heading="correct", wanted=1,
    ),
)  # fmt: skip

PUBLISHED: tuple[Field[Published], ...] = (
    field(TEXT, "who", "of whom the LRS were published", lambda one: one.who),
    field(LRS, "lrs_mean", "their mean, flat over the same cells", lambda one: one.lrs),
    field(
        LRS, "lrs_mean_by_experiment", "their mean over experiments",
        lambda one: one.lrs_by_experiment,
    ),
)  # fmt: skip

DOMAIN: tuple[Field[DomainScore], ...] = (
    field(
        TEXT, "domain", "domain that the scripts name", lambda row: row.domain, heading="domain",
        label=True, folds=True, once=True,
    ),
    _MODEL, _WORDING, _SIMULATED,
    field(LRS, "lrs_mean", "mean LRS, flat over cells", lambda row: row.lrs, heading="LRS"),
    field(
        LRS, "lrs_mean_by_experiment", "mean LRS over experiments",
        lambda row: row.lrs_by_experiment, heading="over\nexperiments", wanted=1,
    ),
    field(
        CI, "ci95", "95% interval of the flat mean, about these experiments",
        lambda row: row.ci95, heading="95%", joined=True, none=NONE,
    ),
    field(
        CI, "ci95_by_experiment", "95% interval of the mean over experiments",
        lambda row: row.ci95_by_experiment, heading="95%\n(exper.)", joined=True, none=NONE,
    ),
    field(TEXT, "ci_method", CI_METHOD, lambda row: row.ci_method or None),
    field(
        T_CI, "t_over_experiments", "95% interval with experiments as a sample of the domain",
        lambda row: row.t95, heading="t (df)", wanted=3, none=NONE, rare=True,
    ),
    field(LRS, "lrs_linear_mean", "flat mean of 1 + 4 x share", lambda row: row.linear),
    field(
        LRS, "lrs_linear_mean_by_experiment", "the same over experiments",
        lambda row: row.linear_by_experiment,
    ),
    *_CELLS,
    field(
        WHOLE, "n_experiments", "experiments in the mean", lambda row: len(row.experiments),
        heading="experi-\nments",
    ),
    field(TEXTS, "experiments", "their titles", lambda row: row.experiments),
    nested(
        "reference", "the mean of what was published for the same cells",
        lambda row: row.published, PUBLISHED,
    ),
)  # fmt: skip

CONTRAST: tuple[Field[ContrastScore], ...] = (
    field(TEXT, "experiment", "title of the script", lambda row: row.experiment),
    field(
        TEXT, "contrast", "name of the contrast", lambda row: row.contrast, heading="contrast",
        label=True, folds=True,
    ),
    field(
        TEXT, "condition", "levels of the between factors, joined by a comma",
        lambda row: row.condition, heading="condition", label=True, folds=True, rare=True,
    ),
    field(TEXT, "model", "the participant", lambda row: row.model),
    field(
        TRUTH, "simulated", "whether a program answered that is no model", lambda r: r.simulated
    ),
    field(
        TEXT, "wording", "in which words the story was told", lambda row: row.wording,
        heading="wording", label=True,
    ),
    field(WHOLE, "n", "draws in which the coders agree on it", lambda row: row.n),
    field(
        PART, "passed", "draws in which all its questions are right", lambda row: row.passed,
        heading="passed", text=lambda row: f"{plain(row.passed)} of {row.n}",
    ),
    field(
        WHOLE, "split", "draws on which coders differ", lambda row: row.split,
        heading="coders\ndiffer", wanted=1, rare=True,
    ),
    field(
        WHOLE, "undecided", "draws in which a mark is missing", lambda row: row.undecided,
        heading="mark\nmissing", wanted=1, rare=True,
    ),
    field(
        SHARE_CI, "ci95", "95% interval of the share passed", lambda row: row.ci95, heading="95%",
        joined=True, none=NONE,
    ),
    field(TEXT, "ci_method", CI_METHOD, lambda row: row.ci_method or None),
    field(
        SHARE, "chance", "chance that a guesser passes it", lambda row: row.chance,
        heading="chance",
        text=lambda row: None if row.chance is None else f"{float(row.chance):.1%}",
    ),
)  # fmt: skip


PUBLISHED_SHARE: tuple[Field[PublishedShare], ...] = (
    field(TEXT, "who", "of whom it was published", lambda one: one.who),
    field(SHARE, "share", "share that was right", lambda one: one.share),
    field(WHOLE, "n", "how many were asked", lambda one: one.n),
    field(SHARE_CI, "ci95", "95% interval of the share", lambda one: one.ci95),
    field(TEXT, "ci_method", CI_METHOD, lambda one: one.ci_method or None),
    field(TEXT, "source", "where it was published", lambda one: one.source or None),
)

QUESTION_SHARE: tuple[Field[QuestionShare], ...] = (
    *WHERE,
    field(TEXT, "question", "name of the question", lambda row: row.question),
    field(TEXT, "versions", "versions that it is of", lambda row: row.within or None),
    field(WHOLE, "n_draws", "draws in the share", lambda row: row.right.n),
    field(WHOLE, "undecided", "replies without a mark", lambda row: row.undecided),
    field(SHARE, "share", "mean mark of the question", lambda row: row.right.mean),
    field(SHARE_CI, "ci95", "95% interval of the share", lambda row: row.right.ci95),
    field(TEXT, "ci_method", CI_METHOD, lambda row: row.right.ci_method or None),
    field(SHARE, "chance", "a guesser's mean mark", lambda row: row.chance),
    each("published", "shares of others", lambda row: row.published, PUBLISHED_SHARE),
)

TELLING_APART: tuple[Field[TellingApart], ...] = (
    field(TEXT, "model", "the participant", lambda row: row.model),
    field(WHOLE, "n_draws", "draws for which the rest is computed", lambda row: row.n),
    field(WHOLE, "n_draws_fewest", "draws of the cell with the fewest", lambda row: row.fewest),
    field(WHOLE, "n_draws_most", "draws of the cell with the most", lambda row: row.most),
    field(RATIO, "lrs_sd", "sd of draws within a cell, pooled over cells", lambda row: row.sd),
    field(RATIO, "half_width", "margin of error of a cell's mean", lambda row: row.half_width),
    field(
        RATIO, "difference", "smallest difference of two cells that is detected with this power",
        lambda row: row.difference,
    ),
    field(RATIO, "power", "that power", lambda row: row.power),
)  # fmt: skip


def experiment_columns(rows: Sequence[ExperimentScore]) -> list[Column]:
    """Columns of means over the cells of an experiment."""
    names = (
        "experiment", "wording", "cells", "n_draws", "lrs_mean", "ci95", "n_draws_common",
        "share_mean", "lrs_linear_mean", "domain",
    )  # fmt: skip
    return columns(pick(EXPERIMENT, *names), rows)


def contrast_columns(rows: Sequence[ContrastScore]) -> list[Column]:
    """Columns of contrasts."""
    names = (
        "contrast", "condition", "wording", "passed", "ci95", "chance", "split", "undecided"
    )  # fmt: skip
    return columns(pick(CONTRAST, *names), rows)


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
                _published(who, "lrs_mean_by_experiment", f"{visible(who)}, over\nexperiments").but(
                    wanted=2
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

    return field(LRS, name, figure.what, lambda row: None, heading=heading, text=text)
