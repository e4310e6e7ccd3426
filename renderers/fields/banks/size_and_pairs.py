"""The figures of banks by the size of models, and of pairs of models."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.design import EXPERIMENT_TITLE, SIMULATED, WORDING, telling
from renderers.fields.field import Field, columns, each, field, pick
from renderers.fields.kinds import LEVELS, row_name
from renderers.fields.scales import (
    ACCURACY_CI,
    ACCURACY_DIFFERENCE_CI,
    OPTIONAL,
    RATIO,
    SIGNED,
    TEXT,
    WHOLE,
    P,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE
from renderers.rows.banks import PairDifference, SizePoint, SizeSlope
from renderers.tables.fitted import Column
from renderers.terminal import visible

SIZE_TITLE = "calibrated accuracy (aggregate) by size: rise per tenfold parameters"
PAIR_TITLE = "first minus second, calibrated accuracy (aggregate), paired by item"
SIZE_NOTE = (
    "slope: rise per tenfold parameters, least squares in each series, then the mean of series; "
    "95%: t over the slopes of the series, none with fewer than three"
)
PAIRED = "95%: paired t over items, with one more item at each end of the scale"
PAIR_NOTE = (
    f"difference: of the same items, runs averaged first; {PAIRED}; "
    "p: of declared pairs only; Holm: over the groups of a pair, and for the mean of groups over "
    "what was declared"
)
_CONDITION: Field[SizeSlope | PairDifference] = field(
    OPTIONAL, "condition", "levels of the between factors", heading="condition", label=True,
    folds=True, none="", missing="none is held equal", only=lambda row: bool(row.condition),
)  # fmt: skip


_WHERE: tuple[Field[SizeSlope | PairDifference], ...] = (
    EXPERIMENT_TITLE,
    _CONDITION,
    WORDING,
    field(TEXT, "level", "what it is a mean of", "level.value", levels=LEVELS),
    field(
        OPTIONAL, "group", "group of the items of a bank, or stage", heading="group", label=True,
        text=row_name, missing="the whole bank",
    ),
)  # fmt: skip

POINT: tuple[Field[SizePoint], ...] = (
    field(TEXT, "participant", "the model"),
    field(TEXT, "series", "its series, by the table"),
    field(RATIO, "parameters", "its parameters, by the table"),
    field(RATIO, "accuracy", "calibrated accuracy, aggregate form"),
    field(
        ACCURACY_CI, "ci95", "95% interval over items", missing="fewer than five items in a group"
    ),
    SIMULATED,
)

SIZE: tuple[Field[SizeSlope], ...] = (
    *_WHERE,
    field(WHOLE, "n_models", "models with a size and a series", lambda row: len(row.points),
          heading="models"),
    field(WHOLE, "n_series", "series with two sizes or more", "series", heading="series"),
    field(
        SIGNED, "slope", "rise of calibrated accuracy per tenfold parameters", heading="slope",
        missing="no series has two sizes",
    ),
    field(
        ACCURACY_DIFFERENCE_CI, "ci95", "95% interval of the slope over series", heading="95%",
        joined=True, none=NONE, missing="fewer than three series with two sizes",
    ),
    CI_METHOD,
    field(
        RATIO, "people", "calibrated accuracy of people, by the norms of the bank",
        heading="people", missing="the norms of the bank do not give it",
        only=lambda row: row.people is not None,
    ),
    SIMULATED,
    each("models", "the models", POINT, "points"),
)  # fmt: skip

PAIR: tuple[Field[PairDifference], ...] = (
    *_WHERE,
    field(
        TEXT, "factor", "what the two differ in: a condition, participant, or counterpart",
        text=lambda row: visible(row.factor),
    ),
    field(OPTIONAL, "model", "the participant of two conditions", heading="participant", label=True,
          none="both", missing="participants are compared", only=lambda row: bool(row.model)),
    field(TEXT, "first", "level or participant", heading="first", label=True, folds=True),
    field(TEXT, "second", "level or participant", heading="second", label=True, folds=True),
    SIMULATED,
    field(WHOLE, "n_items", "items that both have a mark on", "items", heading="n"),
    field(
        SIGNED, "difference", "first minus second in calibrated accuracy (accuracy, if chance is "
        "unknown)",
        heading="difference", missing="they have no items in common",
    ),
    field(
        ACCURACY_DIFFERENCE_CI, "ci95", "95% interval of the difference over items", heading="95%",
        joined=True, none=NONE, missing="fewer than five items in a group",
    ),
    CI_METHOD,
    field(P, "p", "two-sided p value of the same t", heading="p", none=NONE,
          missing="not declared, or there is no interval"),
    field(P, "p_holm", "p adjusted by Holm: of a group over the groups of the pair, of the whole "
          "bank over what was declared for the participant", "holm", heading="Holm", none=NONE,
          missing="there is no p, or it is of a stage, or of the whole of a counterpart"),
)  # fmt: skip


def size_columns(rows: Sequence[SizeSlope]) -> list[Column]:
    """Rows by size."""
    names = ("condition", "wording", "group", "n_models", "n_series", "slope", "ci95", "people")
    return columns(pick(SIZE, *telling(names, (row.wording for row in rows))), rows)


def pair_columns(rows: Sequence[PairDifference]) -> list[Column]:
    """The rows of one pair."""
    return _of_pairs(rows, "condition", "wording", "group")


def whole_columns(rows: Sequence[PairDifference]) -> list[Column]:
    """The whole banks of several pairs."""
    return _of_pairs(rows, "model", "first", "second", "condition", "wording")


def _of_pairs(rows: Sequence[PairDifference], *labels: str) -> list[Column]:
    names = telling((*labels, *_figures(rows)), (row.wording for row in rows))
    return columns(pick(PAIR, *names), rows)


def _figures(rows: Sequence[PairDifference]) -> tuple[str, ...]:
    tested = ("p", "p_holm") if any(one.p is not None for one in rows) else ()
    return ("n_items", "difference", "ci95", *tested)
