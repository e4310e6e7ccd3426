"""The figures of questionnaires: their internal consistency, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.design import VERSION, WHERE, columns_by_cell
from renderers.fields.field import Field, field, pick
from renderers.fields.scales import MEASURE_CI, OPTIONAL, RATIO, SHARE, TEXT, WHOLE
from renderers.number_words import NONE, between
from renderers.rows.reliability import ReliabilityCoefficient, ScaleReliability
from renderers.tables.fitted import Column

RELIABILITY_TITLE = "questionnaires: internal consistency over draws"
RELIABILITY_NOTE = (
    "alpha: Cronbach's, with its 95% interval from ten draws on; omega: McDonald's, of one factor; "
    "both over the n draws that answered all items, reversed items turned; missing: proportion of "
    "answers that name no point. Nothing in a questionnaire is right, so it is in no LRS"
)


def _coefficient(row: ReliabilityCoefficient) -> str | None:
    return None if row.value is None else f"{row.value:.2f}"


RELIABILITY: tuple[Field[ScaleReliability], ...] = (
    *WHERE,
    field(
        TEXT, "scale", "name of the questionnaire, with that of a subscale",
        heading="questionnaire", label=True, folds=True,
    ),
    field(OPTIONAL, "wave", "scene in which it is given", heading="wave", label=True,
          only=lambda row: bool(row.wave), missing="it is given once, in no scene"),
    VERSION,
    field(WHOLE, "items", "number of items", heading="items", priority=2),
    field(WHOLE, "n_draws", "draws that answered all items", "n", heading="n"),
    field(SHARE, "missing", "proportion of answers that name no point", heading="missing",
          priority=1),
    field(
        RATIO, "alpha", "Cronbach's alpha", "alpha.value", heading="alpha",
        text=lambda row: _coefficient(row.alpha), none=NONE, missing="see alpha_reason",
    ),
    field(
        MEASURE_CI, "alpha_ci95", "95% interval of alpha", "alpha.ci95", heading="95%",
        joined=True, none=NONE, text=lambda row: row.alpha.ci95 and between(row.alpha.ci95),
        missing="no alpha, fewer than ten draws, or one draw decides on all of it",
    ),
    field(OPTIONAL, "alpha_ci_method", "how that interval is computed", "alpha.ci_method",
          missing="there is none"),
    field(OPTIONAL, "alpha_reason", "why there is no alpha", "alpha.reason",
          missing="there is one"),
    field(
        RATIO, "omega", "McDonald's omega, of one factor", "omega.value", heading="omega",
        text=lambda row: _coefficient(row.omega), none=NONE, missing="see omega_reason",
    ),
    field(OPTIONAL, "omega_reason", "why there is no omega", "omega.reason",
          missing="there is one"),
)  # fmt: skip


RELIABILITY_TABLE = pick(
    RELIABILITY, "scale", "experiment", "condition", "wave", "versions", "wording", "model",
    "items", "n_draws", "missing", "alpha", "alpha_ci95", "omega",
)  # fmt: skip


def reliability_columns(rows: Sequence[ScaleReliability]) -> list[Column]:
    """Columns of questionnaires; experiment and participant are in the title."""
    return columns_by_cell(
        RELIABILITY, rows, "scale", "condition", "wave", "versions", "items", "n_draws", "missing",
        "alpha", "alpha_ci95", "omega",
    )  # fmt: skip


def reliability_notes(rows: Sequence[ScaleReliability]) -> list[str]:
    """What the coefficients are, and each reason why one is not given."""
    if not rows:
        return []
    reasons: dict[tuple[str, str], int] = {}
    for row in rows:
        for name, one in (("alpha", row.alpha), ("omega", row.omega)):
            if one.reason:
                reasons[name, one.reason] = reasons.get((name, one.reason), 0) + 1
    return [
        RELIABILITY_NOTE,
        *(
            f"no {name} in {count} of {len(rows)} rows: {reason}"
            for (name, reason), count in reasons.items()
        ),
    ]
