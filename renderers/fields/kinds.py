"""Kinds of score other than the LRS, of cells and of experiments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from dsl.scoring import (
    KINDS,
    Accuracy,
    AggregateCalibrated,
    CalibratedAccuracy,
    ScoreKind,
    ScoreLevel,
    scoring_of,
)
from renderers.fields.design import WHERE
from renderers.fields.field import Document, Field, Level, columns, document, field, pick
from renderers.fields.scales import (
    CI,
    DECIMAL,
    MEASURE_CI,
    OPTIONAL,
    RATIO,
    SHARE,
    SHARE_CI,
    TEXT,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE
from renderers.rows.questions import Blind, KindFigure, KindScore
from renderers.rows.trials import TrialRow
from renderers.tables.fitted import Column
from renderers.terminal import visible

Measured = tuple[KindScore, KindFigure]


def _row(one: Measured) -> KindScore:
    return one[0]


ITEM_LEVELS = (
    (ScoreLevel.CELL.value, "all trials of a cell, or all items of a bank"),
    (ScoreLevel.GROUP.value, "a group of the items of a bank"),
    (ScoreLevel.STAGE.value, "plain mean of the groups of a stage"),
    (ScoreLevel.MACRO.value, "plain mean of all groups"),
)
LEVELS = (*ITEM_LEVELS, (ScoreLevel.EXPERIMENT.value, "plain mean of cells"))

BLIND = (
    (Blind.LETTER_IN_FILE, "best_letter_in_file", "the best letter in the order of the file"),
    (Blind.LETTER_SHOWN, "best_letter_shown", "the best letter in the order shown"),
    (Blind.LONGEST, "longest_option", "the longest option"),
)
"""What answers without reading: the rule, the name of the figure, and in words."""
NO_BASELINE = "not items of a bank, or some have no choices"


def _blind_score(rule: Blind, one: Measured) -> Fraction | None:
    found = one[1].baseline(rule)
    return None if found is None else found.score


def _blind_answer(rule: Blind, one: Measured) -> str:
    found = one[1].baseline(rule)
    return "" if found is None else found.answer


MEASURE: tuple[Field[Measured], ...] = (
    field(TEXT, "level", "what it is a mean of", lambda one: one[0].level.value, levels=LEVELS),
    *(where.of(_row) for where in WHERE),
    field(
        OPTIONAL, "group", "group of the items of a bank, or stage", lambda one: one[0].group,
        missing="of all items or groups, or the script has no bank",
    ),
    field(TEXT, "measure", "kind of score", lambda one: one[1].kind.name),
    field(TEXT, "criterion", "the kind as the script has it", lambda one: one[1].kind.criterion),
    field(WHOLE, "n_replies", "marked replies to test questions", lambda one: one[0].n),
    field(WHOLE, "undecided", "replies without a mark", lambda one: one[0].undecided),
    field(
        WHOLE, "n_draws", "draws in the mean",
        lambda one: one[1].figure.n if one[0].draws is None else one[0].draws,
    ),
    field(
        WHOLE, "n_items", "items in the mean", lambda one: one[0].items,
        missing="the mean is over draws",
    ),
    field(
        WHOLE, "not_shown", "items that the participant was not shown",
        lambda one: one[0].not_shown,
    ),
    field(
        WHOLE, "left_out", "other items, which some participant was not shown; not counted",
        lambda one: one[0].left_out,
    ),
    field(
        DECIMAL, "mean", "mean over draws, or over items", lambda one: one[1].figure.mean,
        missing="no trial has a score of this kind",
    ),
    field(
        RATIO, "sd", "standard deviation of the draws, or of the items",
        lambda one: one[1].figure.sd,
    ),
    field(MEASURE_CI, "ci95", "95% interval of the mean", lambda one: one[1].figure.ci95),
    CI_METHOD.of(lambda one: one[1].figure),
    field(
        DECIMAL, "chance", "score expected from guessing", lambda one: one[1].chance,
        missing="the chance level is unknown",
    ),
    *(
        one
        for rule, name, what in BLIND
        for one in (
            field(
                DECIMAL, name, f"score of {what}, whatever is asked", partial(_blind_score, rule),
                missing=NO_BASELINE,
            ),
            *(() if rule is Blind.LONGEST else (
                field(
                    OPTIONAL, f"{name}_which", f"which letter is {what}",
                    partial(_blind_answer, rule), missing=NO_BASELINE,
                ),
            )),
        )
    ),
)  # fmt: skip


class OfItems(Protocol):
    """A row of a bank."""

    @property
    def level(self) -> ScoreLevel:
        """Of what it is a mean."""
        ...

    @property
    def group(self) -> str:
        """The group or stage; empty for all."""
        ...


def row_name(row: OfItems) -> str:
    """What a row of a bank is of."""
    if row.level is ScoreLevel.STAGE:
        return f"stage {visible(row.group)}"
    return visible(row.group) or {ScoreLevel.CELL: ALL, ScoreLevel.MACRO: MACRO}.get(row.level, "")


ALL, MACRO = "all items", "mean of groups"


def of_bank(*more: Level) -> tuple[Field[Any], ...]:
    """Of what a row of a bank is; `more` are levels that rows of other banks do not have."""
    return (
        field(
            TEXT, "level", "what it is a mean of", "level.value",
            levels=(*ITEM_LEVELS, *more),
        ),
        *WHERE,
        field(
            OPTIONAL, "group", "group of the items, or stage", missing="of all items or groups",
            text=row_name, heading="group", label=True,
        ),
    )  # fmt: skip


ROW: tuple[Field[KindScore], ...] = (
    *WHERE,
    field(
        TEXT, "group", "group of the items of a bank, or stage", row_name, heading="group",
        label=True,
    ),
    field(
        WHOLE, "n_draws", "draws in the mean, or items of a bank",
        lambda row: row.measures[0].figure.n, heading="n",
    ),
    field(WHOLE, "n", "replies to test questions", heading="replies", priority=2),
    field(WHOLE, "undecided", "replies without a mark", heading="no\nmark", priority=1, rare=True),
    field(
        SHARE, "chance", "score expected from guessing", lambda row: row.measures[0].chance,
        heading="chance",
    ),
)  # fmt: skip

ACCURACY: tuple[Field[KindScore], ...] = (
    *pick(ROW, *(where.name for where in WHERE), "n", "undecided"),
    field(SHARE, "accuracy", Accuracy.meaning, lambda row: row.of(Accuracy).figure.mean),
    *pick(ROW, "chance"),
    field(
        DECIMAL, "calibrated_accuracy", CalibratedAccuracy.meaning,
        lambda row: row.of(CalibratedAccuracy).figure.mean,
        missing="the chance level of a question is unknown, 0 or 1",
    ),
)  # fmt: skip
"""The same under the published key `accuracies`."""


def trial_fields(scorings: Iterable[str]) -> tuple[Field[TrialRow], ...]:
    """A column for each kind of score that some of these `scoring` statements name."""
    named = {kind.name for words in scorings if (one := scoring_of(words)) for kind in one.kinds}
    return tuple(
        field(
            SHARE if kind.low is not None else DECIMAL, kind.name, kind.meaning,
            partial(_of_trial, kind.name),
            missing="undecided, or the script does not name this kind of score",
        )
        for kind in KINDS
        if kind.name in named
    )  # fmt: skip


def _of_trial(name: str, row: TrialRow) -> Fraction | None:
    return row.by_kind.get(name)


def measures(rows: Sequence[KindScore]) -> list[Document]:
    """A document for each kind of score of each row."""
    return [document(MEASURE, (row, one)) for row in rows for one in row.measures]


def accuracies(rows: Sequence[KindScore]) -> list[Document]:
    """The accuracies of cells."""
    return [
        document(ACCURACY, row)
        for row in rows
        if row.level is ScoreLevel.CELL
        and any(isinstance(one.kind, Accuracy) for one in row.measures)
    ]


def kind_columns(rows: Sequence[KindScore]) -> list[Column]:
    """The columns of rows that have the same kinds of score."""
    printed = [(at, one.kind) for at, one in enumerate(rows[0].measures) if one.printed]
    of_items = any(row.items is not None for row in rows)
    return columns(
        (
            *pick(ROW, "condition", "wording"),
            *(pick(ROW, "group") if any(row.group for row in rows) else ()),
            *pick(ROW, "n_draws", "n"),
            *_mean_and_interval(*printed[0], of_items=of_items),
            *pick(ROW, "chance"),
            *(
                column
                for at, kind in printed[1:]
                for column in _mean_and_interval(at, kind, of_items=of_items)
            ),
            *(_without_reading(*printed[-1]) if of_items else ()),
            *pick(ROW, "undecided"),
        ),
        rows,
    )


def _mean_and_interval(at: int, kind: ScoreKind, *, of_items: bool) -> tuple[Field[KindScore], ...]:
    """The figure and its interval."""
    share = kind.low is not None
    heading = ITEM_HEADINGS.get(type(kind), kind.heading) if of_items else kind.heading
    return (
        field(
            SHARE if share else DECIMAL, kind.name, kind.meaning,
            lambda row: row.measures[at].figure.mean, heading=heading,
        ),
        field(
            SHARE_CI if share else CI, "ci95", "95% interval of the mean",
            lambda row: row.measures[at].figure.ci95, heading="95%", joined=True, none=NONE,
            only=lambda row: row.measures[at].figure.ci95 is not None,
        ),
    )  # fmt: skip


def _without_reading(at: int, kind: ScoreKind) -> tuple[Field[KindScore], ...]:
    """What rules earn that do not read, in the last kind."""
    return tuple(
        field(
            SHARE if kind.low is not None else DECIMAL, name, what, partial(_row_blind, at, rule),
            heading=rule.value.replace(" ", "\n", 1), none=NONE, priority=1,
            only=lambda row: bool(row.measures[at].baselines),
        )
        for rule, name, what in BLIND
    )  # fmt: skip


def _row_blind(at: int, rule: Blind, row: KindScore) -> Fraction | None:
    found = row.measures[at].baseline(rule)
    return None if found is None else found.score


ITEM_HEADINGS: dict[type[ScoreKind], str] = {
    CalibratedAccuracy: "item-wise",
    AggregateCalibrated: "aggregate",
}
"""The two forms of calibrated accuracy, where both are there."""
