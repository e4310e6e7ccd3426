"""The figures of the paper's Tables 3 to 6: the mean rating of each condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from renderers.fields.design import DOMAIN_NAME, MODEL, SIMULATED, WORDING
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.scales import CI, LRS, OPTIONAL, REFERENCES, TEXT, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, decimal
from renderers.rows.scores import PaperCell
from renderers.tables.fitted import Column
from renderers.terminal import visible

PAPER_CELL: tuple[Field[PaperCell], ...] = (
    DOMAIN_NAME.of(lambda row: row.cell),
    field(
        OPTIONAL, "author", "first author and year of the experiment's paper", heading="author",
        label=True, folds=True, once=True, none=NONE,
    ),
    field(
        TEXT, "experiment", "title of the script", "cell.experiment", heading="experiment",
        label=True, folds=True, once=True,
    ),
    field(
        OPTIONAL, "age", "published age of the children", heading="age", folds=True, priority=1,
        none=NONE,
    ),
    field(
        TEXT, "condition", "what the paper calls the condition", "cell.condition",
        heading="condition", label=True, folds=True,
    ),
    WORDING.of(lambda row: row.cell),
    MODEL.of(lambda row: row.cell),
    SIMULATED.of(lambda row: row.cell),
    field(WHOLE, "n_runs", "runs of the one text in the mean", "cell.lrs.n", heading="n"),
    field(
        LRS, "lrs_mean", "mean LRS: averaged over coders, then over runs", "cell.lrs.mean",
        missing="no run has an LRS", heading="LRS",
    ),
    field(
        CI, "ci95", "95% interval of the mean over runs of this text", "cell.lrs.ci95",
        heading="95%", joined=True, none=NONE,
    ),
    CI_METHOD.of(lambda row: row.cell.lrs),
    field(
        REFERENCES, "reference", "the published LRS of this condition, and of whom",
        "cell.reference", missing="the script gives none", heading="published",
        text=lambda row: row.cell.reference and decimal(Fraction(row.cell.reference[1])), none=NONE,
    ),
)  # fmt: skip


def paper_columns(rows: Sequence[PaperCell]) -> list[Column]:
    """Columns of a table like the paper's; domain, wording and participant are in its title."""
    names = (
        "author", "experiment", "age", "condition", "n_runs", "lrs_mean", "ci95", "reference",
    )  # fmt: skip
    *ours, published = columns(pick(PAPER_CELL, *names), rows)
    whose = dict.fromkeys(row.cell.reference[0] for row in rows if row.cell.reference)
    if len(whose) == 1:
        published = replace(published, heading=visible(*whose))
    return [*ours, published] if whose else ours
