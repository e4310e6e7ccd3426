"""Familiar words: the original among its permuted draws, and tests of what was declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from renderers.fields.cells import TEXTS
from renderers.fields.design import (
    ADDITION,
    CONDITION,
    DOMAIN_NAME,
    EXPERIMENT_TITLE,
    FACTOR_LEVELS,
    MODEL,
    SIMULATED,
)
from renderers.fields.field import (
    Field,
    columns,
    field,
    of,
    pick,
)
from renderers.fields.scales import (
    DIFFERENCE,
    EXACT_P,
    LRS,
    LRS_LIST,
    MEASURE_CI,
    NUMBERS,
    OPTIONAL,
    PLACE,
    SHARE_DIFFERENCE,
    SIGNED,
    T_METHOD,
    TEXT,
    TRUTH,
    WHOLE,
    P,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, with_df
from renderers.rows.comparisons import Comparison, EffectScale, FamiliarCell, FamiliarEffect, PValue
from renderers.rows.scores import CellScore
from renderers.tables.fitted import Column

MEASURES = {
    EffectScale.LRS: "LRS",
    EffectScale.SHARE: "proportion correct",
    EffectScale.LOG_ODDS: "log-odds of the proportion correct",
}


Declarable = Comparison | FamiliarEffect

_NO_TEST = "the comparison was not declared, or there is no test"
P_VALUE: tuple[Field[PValue], ...] = (
    field(
        P, "p", "p value of a declared comparison", missing=_NO_TEST, heading="p", none=NONE
    ),
    field(
        P, "p_smallest", "smallest possible p with this n", "smallest", missing=_NO_TEST,
        heading="least\np", priority=1, none=NONE,
    ),
    field(
        P, "p_holm", "p adjusted within its family (Holm)", "holm", missing=_NO_TEST,
        heading="Holm", joined=True, none=NONE,
    ),
    field(TEXT, "p_method", "name of the test", "method"),
    field(WHOLE, "p_n", "differences that the test used", "n"),
    field(WHOLE, "p_ties", "differences of zero among them", "ties"),
)  # fmt: skip
TEST: tuple[Field[Declarable], ...] = (
    *of(attrgetter("test"), P_VALUE),
    field(OPTIONAL, "family", "family of declared comparisons that it is in"),
    field(TRUTH, "exploratory", "whether it was not declared", lambda row: not row.family),
)
TESTED = pick(TEST, "p", "p_holm", "p_smallest")
UNTESTED: Field[Declarable] = field(
    OPTIONAL, "untested", "why there is no test", missing="there is one, or nothing was declared"
)

_ORIGINAL: Callable[[FamiliarCell], CellScore] = attrgetter("cell")
FAMILIAR: tuple[Field[FamiliarCell], ...] = (
    *of(_ORIGINAL, (
        EXPERIMENT_TITLE, DOMAIN_NAME, CONDITION, FACTOR_LEVELS, MODEL, SIMULATED, ADDITION,
        field(WHOLE, "n_original", "draws of the original", "lrs.n"),
        TEXTS.but("n_texts_original", what="distinct texts of the original", priority=2),
    )),
    field(
        WHOLE, "n_permuted", "permuted draws", lambda cell: len(cell.draws), title="permuted draws"
    ),
    field(
        LRS, "original_lrs", "LRS of the original, at the levels of those draws", "original",
        heading="original\nLRS",
    ),
    field(
        LRS, "permuted_lrs", "mean LRS of the permuted draws", "permuted", heading="permuted\nLRS",
    ),
    field(
        LRS_LIST, "permuted_draws", "LRS of each permuted draw",
        lambda cell: tuple(cell.draws.values()),
    ),
    field(DIFFERENCE, "difference", "LRS, original minus permuted", heading="differ\u00adence"),
    field(
        SHARE_DIFFERENCE, "share_difference", "proportion correct, original minus permuted",
        heading="difference,\ncorrect", priority=1, none=NONE,
    ),
    field(
        SIGNED, "log_odds_difference", "log-odds of that proportion, original minus permuted",
        heading="log-odds,\ndifference", priority=2, none=NONE,
    ),
    field(
        PLACE, "rank", "rank of the original from the top, ties averaged",
        heading="rank", text=lambda cell: f"{PLACE.text(cell.rank)} of {len(cell.draws) + 1}",
    ),
    field(WHOLE, "above", "draws higher than the original"),
    field(WHOLE, "below", "draws lower than the original"),
    field(WHOLE, "ties", "draws equal to the original"),
    field(EXACT_P, "least_p", "the smallest possible p for a rank", heading="least\np"),
)  # fmt: skip

EFFECT: tuple[Field[FamiliarEffect], ...] = (
    MODEL,
    SIMULATED,
    field(
        TEXT, "measure", "on which scale", "measure.value", heading="measure", label=True,
        folds=True, text=lambda effect: MEASURES[effect.measure],
    ),
    field(WHOLE, "n_experiments", "experiments in it", "n", heading="experi\u00adments"),
    field(SIGNED, "mean", "mean over experiments of original minus permuted", heading="difference"),
    field(
        MEASURE_CI, "ci95", "95% interval over experiments",
        lambda effect: effect.t95[:2] if effect.t95 else None, heading="95%, t (df)", joined=True,
        title=f"95%, {T_METHOD}", none=NONE,
        text=lambda effect: with_df(effect.t95) if effect.t95 else None,
    ),
    field(
        WHOLE, "df", "degrees of freedom of the interval",
        lambda one: one.t95[2] if one.t95 else None,
    ),
    CI_METHOD.read_by(lambda effect: T_METHOD if effect.t95 else None),
    field(NUMBERS, "by_experiment", "mean difference of each experiment"),
    *TEST,
    UNTESTED,
)  # fmt: skip


FAMILIAR_TABLE = pick(
    FAMILIAR, "experiment", "condition", "model", "original_lrs", "n_texts_original",
    "permuted_lrs", "n_permuted", "difference", "rank", "least_p", "share_difference",
    "log_odds_difference",
)  # fmt: skip
EFFECT_TABLE = pick(EFFECT, "model", "measure", "n_experiments", "mean", "ci95")


def effect_columns(effects: Sequence[FamiliarEffect]) -> list[Column]:
    """Columns of the familiar-words effect over experiments."""
    mixed = len({one.simulated for one in effects}) > 1
    who: Field[FamiliarEffect] = field(
        TEXT, "participant", "who is simulated is marked where not all are",
        lambda one: f"{one.model} (SIMULATED)" if mixed and one.simulated else one.model,
        heading="participant", label=True, folds=True,
    )  # fmt: skip
    tested = TESTED if any(one.test is not None for one in effects) else ()
    return columns((who, *EFFECT_TABLE, *tested), effects)
