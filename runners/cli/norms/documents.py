"""What `devrun norms` tells in JSON of tables and fits, each figure with what it means."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from coders.norms.ages import AGE_METHOD, Norms
from renderers.fields.banks.ages import NORMS, TABLE_AGE, YEARS_CI
from renderers.fields.field import Field, Kind, Scale, each, field, of, pick
from renderers.fields.scales import CORRELATION, CORRELATION_CI, NUMBER, WHOLE
from renderers.fields.trials import CI_METHOD
from renderers.number_words import Ends
from renderers.rows.bank_ages import TableAge

if TYPE_CHECKING:
    from runners.cli.norms.fit import AgeFit

_NORMS: tuple[Field[Any], ...] = pick(NORMS, "bank", "source", "ages")
_MINUTES = Scale[float](Kind.NUMBER, unit="minutes", low=0)
_LIMITS = Scale[Sequence[Ends]](Kind.LIST, plain=list, unit=YEARS_CI.unit)

AGES_OF_TABLE: tuple[Field[tuple[Norms, Sequence[TableAge]]], ...] = (
    *of(itemgetter(0), _NORMS),
    CI_METHOD.but("age_ci95_method").read_by(lambda _: AGE_METHOD),
    each("rows", "each row of the table", TABLE_AGE, itemgetter(1)),
)

FIT: tuple[Field[AgeFit], ...] = (
    field(WHOLE, "people", "people from whom the function comes", "found.people"),
    field(WHOLE, "left_out", "people who took too little time"),
    field(_MINUTES, "least_minutes", "the least time of the others", "minutes"),
    field(NUMBER, "items_per_group", "items of each group that a person answered", "given.items"),
    field(WHOLE, "empty_answers", "answers left empty, counted as wrong", "given.read.empty"),
    field(
        WHOLE, "answers_without_choice", "answers that choose nothing, counted as wrong",
        lambda one: len(one.given.read.no_choice),
    ),
    field(CORRELATION, "pearson", "Pearson correlation of accuracy and age", "found.pearson"),
    field(CORRELATION_CI, "pearson_ci95", "its 95% interval", "found.pearson_ci95"),
    field(
        CORRELATION, "spearman", "Spearman correlation of accuracy and age", "found.spearman.rho"
    ),
    field(
        CORRELATION_CI, "spearman_ci95", "its 95% interval", "found.spearman.ci95",
        missing="there are fewer than five people, or it is -1 or 1",
    ),
    field(
        CORRELATION, "held_out_spearman",
        "Spearman correlation of predicted and true age of people held out, mean of all splits",
        "found.held_out",
    ),
    field(
        CORRELATION_CI, "held_out_range", "between which 95% of the splits are",
        "found.held_out_range",
    ),
    field(WHOLE, "seed", "seed of the splits"),
    field(
        YEARS_CI, "intercept_ci95", "95% interval of the intercept, over people",
        lambda one: one.found.limits[0],
    ),
    field(
        _LIMITS, "years_ci95", "95% interval of the years of each stage, over people",
        lambda one: one.found.limits[1:],
    ),
)  # fmt: skip
"""Of the object `fit` of a norms file."""
