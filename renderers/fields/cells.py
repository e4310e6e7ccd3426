"""The figures of one cell: a condition of an experiment, a wording and a participant.

The figures of the paper's Tables 3 to 6: the mean rating of each condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from dsl.expand import ORIGINAL
from renderers.fields import trials
from renderers.fields.design import ADDITION, DOMAIN_NAME, MODEL, SIMULATED, WHERE, WORDING
from renderers.fields.field import Field, columns, each, field, group, nested, pick
from renderers.fields.means import CODER_MEAN
from renderers.fields.scales import (
    BOUNDS,
    CI,
    DIFFERENCE,
    LRS,
    LRS_LIST,
    OPTIONAL,
    RATIO,
    REFERENCES,
    SHARE,
    SHARE_CI,
    SHARES,
    TEXT,
    WHOLE,
)
from renderers.fields.trials import CI95, CI_METHOD, Measure
from renderers.number_words import NONE, decimal, percent
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore, PaperCell
from renderers.tables.fitted import DETAIL, Column
from renderers.terminal import visible

Cells = Field[CellScore]
Figures = tuple[Cells, Cells, Cells]

FIGURE: tuple[Field[Figure], ...] = (
    field(LRS, "lrs_mean", "mean LRS under this rule", "mean"),
    field(WHOLE, "n_draws", "draws in the mean", "n"),
    field(CI, "ci95", CI95),
)


def _figure(measure: Measure) -> Callable[[CellScore], Figure]:
    """How the mean of a measure of trials is read from a cell."""
    return cast("Callable[[CellScore], Figure]", measure.value)


def _mean(measure: Measure, **looks: Any) -> Cells:
    """The mean of a measure of trials, over the draws of a cell."""
    read = _figure(measure)
    return field(
        measure.scale, measure.name, measure.what, lambda cell: read(cell).mean,
        heading=measure.heading, **looks,
    )  # fmt: skip


def _treatment(measure: Measure) -> Figures:
    """The mean, the draws and the interval under a treatment of failed gates."""
    name, read = measure.name, _figure(measure)
    return (
        _mean(measure),
        field(
            WHOLE, name, f"draws in the mean of `{name}`", lambda cell: read(cell).n, joined=True,
            heading=f"{name}\nn",
        ),
        field(
            CI, name, f"95% interval of the mean of `{name}`", lambda cell: read(cell).ci95,
            joined=True, heading=f"{name}\n95%", none=NONE,
        ),
    )  # fmt: skip


def _without(name: str, what: str, heading: str) -> Cells:
    """Trials without an LRS, for one reason."""
    return field(
        WHOLE, name, what, heading=heading, priority=1, rare=True,
        text=lambda cell: f"{getattr(cell, name)}/{cell.trials}",
    )  # fmt: skip


def zero_for(reason: str, what: str, heading: str) -> Cells:
    """The share of trials that are 0 for one reason."""
    return field(
        SHARE, reason, f"share of scored trials with LRS 0: {what}",
        lambda cell: cell.zeros.get(reason), heading=heading, priority=3, rare=True,
    )  # fmt: skip


def _of_marks(cell: CellScore) -> bool:
    """Whether a cell has figures of marks: an LRS that a coder gave to a whole trial has none."""
    return cell.share.mean is not None or cell.lrs.mean is None


def _other_rule(
    name: str, heading: str, what: str, read: Callable[[CellScore], Figure | None]
) -> Cells:
    return nested(name, what, FIGURE, read, heading=heading)


def _of_the_story(measure: Measure) -> Cells:
    """A proportion correct within some stories, of cells that have matched ones."""
    read = _figure(measure)
    return _mean(
        measure, missing=measure.missing, priority=2, only=lambda cell: cell.told_again,
        text=lambda cell: _share(read(cell)) if cell.told_again else NONE,
    )  # fmt: skip


def _share(figure: Figure) -> str | None:
    return None if figure.mean is None else percent(figure.mean)


TREATMENTS = {one.name: _treatment(one) for one in trials.TREATMENTS}

PRIMARY: Cells = field(LRS, "lrs_mean", "the LRS of the first table", "lrs.mean", heading="primary")
"""What the means under other rules stand beside."""
OTHER_RULES: tuple[Cells, ...] = (
    _other_rule(
        "half_marks_wrong", "half marks wrong", "half marks counted as wrong",
        lambda cell: cell.strict,
    ),
    _other_rule(
        "half_marks_right", "half marks right", "half marks counted as right",
        lambda cell: cell.lenient,
    ),
    _other_rule(
        "linear", "linear", "the linear score, 1 + 4 x proportion correct",
        lambda cell: cell.linear,
    ),
    _other_rule(
        "hallucination_zero", "hallucination as zero",
        "trials flagged as hallucination scored 0", lambda cell: cell.hallucination,
    ),
    _other_rule(
        "before_adjudication", "before adjudication", "marks as before adjudication",
        lambda cell: cell.before if cell.settled else None,
    ),
    _other_rule(
        "after_adjudication", "after adjudication", "marks as after adjudication",
        lambda cell: cell.after if cell.settled else None,
    ),
    _other_rule(
        "disputed_left_out", "disputed left out",
        "trials with a disputed control question left out",
        lambda cell: cell.undisputed if cell.disputed else None,
    ),
    _other_rule(
        "disputed_failed", "disputed failed", "disputed control questions counted as failed",
        lambda cell: cell.disputed_failed if cell.disputed else None,
    ),
    _other_rule(
        "disputed_passed", "disputed passed", "disputed control questions counted as passed",
        lambda cell: cell.disputed_passed if cell.disputed else None,
    ),
)  # fmt: skip
"""The mean under other scoring rules; what each does also completes a sentence after `with`."""

OVERRIDDEN: tuple[Cells, ...] = (
    field(WHOLE, "given", "LRS given by coders", "overrides.given"),
    field(
        WHOLE, "changed", "given LRS that differ from the computed ones", "overrides.changed",
        heading="rule\noverridden",
        text=lambda cell: f"{cell.overrides.changed} of {cell.overrides.given}",
    ),
    field(
        RATIO, "rate", "share of the given LRS that differ from the computed ones",
        lambda c: c.overrides.changed / c.overrides.given if c.overrides.given else None,
    ),
    field(
        DIFFERENCE, "mean_difference",
        "mean of the given LRS minus the computed one",
        "overrides.difference",
        heading="coders\n- rule", none=NONE,
    ),
)  # fmt: skip
FIRST_GIVEN: tuple[Cells, ...] = (
    field(WHOLE, "n", "LRS that were given before any mark", "first.n", heading="given\nfirst"),
    field(LRS, "mean", "mean of these LRS", "first.given", heading="coders'\nLRS", none=NONE),
    field(
        LRS, "rule_mean", "mean of the LRS computed from the same judgements", "first.rule",
        heading="rule\nLRS", none=NONE,
    ),
)  # fmt: skip

_SHARE_INTERVAL: dict[str, Any] = {
    "heading": "95%", "joined": True, "priority": DETAIL, "none": NONE,
    "only": lambda cell: cell.told_again,
}  # fmt: skip
"""How the interval of a proportion in some stories is shown: next to it, where all columns are."""

STORY_SHARES = tuple(map(_of_the_story, trials.STORY_SHARES))
"""The proportion correct in the paper's own story, and in the matched ones."""

DRAWS: Cells = field(
    LRS_LIST, "draws", "LRS of each draw, on its scale",
    lambda cell: tuple(cell.lrs.draws.values()), heading="every draw, 0 to 5",
)  # fmt: skip
"""What a page draws of a cell."""
TEXTS: Cells = field(
    WHOLE, "n_texts", "distinct texts among the trials", heading="texts", priority=4
)
WORD_SETS: Cells = field(
    WHOLE, "n_word_sets",
    "distinct sets of words among the trials; words that a counterbalance moves count once",
    heading="word\nsets", priority=0,
    only=lambda cell: cell.wording != ORIGINAL and 0 < cell.n_word_sets < cell.draws,
)  # fmt: skip
ZEROS: Cells = field(
    SHARE, "zero_share", "share of scored trials with LRS 0", heading="trials with\nLRS 0"
)
CHANCE: Cells = field(
    LRS, "chance_lrs", "LRS expected from guessing every question, controls passed", "chance",
    missing="the chance level is unknown", heading="chance", priority=2,
)  # fmt: skip
CHANCE_NOTE = f"{CHANCE.heading}: LRS expected from guessing, controls passed"

CELL: tuple[Cells, ...] = (
    *WHERE,
    DOMAIN_NAME,
    ADDITION,
    field(WHOLE, "n_draws", "draws in the mean LRS", "lrs.n", heading="n"),
    TEXTS,
    WORD_SETS,
    field(WHOLE, "trials", "finished trials"),
    field(WHOLE, "scored", "trials with an LRS"),
    _without("uncoded", "trials without valid codes", "not\ncoded"),
    _without(
        "disputed", "trials on which coders disagree on a control question", "dis\u00adputed"
    ),
    _without("undecided", "trials without an LRS, since a mark is missing", "unde\u00adcided"),
    _without("technical", "trials without an LRS, since a reply was lost", "lost"),
    field(
        LRS, "lrs_mean", "mean LRS: averaged over coders, then samples, then draws",
        "lrs.mean", missing="no trial has an LRS", heading="LRS",
    ),
    field(
        RATIO, "lrs_sd", "standard deviation of the draws", "lrs.sd", heading="sd", priority=7,
        none=NONE,
    ),
    field(CI, "ci95", CI95, "lrs.ci95", heading="95%", joined=True, none=NONE),
    CI_METHOD.of(lambda cell: cell.lrs),
    field(
        SHARE, "share_mean", "mean proportion correct, ignoring control questions", "share.mean",
        heading="correct", priority=2, only=_of_marks,
    ),
    field(SHARE_CI, "share_ci95", "95% interval of the mean proportion correct", "share.ci95"),
    field(
        LRS, "lrs_linear_mean", "mean linear score: 1 + 4 x proportion correct, 0 if the LRS is 0",
        "linear.mean", heading="linear", priority=4, only=_of_marks,
    ),
    field(CI, "lrs_linear_ci95", "95% interval of the mean linear score", "linear.ci95"),
    *STORY_SHARES,
    *(
        field(
            SHARE_CI, f"{one.name}_ci95", f"95% interval of the mean proportion in {stories}",
            f"{one.name}.ci95", **_SHARE_INTERVAL,
        )
        for one, stories in zip(
            trials.STORY_SHARES, ("the paper's own stories", "the matched stories"), strict=True
        )
    ),
    *(
        _mean(mean, priority=5, only=lambda cell: cell.half_marks_matter)
        for mean in trials.HALF_MARKS
    ),
    ZEROS,
    field(SHARES, "zero_share_by_reason", "share of scored trials with LRS 0, by status", "zeros"),
    field(SHARE, "technical_share", "share of coded trials without an LRS because of a lost reply"),
    field(
        BOUNDS, "lrs_bounds",
        "mean LRS if every lost trial scored 0, and if every one scored 5",
        "bounds", missing="at most 5% of the trials are technical", heading="LRS\nbounds",
        priority=1, none=NONE, rare=True,
    ),
    CHANCE,
    field(
        LRS, "chance_lrs_gates_guessed",
        "LRS expected from guessing every question, controls too", "chance_gates",
    ),
    field(
        SHARE, "gate_pass_rate", "share of trials that passed the control questions", "gate_passed",
        heading="control\npassed",
    ),
    field(
        LRS, "max_attainable",
        "5 x the share of trials that passed the control questions",
        "attainable",
        heading="ceiling", priority=6, only=_of_marks,
    ),
    group(
        "gates", "mean LRS under each rule for failed control questions",
        *(mean for mean, _, _ in TREATMENTS.values()),
    ),
    group(
        "gates_ci95", "95% intervals of the means in `gates`",
        *(interval for _, _, interval in TREATMENTS.values())
    ),
    group("gates_n", "draws in the means in `gates`", *(n for _, n, _ in TREATMENTS.values())),
    group(
        "sensitivity", "mean LRS under other rules; null if a rule changes nothing",
        *OTHER_RULES,
    ),
    field(
        WHOLE, "adjudicated_trials", "trials with an adjudicated judgement", "settled",
    ),
    field(
        LRS, "coder_adjusted_lrs", "mean LRS as if all coders had coded every trial", "adjusted",
        missing="it would be the same, or cannot be computed", heading="coder\nadjusted",
        priority=2, only=lambda cell: cell.adjusted is not None,
    ),
    group("overrides", "how coders changed the computed LRS", *OVERRIDDEN),
    group("lrs_given_first", "LRS given before any mark", *FIRST_GIVEN),
    each("coders", "each coder's own mean", CODER_MEAN),
    field(
        REFERENCES, "reference", "the published LRS for this cell, and its sample",
        missing="the script gives none", heading="published",
    ),
)  # fmt: skip


PAPER_CELL: tuple[Field[PaperCell], ...] = (
    DOMAIN_NAME.of(lambda row: row.cell),
    field(
        OPTIONAL, "author", "first author and year of the experiment's paper", heading="author",
        label=True, folds=True, once=True, none=NONE,
    ),
    field(
        TEXT, "experiment", "title of the script", "cell.experiment", heading="experiment",
        label=True, folds=True, once=True,
    ),
    field(
        OPTIONAL, "age", "published age of the children", heading="age", folds=True, priority=1,
        none=NONE,
    ),
    field(
        TEXT, "condition", "what the paper calls the condition", "cell.condition",
        heading="condition", label=True, folds=True,
    ),
    WORDING.of(lambda row: row.cell),
    MODEL.of(lambda row: row.cell),
    SIMULATED.of(lambda row: row.cell),
    field(WHOLE, "n_runs", "runs of the one text in the mean", "cell.lrs.n", heading="n"),
    field(
        LRS, "lrs_mean", "mean LRS: averaged over coders, then over runs", "cell.lrs.mean",
        missing="no run has an LRS", heading="LRS",
    ),
    field(
        CI, "ci95", "95% interval of the mean over runs of this text", "cell.lrs.ci95",
        heading="95%", joined=True, none=NONE,
    ),
    CI_METHOD.of(lambda row: row.cell.lrs),
    field(
        REFERENCES, "reference", "the published LRS of this condition, and of whom",
        "cell.reference", missing="the script gives none", heading="published",
        text=lambda row: None if row.cell.reference is None else decimal(row.cell.reference.lrs),
        none=NONE,
    ),
)  # fmt: skip


def paper_columns(rows: Sequence[PaperCell]) -> list[Column]:
    """Columns of a table like the paper's; domain, wording and participant are in its title."""
    names = (
        "author", "experiment", "age", "condition", "n_runs", "lrs_mean", "ci95", "reference",
    )  # fmt: skip
    *ours, published = columns(pick(PAPER_CELL, *names), rows)
    whose = dict.fromkeys(row.cell.reference.who for row in rows if row.cell.reference)
    if len(whose) == 1:
        published = replace(published, heading=visible(*whose))
    return [*ours, published] if whose else ours
