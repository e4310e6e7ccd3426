"""The figures of a comparison. A difference is always first minus second.

The two sides are in one column, `seen 2.10, unseen 3.90`: in two they would take the room of the
interval, which says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from renderers.fields.banks.erasures import ERASURE, ERASURE_CONTRAST
from renderers.fields.banks.majorities import MAJORITY
from renderers.fields.banks.size_and_pairs import PAIR, SIZE
from renderers.fields.comparison.ages import AGE
from renderers.fields.comparison.familiar import EFFECT, FAMILIAR, TEST, TESTED, UNTESTED
from renderers.fields.comparison.measure_differences import EXPECTED, MEASURE_DIFFERENCE
from renderers.fields.comparison.recognition import RECOGNITION, REPLY_SOURCES, SHARES_APART
from renderers.fields.comparison.variance import D_STUDY, VARIANCE
from renderers.fields.design import (
    DOMAIN_NAME,
    EXPERIMENT_TITLE,
    MODEL,
    OVER,
    PROVISIONAL,
    SIMULATED,
    STUDY,
)
from renderers.fields.even import EVEN_DIFFERENCE
from renderers.fields.field import (
    Document,
    Field,
    columns,
    document,
    each,
    field,
    nested,
    of,
    pick,
)
from renderers.fields.scales import (
    CI,
    DIFFERENCE,
    LEVELS,
    LRS,
    OPTIONAL,
    RATIO,
    SHARE,
    SHARE_DIFFERENCE,
    SHARE_DIFFERENCE_CI,
    T_CI,
    TEXT,
    TEXTS,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI_METHOD
from renderers.number_words import NONE, UNKNOWN, decimal, percent
from renderers.rows.comparisons import (
    ChangedQuestions,
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    Equivalence,
    Family,
    Side,
)
from renderers.tables.fitted import Column
from renderers.terminal import visible


def _over(row: Comparison, *, titled: bool) -> str:
    """Over how much a comparison is: a cell, an experiment, a domain, or everything, and in which
    wording.
    """
    if titled:
        whole = row.condition if row.scope is ComparisonScope.CELL else "all its cells"
        return ", ".join(part for part in (whole, row.wording) if part)
    return f"{_where(row)}, {row.wording}"


def _where(row: Comparison) -> str:
    if row.kind is ComparisonKind.DOMAINS:
        return f"{row.n_experiments} experiments"
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


def _sides(row: Comparison) -> str:
    """Both means. Participants are in the title of the table, in this order."""
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


def _equivalence(row: Comparison) -> str | None:
    """Whether the difference lies within its bounds, and where they are."""
    if row.equivalence is None:
        return None
    answer = {Equivalence.EQUIVALENT: "yes", Equivalence.NOT_EQUIVALENT: "no"}
    return f"{answer.get(row.equivalence, 'undecided')} (±{row.within:.2f})"


FAMILY: tuple[Field[Family], ...] = (
    field(TEXT, "family", "name of the family", "name"),
    field(TEXTS, "declared", "the declarations in words"),
    field(TEXT, "source", "where they were declared"),
    SIMULATED,
    field(WHOLE, "tested", "p values in the family"),
)

SIDE: tuple[Field[Side], ...] = (
    field(TEXT, "label", "the level, the model, the date or `guessing`"),
    field(WHOLE, "n", "draws; 0 for guessing, which is computed"),
    field(LRS, "lrs_mean", "mean LRS", "lrs"),
    field(SHARE, "share_mean", "mean proportion correct", "share"),
    field(SHARE, "own_share_mean", "mean proportion correct in the paper's own stories", "own"),
)

CHANGED: tuple[Field[ChangedQuestions], ...] = (
    field(
        SHARE, "same", "share of the scored questions that read the same in both conditions",
        heading="same\nwords", priority=2,
    ),
    field(WHOLE, "n_draws", "draws in the difference", "n"),
    field(SHARE, "first", "proportion correct in the other questions, first side"),
    field(SHARE, "second", "proportion correct in the other questions, second side"),
    field(
        SHARE_DIFFERENCE, "difference", "difference of these proportions",
        heading="different\nquestions", none=NONE,
    ),
    field(
        SHARE_DIFFERENCE_CI, "ci95", "95% interval of that difference", heading="95%,\ndifferent",
        joined=True, none=NONE,
    ),
    CI_METHOD,
)  # fmt: skip

COMPARISON: tuple[Field[Comparison], ...] = (
    field(TEXT, "kind", "what is compared", "kind.value"),
    field(TEXT, "scope", "over how much", "scope.value"),
    EXPERIMENT_TITLE,
    DOMAIN_NAME,
    field(TEXT, "condition", "the condition"),
    field(LEVELS, "levels", "levels held equal"),
    field(OPTIONAL, "factor", "the factor whose levels are compared"),
    field(TEXT, "wording", "wording of the stories"),
    MODEL,
    SIMULATED,
    nested("first", "the first side", SIDE),
    nested("second", "the second side", SIDE),
    field(
        WHOLE, "n_pairs", "shared draws; 0 if the sides are not paired", "pairs",
        heading="pairs", priority=2, text=_pairs,
    ),
    field(WHOLE, "n_experiments", "experiments in it"),
    field(
        DIFFERENCE, "difference", "mean LRS of the first minus that of the second",
        heading="differ\u00adence",
    ),
    field(CI, "ci95", "95% interval of the difference", heading="95%", joined=True, none=NONE),
    CI_METHOD,
    *SHARES_APART,
    nested("changed", "the comparison of record of two conditions that share questions", CHANGED),
    field(
        T_CI, "t_over_experiments", "95% interval with experiments as a sample", "t95",
        heading="t over exp. (df)", priority=4, none=NONE, rare=True,
    ),
    *TEST,
    EXPECTED.but(priority=1),
    UNTESTED,
    field(
        RATIO, "equivalent_within", "bounds of equivalence: plus and minus so many LRS points",
        lambda row: row.within or None, missing="there are none",
    ),
    field(
        TRUTH, "equivalent_declared", "whether these bounds were declared beforehand",
        "within_declared",
    ),
    field(
        OPTIONAL, "equivalence", "whether the 95% interval of record lies within these bounds",
        lambda row: row.equivalence.value if row.equivalence else "", heading="equiv\u00adalent",
        levels=(
            ("equivalent", "all of it does"), ("not equivalent", "none of it does"),
            ("undecided", "a part of it does"),
        ),
        missing="there are no bounds, or there is no interval", none=NONE,
        text=_equivalence, only=lambda row: bool(row.within),
    ),
)  # fmt: skip

COMPARISONS: tuple[Field[Comparisons], ...] = (
    STUDY,
    SIMULATED,
    field(TEXT, "role", "by whom the scores are, in words"),
    PROVISIONAL,
    field(RATIO, "alpha", "level of significance that adjusted p values are compared with"),
    each("families", "what was declared together", FAMILY),
    each("measures", "conditions compared on a measure", MEASURE_DIFFERENCE, "measured"),
    each("comparisons", "each comparison", COMPARISON),
    each("familiar_words", "each cell", FAMILIAR, "familiar"),
    each(
        "familiar_words_over_experiments", "each participant on each scale", EFFECT,
        "familiar_effects",
    ),
    each("task_age", "LRS against the age of the task", AGE, "ages"),
    each("even", "shares of even questions compared", EVEN_DIFFERENCE),
    each("erasures", "drops under framings that state an inability", ERASURE),
    each("erasure_contrasts", "mean drops of what is erased and of the rest", ERASURE_CONTRAST),
    each(
        "majorities", "the majority over samples next to single replies and a run at temperature 0",
        MAJORITY,
    ),
    each("recognition", "success by whether the story was recognised", RECOGNITION),
    each("reply_sources", "what the replies of each cell hold of sources", REPLY_SOURCES),
    each("variance", "the variance of scores by source", VARIANCE),
    each("d_study", "what more draws, samples and coders would buy", D_STUDY),
    each("sizes", "banks by the size of models, of a table of models", SIZE),
    each(
        "pairs", "banks in pairs, item by item: conditions, participants, and models of a table "
        "with their counterparts", PAIR,
    ),
    field(TEXTS, "notes", "what else is to be known, in sentences"),
)  # fmt: skip


def comparison_document(found: Comparisons) -> Document:
    """What `devrun compare --json` prints. Keys may be added, none renamed; null where something is
    not known. A p value that nobody declared is null, and so is one that cannot be given;
    `untested` then says why.
    """
    return document(COMPARISONS, found)


def _of_record(name: str, heading: str, *, joined: bool = False) -> Field[Comparison]:
    """The difference in the questions that differ, else the difference in LRS, or its interval."""
    (lrs,) = pick(COMPARISON, name)
    (share,) = pick(CHANGED, name)

    def text(row: Comparison) -> str | None:
        return lrs.text(row) if row.changed is None else share.text(row.changed)

    return field(
        lrs.scale, name, "the comparison of record", lambda row: None, text=text, heading=heading,
        joined=joined, none=NONE,
    )  # fmt: skip


RECORD = (_of_record("difference", "difference\nof record"), _of_record("ci95", "95%", joined=True))


def own_alone(row: Comparison, *, titled: bool) -> str:
    """A comparison in own stories, in a line. `titled`: the experiment has been named."""
    sides = ", ".join(f"{side.label} {percent(side.own)}" for side in (row.first, row.second))
    apart, ends = pick(COMPARISON, "own_difference", "own_ci95")
    where = ", ".join(filter(None, (row.model, _over(row, titled=titled))))
    return visible(f"{where}: {sides}; {apart.text(row)}, 95% {ends.text(row)}")


def comparison_columns(
    rows: Sequence[Comparison], *, tested: bool, titled: bool = False, record: bool = False
) -> list[Column]:
    """Columns of comparisons; with `tested` those of a declared family's p values. `titled`: the
    experiment is in the title of the table. `record`: of two differences only that of record.
    """
    over: Field[Comparison] = OVER.told(lambda row: _over(row, titled=titled))
    sides: Field[Comparison] = field(TEXT, "lrs", "both means", _sides, heading="LRS", folds=True)
    last = ("own_difference", "own_ci95", "share_difference", "share_ci95")
    last = (*last, *(("expected",) if tested else ()))
    changed: tuple[Field[Comparison], ...] = ()
    if any(row.changed is not None for row in rows):
        changed = of(attrgetter("changed"), pick(CHANGED, "difference", "ci95", "same"))
    compared = (*pick(COMPARISON, "difference", "ci95"), *changed)
    if record and changed:
        compared = RECORD
    return columns(
        (
            over,
            sides,
            *pick(COMPARISON, "n_pairs"),
            *compared,
            *pick(COMPARISON, "equivalence"),
            *(TESTED if tested else ()),
            *pick(COMPARISON, *last, "t_over_experiments"),
        ),
        rows,
    )
