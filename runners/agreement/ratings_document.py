"""The figures of agreement in ratings of any source: every coefficient, pair of coders and
category, with the key that each has in JSON and its heading in a table.

Keys may be added, none renamed; null where nothing can be said, with a reason. Values are as
computed, not rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Any

from coders.statistics.agreement import Agreement, CategoryAgreement, PairAgreement
from coders.statistics.coefficient import Coefficient
from dsl.record import replace
from renderers.fields.coding.agreement import BOTH_RATED, CONFUSION, TWO_CODERS
from renderers.fields.coding.coefficients import (
    COEFFICIENT,
    COEFFICIENT_VALUE,
    FROM_CELLS,
    NAMED,
    WITHIN_CELL,
)
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Row,
    document,
    each,
    field,
    group,
    keyed,
    nested,
    pick,
)
from renderers.fields.scales import CHOICE, COUNT, TEXT, TEXTS, WHOLE
from renderers.tables.agreement import figure_text, interval_text
from runners.agreement.measures import DEMANDS

_FEW = f", fewer than {DEMANDS.least_items}"
_FEW_SAID = f"fewer than {DEMANDS.least_items} common items"


def _value(one: Coefficient) -> str:
    reason = one.reason or ""
    # The column n has the number.
    reason = _FEW_SAID if reason.endswith(_FEW) else reason
    return figure_text(one.value, reason, percent=_is_share(one))


def _interval(one: Coefficient) -> str:
    reason = one.ci_reason or "" if one.value is not None else ""
    return interval_text(one.ci95, reason, percent=_is_share(one))


def _is_share(one: Coefficient) -> bool:
    return one.name.startswith("percent") or one.name == "specific_agreement"


VALUE, CI95, N_ITEMS, CI_METHOD, EXPECTED = pick(
    COEFFICIENT, "value", "ci95", "n_items", "ci_method", "expected"
)
VALUE, CI95 = VALUE.told(_value), CI95.told(_interval)


def coefficient(
    name: str, what: str, read: Callable[[Row], Coefficient] | str, heading: str = ""
) -> Field[Row]:
    """A coefficient: in a document all that is known of it, in a table its value, or why it has
    none.
    """
    whole: Field[Row] = nested(name, what, COEFFICIENT, read, heading=heading)
    found: Callable[[Row], Any] = whole.value
    return whole.told(lambda row: _value(found(row)))


def with_interval(figure: Field[Row]) -> Field[Row]:
    """The column of a coefficient and that of its interval."""
    found: Callable[[Row], Any] = figure.value
    return replace(figure, beside=(CI95.of(found),))


COEFFICIENTS: tuple[Field[Any], ...] = tuple(
    coefficient(name, one.what, methodcaller("coefficient", name), one.heading)
    for name, one in NAMED.items()
)
"""All coefficients of an agreement, or of a pair of coders, by their keys in `coefficients`."""


def _coefficients(found: Agreement) -> Document:
    """All coefficients by name. Specific agreement is one figure for each category, so its own
    value is null and the figures are under `by_category`.
    """
    by_category = {one.label: document(COEFFICIENT, one.specific) for one in found.categories}
    reason = "one figure per category: see by_category"
    specific = {"value": None, "ci95": None, "reason": reason, "by_category": by_category}
    return {**document(COEFFICIENTS, found), "specific_agreement": specific}


PAIR: tuple[Field[PairAgreement], ...] = (
    TWO_CODERS,
    BOTH_RATED,
    keyed("coefficients", "by name", COEFFICIENT, lambda one: one.name),
    CONFUSION,
)  # fmt: skip

CATEGORY: tuple[Field[CategoryAgreement], ...] = (
    field(
        TEXT, "category", "name of the category", "label", heading="category", label=True,
        folds=True,
    ),
    field(
        COUNT, "ratings", "how often it was given, on items with two ratings or more", "n",
        heading="ratings",
    ),
    coefficient(
        "specific_agreement", "if one coder gives the category, how often another does",
        "specific", "specific agreement",
    ),
    coefficient(
        "kappa_against_rest", "Fleiss' kappa of the category against all others", "against_rest",
        "kappa against the rest",
    ),
)  # fmt: skip

SPECIFIC = CATEGORY[2]
GIVEN_CODES = CATEGORY[1].but(
    what="how often coders gave it, on items with two codes or more", heading="codes"
)
"""What the ratings of a category are in a study."""

AGREEMENT: tuple[Field[Agreement], ...] = (
    field(WHOLE, "items", "items that a coder rated"),
    field(TEXTS, "coders", "names of the coders"),
    field(TEXTS, "idle_coders", "coders who rated nothing and are left out", "idle"),
    field(WHOLE, "missing", "ratings that are missing"),
    field(
        COUNT, "items_with_two_ratings", "items with two ratings or more", "pairable", heading="n"
    ),
    field(WHOLE, "items_with_all_ratings", "items that every coder rated", "complete"),
    field(CHOICE, "level", "what the categories are: nominal, ordinal, interval or ratio"),
    field(TEXTS, "categories", "names of the categories, in their order", "labels"),
    field(WHOLE, "clusters", "groups of items that are resampled together"),
    group(
        "bootstrap", "how intervals were resampled",
        field(WHOLE, "replicates", "number of bootstrap replicates"),
        field(WHOLE, "seed", "seed of the bootstrap"),
    ),
    Field(
        "coefficients", Kind.OBJECT, "coefficients over all coders, by name", json=_coefficients,
        parts=COEFFICIENT,
    ),
    each("pairs", "each pair of coders", PAIR),
    each("by_category", "each category", CATEGORY, "categories"),
    WITHIN_CELL,
    field(WHOLE, "cells", "cells that the items are in"),
    FROM_CELLS,
    CONFUSION.but(missing="there are not two coders, or too many categories"),
    field(
        COEFFICIENT_VALUE, "prevalence_index", "how much more often both gave one category than "
        "the other (Byrt et al., 1993)", "prevalence",
        missing="there are not two coders and two categories",
    ),
    field(
        COEFFICIENT_VALUE, "bias_index", "how much more often one coder gave a category than the "
        "other (Byrt et al., 1993)", "bias", missing="there are not two coders and two categories",
    ),
)  # fmt: skip
N = "items_with_two_ratings"
