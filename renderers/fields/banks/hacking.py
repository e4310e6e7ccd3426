"""Control and manipulated versions of the items of a bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.scoring import ScoreLevel
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.kinds import of_bank
from renderers.fields.scales import (
    OPTIONAL,
    SHARE,
    SHARE_CI,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    WHOLE,
)
from renderers.number_words import NONE
from renderers.rows.measures import Figure
from renderers.rows.questions import HackingScore
from renderers.tables.fitted import Column

TITLE = "control and manipulated versions"
NOTE = (
    "core: right in both versions of a pair; shortcut: in the control alone; deficit: in the "
    "manipulated one (manip) alone; none: in neither; guess: core by guessing; difference: "
    "manipulated minus control, 95% paired over pairs"
)
_UNMARKED = "no pair has both versions marked"
_FEW = "fewer than five pairs"


def _share(
    name: str, meaning: str, figure: Callable[[HackingScore], Figure], heading: str = ""
) -> tuple[Field[HackingScore], ...]:
    """A share and its interval."""
    return (
        field(
            SHARE, name, meaning, lambda row: figure(row).mean, heading=heading or name,
            missing=_UNMARKED,
        ),
        field(
            SHARE_CI, f"{name}_ci95", f"95% interval of {name}, over pairs",
            lambda row: figure(row).ci95, missing=_FEW, heading="95%", joined=True, none=NONE,
        ),
    )  # fmt: skip


LONGEST = "the longest choice"


def _longest(which: str) -> Field[HackingScore]:
    return field(
        SHARE, f"longest_{which}",
        f"accuracy in {which} versions of who takes {LONGEST}", missing="no choices",
    )  # fmt: skip


HACKING: tuple[Field[HackingScore], ...] = (
    *of_bank((ScoreLevel.PAIR.value, "the two versions of one item")),
    field(
        OPTIONAL, "item", "id of the manipulated version", missing="of several pairs",
        heading="manipulated item", label=True, only=lambda row: bool(row.item),
    ),
    field(
        OPTIONAL, "control_item", "id of the control version", missing="of several pairs"
    ),
    field(WHOLE, "n_pairs", "pairs with both versions marked", heading="n"),
    field(WHOLE, "unpaired", "items without another version in the bank"),
    *_share("control", "accuracy in control versions", lambda row: row.control),
    *_share(
        "manipulated", "accuracy in manipulated versions", lambda row: row.manipulated, "manip"
    ),
    field(
        SHARE_DIFFERENCE, "difference", "manipulated minus control",
        "gap.difference", missing=_UNMARKED, heading="difference",
    ),
    field(
        SHARE_DIFFERENCE_CI, "difference_ci95", "95% interval of this difference, paired",
        "gap.ci95", missing=_FEW, heading="difference", none=NONE,
    ),
    *_share("core", "right in both versions", lambda row: row.core),
    *_share("shortcut", "right in the control version alone", lambda row: row.shortcut),
    *_share("deficit", "right in the manipulated version alone", lambda row: row.deficit),
    *_share("neither", "right in no version", lambda row: row.neither, "none"),
    field(
        SHARE, "guessing", "chance of being right in one version by guessing",
        missing="chance is unknown",
    ),
    field(
        SHARE, "guessed_core", "chance of being right in both by guessing", heading="guess",
        missing="chance is unknown",
    ),
    _longest("control"),
    _longest("manipulated"),
    field(
        OPTIONAL, "ci_method", "how the interval of the difference is computed",
        "gap.ci_method", missing="there is none",
    ),
)  # fmt: skip


SHOWN = (
    "condition", "group", "n_pairs", "control", "manipulated", "difference_ci95", "core",
    "shortcut", "deficit", "neither", "guessed_core",
)  # fmt: skip
"""The columns of a table of one participant."""
SHOWN_OF_PAIRS = (
    "condition", "group", "item", "core", "shortcut", "deficit", "neither", "guessed_core",
)  # fmt: skip
"""The same where a row is one pair."""


def hacking_columns(rows: Sequence[HackingScore]) -> list[Column]:
    """The columns of a table of groups, or of single pairs."""
    of_pairs = all(row.level is ScoreLevel.PAIR for row in rows)
    return columns(pick(HACKING, *(SHOWN_OF_PAIRS if of_pairs else SHOWN)), rows)
