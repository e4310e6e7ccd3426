"""Coefficients as cells and lines of a page: a figure, its interval, what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import counted
from renderers.agreement_page import AgreementRow, AgreementSection, Between, FigureText, joined
from runners.agreement.measures import DEMANDS, Reliability

KAPPA = "cohen_kappa"
ALPHA = "krippendorff_alpha_ordinal"
QUADRATIC = "cohen_kappa_quadratic"
PERCENT = "percent_agreement"

_FEW = f"common items, fewer than {DEMANDS.least_items}"
_FEW_TOLD = f"fewer than {DEMANDS.least_items} common items"


def of(part: Reliability, name: str) -> Coefficient:
    """The coefficient of that name of a part; KeyError if there is none."""
    return part.agreement.coefficient(name)


def line_of(part: Reliability, name: str, label: str) -> AgreementRow:
    """One coefficient as a line of value, interval and n."""
    one = of(part, name)
    return AgreementRow(label, (shown(one), between(one), rests_on(part, one)))


def rests_on(part: Reliability, one: Coefficient) -> int | str:
    """How many items, or pairs of codes where several pairs of coders have a figure each."""
    pairs = DEFINITIONS[one.name].base is Base.PAIRS and len(part.agreement.pairs) > 1
    return counted(one.n_items, "pair") if pairs else one.n_items


def shown(one: Coefficient) -> FigureText:
    """The value of a coefficient, or why there is none."""
    reason = one.reason or ""
    if reason.endswith(_FEW):
        # The number stands in the column n.
        reason = _FEW_TOLD
    return FigureText(one.value, reason, percent=one.name.startswith("percent"))


def between(one: Coefficient) -> Between:
    """The interval of a coefficient."""
    reason = one.ci_reason or "" if one.value is not None else ""
    return Between(one.ci95, percent=one.name.startswith("percent"), reason=reason)


def pair_table(
    heading: str,
    sentences: tuple[str, ...],
    marks: Reliability,
    rule: Reliability,
    first: Sequence[str] = (),
) -> AgreementSection:
    """Pairs with one of `first` stand above the others."""
    scores = {pair.coders: pair for pair in rule.agreement.pairs}
    lines = []
    for pair in sorted(marks.agreement.pairs, key=lambda one: not set(one.coders) & set(first)):
        mine = {one.name: one for one in pair.coefficients}
        other = scores.get(pair.coders)
        theirs = {one.name: one for one in other.coefficients} if other else {}
        lines.append(
            AgreementRow(
                joined(pair.coders),
                (
                    pair.n,
                    shown(mine[PERCENT]),
                    shown(mine[KAPPA]),
                    other.n if other else 0,
                    shown(theirs[PERCENT])
                    if theirs
                    else FigureText(None, "no trial scored by both"),
                    shown(theirs[QUADRATIC])
                    if theirs
                    else FigureText(None, "no trial scored by both"),
                ),
            )
        )
    columns = ("marks", "agree", "kappa", "LRS n", "agree", "quadratic kappa")
    return AgreementSection(heading, sentences, "coders", columns, tuple(lines))
