"""The figures of banks by the size of models, and of pairs of models."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.scoring import ScoreLevel
from renderers.fields.design import EXPERIMENT_TITLE, SIMULATED, WORDING
from renderers.fields.field import Field, Kind, Scale, columns, each, field, pick
from renderers.fields.kinds import LEVELS, MACRO
from renderers.fields.scales import OPTIONAL, RATIO, TEXT, WHOLE, P
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, Ends, signed
from renderers.rows.size_and_pairs import PairDifference, SizePoint, SizeSlope
from renderers.tables.fitted import Column
from renderers.terminal import visible

SIZE_TITLE = "calibrated accuracy (aggregate) by size: rise per tenfold parameters"
PAIR_TITLE = "participant minus counterpart, calibrated accuracy (aggregate), paired by item"
SIZE_NOTE = (
    "slope: rise per tenfold parameters, least squares in each series, then the mean of series; "
    "95%: t over the slopes of the series, none with fewer than three"
)
PAIR_NOTE = (
    "difference: of the same items, runs averaged first; 95%: paired t over items, with one more "
    "item at each end of the scale; Holm: over the groups of a pair, none for stages and means"
)
SIGNED = Scale[float](Kind.NUMBER, signed, page="rounded")
_ENDS = Scale[Ends](
    Kind.NUMBER, lambda ends: f"{signed(ends[0])} to {signed(ends[1])}", list, "low and high",
    page="interval",
)  # fmt: skip
_CONDITION: Field[SizeSlope | PairDifference] = field(
    OPTIONAL, "condition", "levels of the between factors", heading="condition", label=True,
    folds=True, missing="the script has none", only=lambda row: bool(row.condition),
)  # fmt: skip


def _name(row: SizeSlope | PairDifference) -> str:
    if row.level is ScoreLevel.STAGE:
        return f"stage {visible(row.group)}"
    return visible(row.group) or MACRO


_WHERE: tuple[Field[SizeSlope | PairDifference], ...] = (
    EXPERIMENT_TITLE.but(),
    _CONDITION,
    WORDING.but(),
    field(TEXT, "level", "what it is a mean of", lambda row: row.level.value, levels=LEVELS),
    field(
        OPTIONAL, "group", "group of the items of a bank, or stage", heading="group", label=True,
        text=_name, missing="the mean of groups",
    ),
)  # fmt: skip

POINT: tuple[Field[SizePoint], ...] = (
    field(TEXT, "participant", "the model"),
    field(TEXT, "series", "its series, by the table"),
    field(RATIO, "parameters", "its parameters, by the table"),
    field(RATIO, "accuracy", "calibrated accuracy, aggregate form"),
    field(_ENDS, "ci95", "95% interval over items", missing="fewer than five items in a group"),
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
        _ENDS, "ci95", "95% interval of the slope over series", heading="95%", joined=True,
        none=NONE, missing="fewer than three series with two sizes",
    ),
    CI_METHOD,
    field(
        RATIO, "people", "calibrated accuracy of people, by the norms of the bank",
        heading="people", missing="the norms of the bank do not say it",
        only=lambda row: row.people is not None,
    ),
    SIMULATED,
    each("models", "the models", lambda row: row.points, POINT),
)  # fmt: skip

PAIR: tuple[Field[PairDifference], ...] = (
    *_WHERE,
    field(TEXT, "participant", "the model", heading="participant", label=True, once=True),
    field(TEXT, "counterpart", "its counterpart, by the table", heading="counterpart", label=True,
          once=True),
    SIMULATED,
    field(WHOLE, "n_items", "items that both have a mark on", "items", heading="n"),
    field(
        SIGNED, "difference", "participant minus counterpart in calibrated accuracy",
        heading="difference", missing="no items are common, or a chance level is unknown",
    ),
    field(
        _ENDS, "ci95", "95% interval of the difference over items", heading="95%", joined=True,
        none=NONE, missing="fewer than five items in a group",
    ),
    CI_METHOD,
    field(P, "p", "two-sided p value of the same t", heading="p", none=NONE,
          missing="there is no interval"),
    field(P, "p_holm", "p adjusted by Holm over the groups of the pair", "holm", heading="Holm",
          none=NONE, missing="a stage or mean of groups, or there is no interval"),
)  # fmt: skip


def size_columns(rows: Sequence[SizeSlope]) -> list[Column]:
    """Rows by size."""
    names = ("condition", "group", "n_models", "n_series", "slope", "ci95", "people")
    return columns(pick(SIZE, *names), rows)


def pair_columns(rows: Sequence[PairDifference]) -> list[Column]:
    """The rows of one pair."""
    names = ("condition", "group", "n_items", "difference", "ci95", "p", "p_holm")
    return columns(pick(PAIR, *names), rows)
