"""The figures of one cell: a condition of an experiment, a wording and a participant."""

from __future__ import annotations

from collections.abc import Callable

from renderers.fields.coder_means import CODER_MEAN
from renderers.fields.field import Field, each, field, group, nested
from renderers.fields.scales import (
    BOUNDS,
    CI,
    DIFFERENCE,
    LRS,
    RATIO,
    REFERENCES,
    SHARE,
    SHARE_CI,
    SHARES,
    TEXT,
    TRUTH,
    WHOLE,
)
from renderers.fields.trials import CI95, CI_METHOD, WHERE
from renderers.number_words import NONE, percent
from renderers.score_rows import CellScore, Figure

Cells = Field[CellScore]
Figures = tuple[Cells, Cells, Cells]

FIGURE: tuple[Field[Figure], ...] = (
    field(LRS, "lrs_mean", "mean LRS under this rule", lambda one: one.mean),
    field(WHOLE, "n_draws", "draws in the mean", lambda one: one.n),
    field(CI, "ci95", CI95, lambda one: one.ci95),
)


def _treatment(name: str, what: str, read: Callable[[CellScore], Figure]) -> Figures:
    """The mean, the draws and the interval under a treatment of failed gates."""
    return (
        field(LRS, name, what, lambda cell: read(cell).mean, heading=f"LRS\n{name}"),
        field(
            WHOLE, name, f"draws in it: {name}", lambda cell: read(cell).n, joined=True,
            heading=f"{name}\nn",
        ),
        field(
            CI, name, f"its 95% interval: {name}", lambda cell: read(cell).ci95, joined=True,
            heading=f"{name}\n95%", none=NONE,
        ),
    )  # fmt: skip


def _without(name: str, what: str, heading: str, read: Callable[[CellScore], int]) -> Cells:
    """Trials without an LRS, for one reason."""
    return field(
        WHOLE, name, what, read, heading=heading, wanted=1, rare=True,
        text=lambda cell: f"{read(cell)}/{cell.trials}",
    )  # fmt: skip


def zero_for(reason: str, what: str, heading: str) -> Cells:
    """The share of trials that are 0 for one reason."""
    return field(
        SHARE, reason, f"share of scored trials that are 0: {what}",
        lambda cell: cell.zeros.get(reason), heading=heading, wanted=3, none=NONE, rare=True,
    )  # fmt: skip


def _other_rule(name: str, what: str, read: Callable[[CellScore], Figure | None]) -> Cells:
    return nested(name, what, read, FIGURE)


def _differ(cell: CellScore) -> bool:
    """Whether half marks matter."""
    return {cell.strict.mean, cell.lenient.mean} != {cell.lrs.mean}


TREATMENTS = {
    "zero": _treatment("zero", "LRS where every failed gate scores 0", lambda cell: cell.zero),
    "exclude": _treatment(
        "exclude", "LRS where trials with a failed gate are left out", lambda cell: cell.exclude
    ),
    "ungated": _treatment("ungated", "LRS with gates ignored", lambda cell: cell.ungated),
}

OVERRIDDEN: tuple[Cells, ...] = (
    field(WHOLE, "given", "LRS that coders left standing", lambda cell: cell.overrides.given),
    field(
        WHOLE, "changed", "of these, not the rule's", lambda cell: cell.overrides.changed,
        heading="rule\noverridden",
        text=lambda cell: f"{cell.overrides.changed} of {cell.overrides.given}",
    ),
    field(
        RATIO, "rate", "share changed",
        lambda c: c.overrides.changed / c.overrides.given if c.overrides.given else None,
    ),
    field(
        DIFFERENCE, "mean_difference", "mean of theirs minus the rule's",
        lambda cell: cell.overrides.difference, heading="coders -\nrule", none=NONE,
    ),
)  # fmt: skip
FIRST_GIVEN: tuple[Cells, ...] = (
    field(WHOLE, "n", "judgements", lambda cell: cell.first.n, heading="given\nfirst"),
    field(
        LRS, "mean", "their mean", lambda cell: cell.first.given, heading="coders'\nLRS", none=NONE
    ),
    field(
        LRS, "rule_mean", "the rule's mean from the same judgements",
        lambda cell: cell.first.rule, heading="rule\nLRS", none=NONE,
    ),
)  # fmt: skip

DESIGN: tuple[Cells, ...] = (
    field(
        TEXT, "domain", "domain that the script names", lambda cell: cell.domain or None,
        missing="the script names none",
    ),
    field(
        TRUTH, "addition", "whether the cell is an addition to the published ones; additions "
        "are in no mean over a domain", lambda cell: cell.addition,
        levels=(("TRUE", "added"), ("FALSE", "published")),
    ),
)  # fmt: skip

CELL: tuple[Cells, ...] = (
    *WHERE,
    *DESIGN,
    field(WHOLE, "n_draws", "draws in the mean LRS", lambda cell: cell.lrs.n, heading="n"),
    field(
        WHOLE, "n_texts", "distinct texts among the trials", lambda cell: cell.n_texts,
        heading="texts", wanted=2,
    ),
    field(WHOLE, "trials", "finished trials", lambda cell: cell.trials),
    field(WHOLE, "scored", "trials with an LRS", lambda cell: cell.scored),
    _without(
        "uncoded", "trials that nobody whose codes count has coded", "not\ncoded",
        lambda cell: cell.uncoded,
    ),
    _without(
        "disputed", "trials without an LRS: coders disagree on a control question", "dis-\nputed",
        lambda cell: cell.disputed,
    ),
    _without(
        "undecided", "trials without an LRS: a mark is missing", "unde-\ncided",
        lambda cell: cell.undecided,
    ),
    _without(
        "technical", "trials without an LRS: a reply was lost", "lost", lambda cell: cell.technical
    ),
    field(
        LRS, "lrs_mean", "mean LRS: over coders in a trial, samples in a draw, draws in the cell",
        lambda cell: cell.lrs.mean, missing="no trial has an LRS", heading="LRS",
    ),
    field(
        RATIO, "lrs_sd", "standard deviation of the draws", lambda cell: cell.lrs.sd, heading="sd",
        wanted=7, none=NONE,
    ),
    field(CI, "ci95", CI95, lambda cell: cell.lrs.ci95, heading="95%", joined=True, none=NONE),
    field(TEXT, "ci_method", CI_METHOD, lambda cell: cell.lrs.ci_method or None),
    field(
        SHARE, "share_mean", "mean proportion correct, ignoring control questions",
        lambda cell: cell.share.mean, heading="correct", wanted=2,
    ),
    field(SHARE_CI, "share_ci95", "its 95% interval", lambda cell: cell.share.ci95),
    field(
        LRS, "lrs_linear_mean", "mean of 1 + 4 x share, and 0 where the LRS is 0: no bands",
        lambda cell: cell.linear.mean, heading="linear", wanted=4,
    ),
    field(CI, "lrs_linear_ci95", "its 95% interval", lambda cell: cell.linear.ci95),
    field(
        SHARE, "own_share", "share right in the published story", lambda cell: cell.own_share.mean,
        missing="no mark, or no such question", heading="own\nstory", wanted=2, none=NONE,
        only=lambda cell: cell.told_again,
        text=lambda cell: percent(cell.own_share.mean if cell.told_again else None),
    ),
    field(
        SHARE, "twin_share", "share right in the twins of the published story",
        lambda cell: cell.twin_share.mean, missing="no mark, or the story has no twin",
        heading="matched\nstories", wanted=2, none=NONE, only=lambda cell: cell.told_again,
    ),
    field(
        LRS, "lrs_strict", "LRS with half marks taken for wrong", lambda cell: cell.strict.mean,
        heading="strict", wanted=5, only=_differ,
    ),
    field(
        LRS, "lrs_lenient", "LRS with half marks taken for right", lambda cell: cell.lenient.mean,
        heading="lenient", wanted=5, only=_differ,
    ),
    field(SHARE, "zero_share", "share of scored trials that are 0", lambda cell: cell.zero_share),
    field(SHARES, "zero_share_by_reason", "the same by status", lambda cell: cell.zeros),
    field(
        SHARE, "technical_share", "share of coded trials without an LRS for a lost reply",
        lambda cell: cell.technical_share,
    ),
    field(
        BOUNDS, "lrs_bounds", "mean LRS with every technical trial taken for 0, and for 5",
        lambda cell: cell.bounds, missing="no more than one trial in twenty is technical",
        heading="LRS\nbounds", wanted=1, none=NONE, rare=True,
    ),
    field(
        LRS, "chance_lrs", "LRS of guessing every question, gates passed", lambda cell: cell.chance,
        missing="what a guesser gets is not known", heading="chance", wanted=2,
    ),
    field(
        LRS, "chance_lrs_gates_guessed", "the same with gates guessed",
        lambda cell: cell.chance_gates,
    ),
    field(SHARE, "gate_pass_rate", "share of trials that passed the gate", lambda c: c.gate_passed),
    field(
        LRS, "max_attainable", "5 x the share of trials that passed the gate",
        lambda cell: cell.attainable, heading="ceiling", wanted=6,
    ),
    group(
        "gates", "mean LRS under each treatment of failed gates",
        *(mean for mean, _, _ in TREATMENTS.values()),
    ),
    group(
        "gates_ci95", "their 95% intervals", *(interval for _, _, interval in TREATMENTS.values())
    ),
    group("gates_n", "the draws in them", *(n for _, n, _ in TREATMENTS.values())),
    group(
        "sensitivity",
        "mean LRS under other rules; null where a rule changes nothing",
        _other_rule("half_marks_wrong", "half marks taken for wrong", lambda cell: cell.strict),
        _other_rule("half_marks_right", "half marks taken for right", lambda cell: cell.lenient),
        _other_rule("linear", "1 + 4 x share instead of bands", lambda cell: cell.linear),
        _other_rule(
            "hallucination_zero", "0 where a reply is flagged as hallucinated",
            lambda cell: cell.hallucination,
        ),
        _other_rule(
            "before_adjudication", "by what coders said before an adjudicator settled marks",
            lambda cell: cell.before if cell.settled else None,
        ),
        _other_rule(
            "after_adjudication", "by the marks that an adjudicator settled",
            lambda cell: cell.after if cell.settled else None,
        ),
    ),
    field(
        WHOLE, "adjudicated_trials", "trials of which an adjudicator settled something",
        lambda cell: cell.settled,
    ),
    field(
        LRS, "coder_adjusted_lrs", "mean LRS had all coders judged every trial",
        lambda cell: cell.adjusted, missing="it would be the same, or cannot be computed",
        heading="coder\nadjusted", wanted=2, only=lambda cell: cell.adjusted is not None,
    ),
    group("overrides", "what coders made of the rule's proposal", *OVERRIDDEN),
    group("lrs_given_first", "LRS given before any mark", *FIRST_GIVEN),
    each("coders", "each coder's own mean", lambda cell: cell.coders, CODER_MEAN),
    field(
        REFERENCES, "reference", "the LRS published for this cell, and of whom",
        lambda cell: cell.reference, missing="the script gives none",
    ),
)  # fmt: skip
