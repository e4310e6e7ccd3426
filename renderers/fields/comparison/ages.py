"""The figures of LRS against the age of the task."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.design import DOMAIN_NAME, SIMULATED
from renderers.fields.field import Field, columns, each, field, pick
from renderers.fields.scales import (
    CORRELATION,
    CORRELATION_CI,
    LRS,
    MONTHS,
    OPTIONAL,
    TEXT,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE
from renderers.rows.comparisons import AgeCorrelation, TaskAge
from renderers.tables.fitted import Column
from renderers.terminal import visible

AGES_TITLE = "LRS and age of the task"
TASK_AGE: tuple[Field[TaskAge], ...] = (
    field(TEXT, "experiment", "title of the experiment"),
    DOMAIN_NAME,
    field(MONTHS, "age_months", "midpoint of the published age range, in months", "months"),
    field(WHOLE, "cells", "cells in the mean"),
    field(LRS, "lrs_mean", "mean LRS over these cells", "lrs"),
)

AGE: tuple[Field[AgeCorrelation], ...] = (
    field(
        TEXT, "who", "the participant, or whose LRS was published", heading="participant",
        label=True, folds=True,
        text=lambda row: visible(row.who) + (" (SIMULATED)" if row.simulated else ""),
    ),
    field(
        OPTIONAL, "wording", "wording of the stories", heading="wording",
        missing="published LRS", text=lambda row: row.wording or "published",
    ),
    SIMULATED,
    field(TRUTH, "published", "whether these LRS are published ones"),
    field(
        WHOLE, "n_experiments", "experiments in the correlation", "n", heading="experi\u00adments"
    ),
    field(
        CORRELATION, "rho", "Spearman's rank correlation of LRS and age over experiments",
        heading="rho",
    ),
    field(
        CORRELATION_CI, "ci95", "95% interval of rho", heading="95%", joined=True, none=NONE,
    ),
    CI_METHOD,
    field(WHOLE, "n_cells", "cells of these experiments", "cells", heading="cells", priority=1),
    field(
        CORRELATION, "rho_cells", "the same over cells, which are not independent",
        heading="rho,\ncells", priority=1, none=NONE,
    ),
    each("experiments", "each experiment", TASK_AGE, "tasks"),
)  # fmt: skip


def age_columns(rows: Sequence[AgeCorrelation], *, cells: bool = True) -> list[Column]:
    """Columns of LRS against the age of the task, over experiments and (`cells`) over cells."""
    names = ("who", "wording", "n_experiments", "rho", "ci95")
    return columns(pick(AGE, *names, *(("n_cells", "rho_cells") if cells else ())), rows)
