"""Agreement in a table of ratings as sections of a page, grouped by the items under the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from coders.statistics.agreement import Agreement, CategoryAgreement, PairAgreement
from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import counted
from renderers.fields.coding.agreement import BOTH_RATED, TWO_CODERS
from renderers.fields.coding.coefficients import (
    KAPPA,
    LINEAR_KAPPA,
    NAME,
    NAMED,
    PERCENT,
    QUADRATIC,
    SPEARMAN,
    WITHIN_1,
)
from renderers.fields.field import Field, by_name, pick
from renderers.tables.agreement import AgreementSection, NoFigure, cell, label
from runners.agreement.page_columns import section
from runners.agreement.ratings_document import (
    AGREEMENT,
    CATEGORY,
    CI95,
    CI_METHOD,
    COEFFICIENTS,
    VALUE,
)

Row = TypeVar("Row")

MOST_SHOWN = 12
"""Categories up to which tables by category and of two coders are printed; all are in --json."""


def _in_three(figure: Field[Row]) -> Field[Row]:
    """A column of coefficients in three decimals, or why there is none."""

    def text(row: Row) -> str:
        one: Any = figure.value(row)
        return NoFigure(one.reason or "undefined") if one.value is None else decimals(one.value)

    return figure.told(text)


def decimals(value: float) -> str:
    """A coefficient in three decimals."""
    # -0.0004 rounds to a zero that should not look negative.
    return f"{round(value, 3) + 0.0:.3f}"


def _interval(one: Coefficient) -> str:
    if one.ci95 is not None:
        return " to ".join(map(decimals, one.ci95))
    return "" if one.value is None or not one.ci_reason else NoFigure(one.ci_reason)


def _method(one: Coefficient) -> str:
    """How the interval was made."""
    if one.ci95 is None:
        return ""
    method = "bootstrap" if "bootstrap" in (one.ci_method or "") else one.ci_method or ""
    lost = one.undefined_replicates
    return f"{method}, {lost} replicates undefined" if lost else method


COEFFICIENT: tuple[Field[Coefficient], ...] = (
    NAME,
    _in_three(VALUE.read_by(lambda one: one)),
    CI95.told(_interval),
    CI_METHOD.told(_method),
)

PAIR: tuple[Field[PairAgreement], ...] = (
    label(TWO_CODERS.heading, lambda pair: ", ".join(pair.coders)),
    BOTH_RATED,
    *(
        _in_three(one.but(heading=one.what.rpartition(", ")[2]))
        for one in pick(COEFFICIENTS, PERCENT, KAPPA, LINEAR_KAPPA, QUADRATIC, SPEARMAN)
    ),
)
"""Of what is known of a pair, what a line of 80 columns has room for."""

_NAME, _RATINGS, *_OF_CATEGORY = CATEGORY
_EACH = by_name(AGREEMENT)
CATEGORIES: tuple[Field[CategoryAgreement], ...] = (
    _NAME, _RATINGS, *map(_in_three, _OF_CATEGORY),
)  # fmt: skip


def table_sections(found: Agreement) -> Iterator[AgreementSection]:
    """The page of some ratings, section by section."""
    coders = tuple(coder for coder in found.coders if coder not in found.idle)
    yield AgreementSection("", _summary(found))
    for heading, group in _groups(found, len(coders)):
        # What a level has no use for is said once, in a note.
        useful = [one for one in group if _is_useful(found, one.name)]
        if useful:
            yield section(heading, (), COEFFICIENT, useful)
    if len(coders) > 2:
        told = [one for one in PAIR if one.name not in NAMED or _is_useful(found, one.name)]
        yield section(_EACH["pairs"].what, (), told, found.pairs)
    if 0 < len(found.categories) <= MOST_SHOWN:
        yield section(_EACH["by_category"].what, (), CATEGORIES, found.categories)
        if found.confusion is not None:
            labels = [one.label for one in found.categories]
            heading = f"items by both ratings: rows {coders[0]}, columns {coders[1]}"
            rows: list[tuple[str | int, ...]] = [
                (label, *counts) for label, counts in zip(labels, found.confusion, strict=True)
            ]
            yield section(heading, (), _confusion_columns(labels), rows)
    yield AgreementSection("", notes=tuple(_notes(found)))


def _confusion_columns(labels: Sequence[str]) -> Iterator[Field[tuple[str | int, ...]]]:
    yield label("", itemgetter(0))
    for place, name in enumerate(labels, start=1):
        yield cell(name, itemgetter(place))


def _is_useful(found: Agreement, name: str) -> bool:
    """Whether the level has a use for a coefficient."""
    return not (_nominal(found) and DEFINITIONS[name].ordered)


def _nominal(found: Agreement) -> bool:
    return found.level.value == "nominal"


def _summary(found: Agreement) -> tuple[str, ...]:
    cells = len(found.coders) * found.items
    rated = f"{found.missing} of {cells} ratings missing" if found.missing else "no rating missing"
    labels = ", ".join(found.labels[:20]) + (", ..." if len(found.labels) > 20 else "")
    verb = "has" if len(found.idle) == 1 else "have"
    left_out = f"{', '.join(found.idle)} {verb} no ratings and {verb} been left out"
    return (
        f"{counted(found.items, 'item')}, {counted(len(found.coders), 'coder')}, {rated}",
        f"{found.level.value} level, {counted(len(found.labels), 'category', 'categories')}: "
        f"{labels}",
        *([left_out] if found.idle else ()),
    )


def _groups(found: Agreement, coders: int) -> Iterator[tuple[str, Sequence[Coefficient]]]:
    if coders < 3:
        # Two coders: every figure rests on the items that both rated.
        yield f"on {counted(found.complete, 'item')} rated by both coders", found.coefficients
        return
    pairs = counted(sum(1 for pair in found.pairs if pair.n), "pair")
    for base, heading in (
        (Base.TWO, f"on {counted(found.pairable, 'item')} with two or more ratings"),
        (Base.PAIRS, f"means over {pairs} of coders, each on the items that both rated"),
        (Base.ALL, f"on {counted(found.complete, 'item')} that all {coders} coders rated"),
    ):
        yield heading, [one for one in found.coefficients if DEFINITIONS[one.name].base is base]


FEW = 20
"""With fewer items intervals by formulas and the bootstrap are too short."""


def _notes(found: Agreement) -> Iterator[str]:
    if found.pairable < FEW:
        yield (
            f"fewer than {FEW} items: intervals of kappas are too short (of ten items they hold "
            "the true value in as few as 58% of studies)"
        )
    if found.replicates:
        yield (
            f"bootstrap: {found.replicates:,} replicates of {found.clusters:,} items, seed "
            f"{found.seed}, expanded percentiles"
        )
    if _nominal(found):
        yield (
            "nominal level: weighted kappa, ordinal, interval and ratio alpha, ICC and rank "
            "correlations need ordered categories"
        )
    elif found.level.value == "ordinal":
        yield (
            "weights come from the category values; interval and ratio alpha and ICC assume "
            "equal distances, which this level does not guarantee"
        )
    else:
        yield "weights come from the category values"
    plain = found.coefficient(PERCENT).expected
    near = found.coefficient(WITHIN_1).expected
    if plain is not None:
        within = f", within 1 {near:.3f}" if near is not None else ""
        yield f"chance agreement, from the pooled use of categories: {plain:.3f}{within}"
    if found.prevalence is not None and found.bias is not None:
        yield f"prevalence index {found.prevalence:.3f}, bias index {found.bias:.3f}"
