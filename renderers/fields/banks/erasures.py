"""The figures of erasures: drops in accuracy under framings that state an inability."""

from __future__ import annotations

from typing import Any

from renderers.fields.design import CONDITION, EXPERIMENT_TITLE, MODEL, SIMULATED, WORDING
from renderers.fields.field import Field, field, nested
from renderers.fields.scales import (
    ACCURACY_DIFFERENCE_CI,
    DECIMAL,
    RATIO,
    TEXT,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.rows.banks import ErasureContrast, ErasureDrop
from renderers.rows.measures import Mean

_CALIBRATED: Field[Any] = field(
    TRUTH, "calibrated",
    "whether figures are calibrated accuracies (aggregate form); else they are accuracies, since "
    "chance is not known",
)  # fmt: skip
AGE_ALONE: Field[Any] = field(
    TRUTH, "age_alone",
    "whether drops are from the framing that gives the age alone; else from no framing",
    heading="against", text=lambda row: "the age alone" if row.age_alone else "no framing",
)  # fmt: skip
_PLACE: tuple[Field[Any], ...] = (EXPERIMENT_TITLE, CONDITION, WORDING, MODEL, SIMULATED)

ERASURE: tuple[Field[ErasureDrop], ...] = (
    *_PLACE,
    AGE_ALONE,
    field(TEXT, "framing", "the framing that states an inability"),
    field(TEXT, "erased", "the group that it takes away"),
    field(TEXT, "reference", "the framing that it is compared with; none: no framing"),
    field(TEXT, "tested", "the group whose items are scored; empty: the bank has no groups"),
    field(TRUTH, "diagonal", "whether the group that is tested is the one taken away"),
    field(WHOLE, "n_items", "items with a mark under both framings", "n"),
    _CALIBRATED,
    field(DECIMAL, "before", "accuracy under the reference"),
    field(DECIMAL, "after", "accuracy under the erasure"),
    field(DECIMAL, "drop", "before minus after"),
    field(
        ACCURACY_DIFFERENCE_CI, "ci95", "95% interval of the drop, over items, paired",
        missing="there are fewer than five items",
    ),
    CI_METHOD,
)  # fmt: skip

MEAN: tuple[Field[Mean], ...] = (
    field(RATIO, "mean", "plain mean over groups"),
    field(
        ACCURACY_DIFFERENCE_CI,
        "ci95",
        "its 95% interval, over items",
        missing="a group has fewer than five items",
    ),
)

ERASURE_CONTRAST: tuple[Field[ErasureContrast], ...] = (
    *_PLACE,
    AGE_ALONE,
    field(WHOLE, "groups", "groups that are both erased and tested", heading="abilities"),
    field(WHOLE, "n_items", "items with a mark under all these framings", "n", heading="items"),
    _CALIBRATED,
    nested("diagonal", "mean drop of a group under its own erasure", MEAN, heading="erased"),
    nested(
        "off_diagonal", "mean drop of a group under the erasures of the others", MEAN, "off",
        heading="others",
    ),
    nested("difference", "first minus second, paired by item", MEAN, heading="difference"),
    CI_METHOD,
)  # fmt: skip
