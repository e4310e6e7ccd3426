"""Which letters are taken, of a bank that is asked in every rotation of its choices."""

from __future__ import annotations

from renderers.fields.design import WHERE
from renderers.fields.field import Field, field, pick
from renderers.fields.scales import (
    OPTIONAL,
    SHARE,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    TEXT,
    WHOLE,
)
from renderers.number_words import NONE
from renderers.rows.questions import LetterChoice

TITLE = "letters taken"
NOTE = (
    "taken: how often the choice at this letter was taken, over items that have it; right: how "
    "often the right one was there; more: taken minus right, 95% paired by item"
)

LETTER: tuple[Field[LetterChoice], ...] = (
    *WHERE,
    field(TEXT, "letter", "letter of a choice as shown", heading="letter", label=True),
    field(WHOLE, "n_items", "items with this letter", "items", heading="n"),
    field(
        WHOLE, "n_replies", "replies to them that take a choice", "replies",
        heading="replies",
    ),
    field(SHARE, "taken", "share of replies that take it, mean over items", heading="taken"),
    field(SHARE, "right", "share in which the right choice is there", heading="right"),
    field(
        SHARE_DIFFERENCE, "more", "taken minus right", "more.difference",
        heading="more",
    ),
    field(
        SHARE_DIFFERENCE_CI, "more_ci95", "95% interval of this difference, paired by item",
        "more.ci95", missing="fewer than five items", heading="95%", none=NONE,
    ),
    field(
        OPTIONAL, "ci_method", "how the interval is computed", "more.ci_method",
        missing="there is none",
    ),
)  # fmt: skip


LETTER_TABLE = pick(
    LETTER, "condition", "letter", "n_items", "n_replies", "taken", "right", "more", "more_ci95"
)
"""The columns of a table of one participant."""
