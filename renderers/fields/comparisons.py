"""The figures of a comparison. A difference is always first minus second.

The two sides stand in one column, `seen 2.10, unseen 3.90`: in two they would take the room of the
interval, which says more.
"""

from __future__ import annotations

from collections.abc import Sequence

from renderers.comparison_rows import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    EffectScale,
    FamiliarCell,
    FamiliarEffect,
    Family,
    Side,
)
from renderers.fields.field import (
    Document,
    Field,
    attributes,
    columns,
    document,
    each,
    field,
    nested,
    pick,
)
from renderers.fields.scales import (
    CI,
    DIFFERENCE,
    EXACT_P,
    LEVELS,
    LRS,
    LRS_LIST,
    NUMBERS,
    PLACE,
    SHARE,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    SIGNED,
    T_CI,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
    P,
)
from renderers.fields.trials import CI_METHOD
from renderers.fitted_table import Column
from renderers.number_words import NONE, UNKNOWN, decimal, with_df
from renderers.terminal import visible

MEASURES = {
    EffectScale.LRS: "LRS",
    EffectScale.SHARE: "proportion correct",
    EffectScale.LOG_ODDS: "log-odds of the proportion correct",
}


def _over(row: Comparison, *, titled: bool) -> str:
    """Over how much a comparison is: a cell, an experiment, a domain, or everything, and in which
    wording.
    """
    if titled:
        whole = row.condition if row.scope is ComparisonScope.CELL else "all its cells"
        return ", ".join(part for part in (whole, row.wording) if part)
    return f"{_where(row)}, {row.wording}"


def _where(row: Comparison) -> str:
    match row.scope:
        case ComparisonScope.BATTERY:
            many = row.n_experiments > 1
            return f"all {row.n_experiments} experiments" if many else "one experiment"
        case ComparisonScope.DOMAIN:
            some = "1 experiment" if row.n_experiments == 1 else f"{row.n_experiments} experiments"
            return f"{row.domain} ({some})"
        case ComparisonScope.EXPERIMENT:
            return f"{row.experiment}, all its cells"
        case ComparisonScope.CELL:
            return ", ".join(part for part in (row.experiment, row.condition) if part)


def _direction(row: Comparison) -> str:
    """What was expected of a declared comparison, and whether it was so."""
    if not row.expected:
        return NONE
    more = row.first if row.expected == "more" else row.second
    if row.difference is None:
        return f"more in {more.label}: {UNKNOWN}"
    so = row.difference > 0 if row.expected == "more" else row.difference < 0
    return f"more in {more.label}: {'yes' if so else 'no'}"


def _sides(row: Comparison) -> str:
    """Both means. Participants stand in the title of the table, in this order."""
    one, other = (
        UNKNOWN if side.lrs is None else decimal(side.lrs) for side in (row.first, row.second)
    )
    if row.kind is ComparisonKind.MODELS:
        return f"{one} and {other}"
    if row.kind is ComparisonKind.GUESSING:
        return f"{one}, {row.second.label} {other}"
    return f"{row.first.label} {one}, {row.second.label} {other}"


def _pairs(row: Comparison) -> str:
    """The paired draws, else the draws of both sides."""
    if row.pairs:
        return str(row.pairs)
    if row.kind is ComparisonKind.GUESSING:
        return f"({row.first.n})"
    return f"({row.first.n}, {row.second.n})"


FAMILY: tuple[Field[Family], ...] = (
    field(TEXT, "family", "name of the family", lambda one: one.name),
    field(TEXTS, "declared", "the declarations in words", lambda one: one.declared),
    field(TEXT, "source", "where they stand", lambda one: one.source),
    field(TRUTH, "simulated", "whether it is about programs", lambda one: one.simulated),
    field(WHOLE, "tested", "p values in the family", lambda one: one.tested),
)

SIDE: tuple[Field[Side], ...] = (
    field(TEXT, "label", "the level, the model, the date or `guessing`", lambda one: one.label),
    field(WHOLE, "n", "draws; 0 for guessing, which is computed", lambda one: one.n),
    field(LRS, "lrs_mean", "mean LRS", lambda one: one.lrs),
    field(SHARE, "share_mean", "mean proportion correct", lambda one: one.share),
)

Declarable = Comparison | FamiliarEffect

_NO_TEST = "nobody declared the comparison, or there is no test"
TEST: tuple[Field[Declarable], ...] = (
    field(
        P, "p", "p value of a declared comparison", lambda row: row.test.p if row.test else None,
        missing=_NO_TEST, heading="p", none=NONE,
    ),
    field(
        P, "p_smallest", "least p that so many could have given",
        lambda row: row.test.smallest if row.test else None, missing=_NO_TEST,
        heading="least\np", wanted=1, none=NONE,
    ),
    field(
        P, "p_holm", "p adjusted within its family (Holm)",
        lambda row: row.test.holm if row.test else None, missing=_NO_TEST, heading="Holm",
        joined=True, none=NONE,
    ),
    field(TEXT, "p_method", "the test", lambda row: row.test.method if row.test else None),
    field(WHOLE, "p_n", "what was counted", lambda row: row.test.n if row.test else None),
    field(WHOLE, "p_ties", "of these, zero", lambda row: row.test.ties if row.test else None),
    field(TEXT, "family", "its declared family", lambda row: row.family or None),
    field(TRUTH, "exploratory", "whether nobody declared it", lambda row: not row.family),
)  # fmt: skip
_TESTED = pick(TEST, "p", "p_holm", "p_smallest")

COMPARISON: tuple[Field[Comparison], ...] = (
    field(TEXT, "kind", "what is compared", lambda row: row.kind.value),
    field(TEXT, "scope", "over how much", lambda row: row.scope.value),
    field(TEXT, "experiment", "title of the script", lambda row: row.experiment or None),
    field(TEXT, "domain", "the domain", lambda row: row.domain or None),
    field(TEXT, "condition", "the condition", lambda row: row.condition),
    field(LEVELS, "levels", "levels held equal", lambda row: row.levels),
    field(TEXT, "factor", "the factor whose levels are compared", lambda row: row.factor or None),
    field(TEXT, "wording", "in which words the stories were told", lambda row: row.wording),
    field(TEXT, "model", "the participant", lambda row: row.model or None),
    field(TRUTH, "simulated", "whether a program answered", lambda row: row.simulated),
    nested("first", "the first side", lambda row: row.first, SIDE),
    nested("second", "the second side", lambda row: row.second, SIDE),
    field(
        WHOLE, "n_pairs", "common draws; 0 where the sides are not paired", lambda row: row.pairs,
        heading="pairs", wanted=1, text=_pairs,
    ),
    field(WHOLE, "n_experiments", "experiments in it", lambda row: row.n_experiments),
    field(
        DIFFERENCE, "difference", "mean LRS of the first minus that of the second",
        lambda row: row.difference, heading="differ-\nence",
    ),
    field(
        CI, "ci95", "95% interval of the difference", lambda row: row.ci95, heading="95%",
        joined=True, none=NONE,
    ),
    field(TEXT, "ci_method", CI_METHOD, lambda row: row.ci_method),
    field(
        SHARE_DIFFERENCE, "share_difference", "difference of the proportions correct",
        lambda row: row.share_difference, heading="difference,\ncorrect", wanted=2, none=NONE,
    ),
    field(
        SHARE_DIFFERENCE_CI, "share_ci95", "its 95% interval", lambda row: row.share_ci95,
        heading="95%,\ncorrect", joined=True, none=NONE,
    ),
    field(
        T_CI, "t_over_experiments", "95% interval with experiments as a sample",
        lambda row: row.t95, heading="t over exp. (df)", wanted=4, none=NONE, rare=True,
    ),
    *TEST,
    field(
        TEXT, "expected", "the direction that was declared: more or less",
        lambda row: row.expected or None, heading="expected", wanted=1, rare=True,
        text=lambda row: visible(_direction(row)),
    ),
    field(TEXT, "untested", "why there is no test", lambda row: row.untested or None),
)  # fmt: skip

FAMILIAR: tuple[Field[FamiliarCell], ...] = (
    field(
        TEXT, "experiment", "title of the script", lambda cell: cell.experiment,
        heading="experiment", label=True, folds=True,
    ),
    field(TEXT, "domain", "domain that the script names", lambda cell: cell.domain or None),
    field(
        TEXT, "condition", "levels of the between factors", lambda cell: cell.condition,
        heading="condition", label=True, folds=True, rare=True,
    ),
    field(LEVELS, "levels", "level of each between factor", lambda cell: cell.levels),
    field(TEXT, "model", "the participant", lambda cell: cell.model),
    field(TRUTH, "simulated", "whether a program answered", lambda cell: cell.simulated),
    field(TRUTH, "addition", "whether it is an addition", lambda cell: cell.addition),
    field(WHOLE, "n_original", "draws of the original", lambda cell: cell.n_original),
    field(
        WHOLE, "n_texts_original", "distinct texts among them", lambda cell: cell.n_texts,
        heading="texts", wanted=2,
    ),
    field(WHOLE, "n_permuted", "permuted draws", lambda cell: len(cell.draws)),
    field(
        LRS, "original_lrs", "LRS of the original, at the levels of those draws",
        lambda cell: cell.original, heading="original\nLRS",
    ),
    field(
        LRS, "permuted_lrs", "mean LRS of the permuted draws", lambda cell: cell.permuted,
        heading="permuted\nLRS",
    ),
    field(LRS_LIST, "permuted_draws", "LRS of each", lambda cell: tuple(cell.draws.values())),
    field(
        DIFFERENCE, "difference", "original minus permuted", lambda cell: cell.difference,
        heading="differ-\nence",
    ),
    field(
        SHARE_DIFFERENCE, "share_difference", "the same of the proportion correct",
        lambda cell: cell.share_difference, heading="difference,\ncorrect", wanted=1, none=NONE,
    ),
    field(
        SIGNED, "log_odds_difference", "the same of its log-odds",
        lambda cell: cell.log_odds_difference, heading="log-odds,\ndifference", wanted=2,
        none=NONE,
    ),
    field(
        PLACE, "rank", "place of the original from the top; equal draws share theirs",
        lambda cell: cell.rank, heading="rank",
        text=lambda cell: f"{PLACE.text(cell.rank)} of {len(cell.draws) + 1}",
    ),
    field(WHOLE, "above", "draws higher than the original", lambda cell: cell.above),
    field(WHOLE, "below", "draws lower than the original", lambda cell: cell.below),
    field(WHOLE, "ties", "draws equal to the original", lambda cell: cell.ties),
    field(
        EXACT_P, "least_p", "the least p that a rank could have", lambda cell: cell.least_p,
        heading="least\np",
    ),
)  # fmt: skip

EFFECT: tuple[Field[FamiliarEffect], ...] = (
    field(TEXT, "model", "the participant", lambda effect: effect.model),
    field(TRUTH, "simulated", "whether a program answered", lambda effect: effect.simulated),
    field(
        TEXT, "measure", "on which scale", lambda effect: effect.measure.value, heading="on",
        label=True, folds=True, text=lambda effect: MEASURES[effect.measure],
    ),
    field(
        WHOLE, "n_experiments", "experiments in it", lambda effect: effect.n,
        heading="experi-\nments",
    ),
    field(
        SIGNED, "mean", "mean over experiments of original minus permuted",
        lambda effect: effect.mean, heading="difference",
    ),
    field(
        CI, "ci95", "95% interval over experiments",
        lambda effect: effect.t95[:2] if effect.t95 else None, heading="95%, t (df)", joined=True,
        none=NONE, text=lambda effect: with_df(effect.t95) if effect.t95 else None,
    ),
    field(WHOLE, "df", "its degrees of freedom", lambda one: one.t95[2] if one.t95 else None),
    field(
        TEXT, "ci_method", CI_METHOD, lambda effect: "t over experiments" if effect.t95 else None
    ),
    field(NUMBERS, "by_experiment", "mean of each", lambda effect: effect.by_experiment),
    *TEST,
    field(TEXT, "untested", "why there is no test", lambda effect: effect.untested or None),
)  # fmt: skip


COMPARISONS: tuple[Field[Comparisons], ...] = (
    *attributes(Comparisons, "study", "simulated", "role", "provisional", "alpha"),
    each("families", "what was declared together", lambda found: found.families, FAMILY),
    each("comparisons", "each comparison", lambda found: found.comparisons, COMPARISON),
    each("familiar_words", "each cell", lambda found: found.familiar, FAMILIAR),
    each(
        "familiar_words_over_experiments", "each participant on each scale",
        lambda found: found.familiar_effects, EFFECT,
    ),
    *attributes(Comparisons, "notes"),
)  # fmt: skip


def comparison_document(found: Comparisons) -> Document:
    """What `devrun compare --json` prints. Keys may be added, none renamed; null where something is
    not known. A p value that nobody declared is null, and so is one that cannot be given;
    `untested` then says why.
    """
    return document(COMPARISONS, found)


def comparison_columns(
    rows: Sequence[Comparison], *, tested: bool, titled: bool = False
) -> list[Column]:
    """Columns of comparisons; with `tested` those of a declared family's p values. `titled`: the
    experiment stands in the title of the table.
    """
    over: Field[Comparison] = field(
        TEXT, "over", "over how much", lambda row: _over(row, titled=titled), heading="over",
        label=True, folds=True,
    )  # fmt: skip
    sides: Field[Comparison] = field(TEXT, "lrs", "both means", _sides, heading="LRS", folds=True)
    last = ("share_difference", "share_ci95", *(("expected",) if tested else ()))
    return columns(
        (
            over,
            sides,
            *pick(COMPARISON, "n_pairs", "difference", "ci95"),
            *(_TESTED if tested else ()),
            *pick(COMPARISON, *last, "t_over_experiments"),
        ),
        rows,
    )


def familiar_columns(cells: Sequence[FamiliarCell]) -> list[Column]:
    """Columns of the original among the permuted draws."""
    names = (
        "experiment", "condition", "original_lrs", "n_texts_original", "permuted_lrs",
        "difference", "rank", "least_p", "share_difference", "log_odds_difference",
    )  # fmt: skip
    return columns(pick(FAMILIAR, *names), cells)


def effect_columns(effects: Sequence[FamiliarEffect]) -> list[Column]:
    """Columns of the familiar-words effect over experiments."""
    mixed = len({one.simulated for one in effects}) > 1
    who: Field[FamiliarEffect] = field(
        TEXT, "participant", "who is simulated is marked where not all are",
        lambda one: f"{one.model} (SIMULATED)" if mixed and one.simulated else one.model,
        heading="participant", label=True, folds=True,
    )  # fmt: skip
    tested = _TESTED if any(one.test is not None for one in effects) else ()
    return columns(
        (who, *pick(EFFECT, "measure", "n_experiments", "mean", "ci95"), *tested), effects
    )
