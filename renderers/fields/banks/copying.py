"""How often the wrong answers of a donor are given."""

from __future__ import annotations

from renderers.fields.design import EXPERIMENT_TITLE, MODEL, SIMULATED
from renderers.fields.field import Field, field
from renderers.fields.scales import (
    SHARE,
    SHARE_CI,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    TEXT,
    WHOLE,
)
from renderers.number_words import NONE
from renderers.rows.banks import Copying

_FEW = "fewer than five items"
_NO_NONE = "it is the condition `none`, or no reply in that was read"

COPYING: tuple[Field[Copying], ...] = (
    MODEL,
    SIMULATED,
    EXPERIMENT_TITLE,
    field(TEXT, "donor", "whose replies are put before the items"),
    field(
        TEXT, "condition", "what is put before the items, and other conditions",
        heading="before the item", label=True, folds=True,
    ),
    field(
        WHOLE, "items", "items that the donor gets wrong", "copied.n",
        heading="n",
    ),
    field(WHOLE, "replies", "replies to these items"),
    field(
        WHOLE, "unread", "replies to these items without a clear answer", heading="not read",
        priority=1,
    ),
    field(
        SHARE, "copied", "how often the donor's wrong answer is given, the mean over items",
        "copied.mean", heading="copied", missing="no answer was read",
    ),
    field(
        SHARE_CI, "ci95", "95% interval of this share, over items", "copied.ci95",
        heading="95%", joined=True, none=NONE, missing=_FEW,
    ),
    field(
        SHARE_DIFFERENCE, "above_none", "this share minus that of the same items without the "
        "donor's replies", "above_none.difference", heading="above none", none=NONE,
        missing=_NO_NONE,
    ),
    field(
        SHARE_DIFFERENCE_CI, "above_none_ci95", "95% interval of this difference, paired by item",
        "above_none.ci95", heading="95%", joined=True, none=NONE,
        missing=f"{_NO_NONE}, or {_FEW}",
    ),
)  # fmt: skip
