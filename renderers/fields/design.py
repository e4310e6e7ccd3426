"""Of what a figure is: the figures of the design, which rows of every level have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dsl.expand import ORIGINAL
from renderers.fields.field import Field, Row, columns, field, pick
from renderers.fields.scales import KEY, LEVELS, OPTIONAL, TEXT, TRUTH
from renderers.number_words import NOT_DATA
from renderers.rows.banks import SizeSlope
from renderers.rows.cell_row import CellRow
from renderers.tables.fitted import Column
from renderers.terminal import visible

STUDY: Field[Any] = field(KEY, "study", "id of the study")
PROVISIONAL: Field[Any] = field(
    TRUTH, "provisional", "whether marks are automatic, since no person has coded"
)
PLACE: Field[Any] = field(KEY, "place", "place of the turn in the script")
STORE: Field[Any] = field(TEXT, "store", "where the study is stored")
EXPERIMENT_TITLE: Field[Any] = field(
    OPTIONAL, "experiment", "title of the script", heading="experiment", label=True, folds=True
)
CONDITION: Field[Any] = field(
    TEXT, "condition", "levels of the between factors, joined by a comma",
    missing="the script has no conditions and names none",
    heading="condition", label=True, folds=True, rare=True,
)  # fmt: skip
FACTOR_LEVELS: Field[Any] = field(LEVELS, "levels", "level of each between factor")
WORDING: Field[Any] = field(
    TEXT, "wording", "wording of the story",
    levels=(("original", "the script's own words"), ("permuted", "words chosen by this draw")),
    heading="wording", label=True,
)  # fmt: skip
MODEL: Field[Any] = field(OPTIONAL, "model", "the participant as requested: provider/model")
SIMULATED: Field[Any] = field(
    TRUTH, "simulated", "whether the participant is a program: these are not data",
    levels=(("TRUE", NOT_DATA.lower()), ("FALSE", "a model answered")),
)  # fmt: skip
VERSION: Field[Any] = field(
    OPTIONAL, "versions", "version of the run", "within", heading="version", label=True,
    only=lambda row: bool(row.within), missing="the script has no versions",
)  # fmt: skip
HAVING_IT: Field[Any] = field(OPTIONAL, "versions", "versions that have it", "within")
"""Versions, of a question."""
WHERE: tuple[Field[Any], ...] = (
    EXPERIMENT_TITLE, CONDITION, FACTOR_LEVELS, WORDING, MODEL, SIMULATED,
)  # fmt: skip
"""Which cell and participant it is."""

CELL_NAME: Field[Any] = field(
    TEXT, "cell", "a cell in words, as far as no other column says which it is", heading="cell",
    label=True,
)  # fmt: skip
OVER: Field[Any] = field(
    TEXT, "over", "over how much: a cell, an experiment, a domain, or all that was run",
    heading="over", label=True, folds=True,
)  # fmt: skip

DOMAIN_NAME: Field[Any] = field(
    OPTIONAL, "domain", "domain that the script names", missing="the script names none",
    heading="domain", priority=3,
)  # fmt: skip
ADDITION: Field[Any] = field(
    TRUTH, "addition",
    "whether the cell is an addition to the published ones; additions are in no domain mean",
    levels=(("TRUE", "added"), ("FALSE", "published")),
)  # fmt: skip


def columns_by_cell(fields: Sequence[Field[Row]], rows: Sequence[Row], *names: str) -> list[Column]:
    """Columns of a table whose title has experiment and participant: two that name the rows, the
    wording, and the figures.
    """
    first, second, *figures = pick(fields, *names)
    return columns((first, second, WORDING, *figures), rows)


def telling(names: Sequence[str], wordings: Iterable[str]) -> tuple[str, ...]:
    """The names of these figures, but for `wording` where all rows are of the original one."""
    alone = set(wordings) <= {ORIGINAL}
    return tuple(one for one in names if not (alone and one == "wording"))


def of_which(row: CellRow | SizeSlope, *more: str) -> str:
    """Of which bank a table or drawing is, for its title: an original wording is not named."""
    wording = "" if row.wording == ORIGINAL else f"{row.wording} wording"
    return ", ".join(visible(one) for one in (row.experiment, row.condition, wording, *more) if one)
