"""Agreement in ratings of any source as JSON: every coefficient, pair of coders and category.

Keys may be added, none renamed; null where nothing can be said, with a reason. Values are as
computed, not rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from coders.statistics.agreement import Agreement, CategoryAgreement, PairAgreement
from coders.statistics.coefficient import Coefficient
from renderers.fields.agreement import BOTH_RATED, CONFUSION, TWO_CODERS
from renderers.fields.field import (
    Document,
    Field,
    Kind,
    Row,
    Scale,
    document,
    each,
    field,
    group,
    keyed,
    nested,
)
from renderers.fields.scales import CHOICE, TEXT, TEXTS, WHOLE

PAIR_OF_ENDS = Scale[tuple[float, float]](Kind.NUMBER, plain=list)
COEFFICIENT_VALUE = Scale[float](Kind.NUMBER)

COEFFICIENT: tuple[Field[Coefficient], ...] = (
    field(COEFFICIENT_VALUE, "value", "the coefficient", missing="see `reason`"),
    field(PAIR_OF_ENDS, "ci95", "95% interval of the coefficient", missing="see `ci_reason`"),
    field(TEXT, "reason", "why there is no value", missing="there is one"),
    field(WHOLE, "n_items", "items in the coefficient"),
    field(TEXT, "method", "how the coefficient was computed, with its source"),
    field(TEXT, "ci_method", "how the interval was computed", missing="there is none"),
    field(TEXT, "ci_reason", "why there is no interval", missing="there is one, or no value"),
    field(
        COEFFICIENT_VALUE, "expected", "agreement by chance that was taken out",
        missing="the coefficient is not corrected for chance",
    ),
    field(
        WHOLE, "undefined_replicates", "bootstrap replicates in which it was undefined",
        missing="nothing was resampled",
    ),
)  # fmt: skip


def _named(found: Iterable[Coefficient]) -> Document:
    """Coefficients by name."""
    return {one.name: document(COEFFICIENT, one) for one in found}


def _coefficients(found: Agreement) -> Document:
    """All coefficients by name. Specific agreement is one figure for each category, so its own
    value is null and the figures are under `by_category`.
    """
    by_category = {one.label: document(COEFFICIENT, one.specific) for one in found.categories}
    reason = "one figure per category: see by_category"
    specific = {"value": None, "ci95": None, "reason": reason, "by_category": by_category}
    return {**_named(found.coefficients), "specific_agreement": specific}


def _by_name(
    name: str, what: str, read: Callable[[Row], Iterable[Coefficient]], missing: str = ""
) -> Field[Row]:
    """Coefficients by name; null where there are none."""
    return Field(
        name, Kind.OBJECT, what, missing=missing, json=lambda row: _named(read(row)) or None,
        parts=COEFFICIENT,
    )  # fmt: skip


PAIR: tuple[Field[PairAgreement], ...] = (
    TWO_CODERS,
    BOTH_RATED,
    keyed("coefficients", "by name", COEFFICIENT, lambda one: one.name),
    CONFUSION,
)  # fmt: skip

CATEGORY: tuple[Field[CategoryAgreement], ...] = (
    field(TEXT, "category", "name of the category", "label"),
    field(WHOLE, "ratings", "how often it was given, on items with two ratings or more", "n"),
    nested(
        "specific_agreement", "if one coder gives the category, how often another does",
        COEFFICIENT, "specific",
    ),
    nested(
        "kappa_against_rest", "Fleiss' kappa of the category against all others", COEFFICIENT,
        "against_rest",
    ),
)  # fmt: skip

AGREEMENT: tuple[Field[Agreement], ...] = (
    field(WHOLE, "items", "items that a coder rated"),
    field(TEXTS, "coders", "names of the coders"),
    field(TEXTS, "idle_coders", "coders who rated nothing and are left out", "idle"),
    field(WHOLE, "missing", "ratings that are missing"),
    field(WHOLE, "items_with_two_ratings", "items with two ratings or more", "pairable"),
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
    _by_name(
        "within_cell", "the same within cells, so that differences between cells do not count",
        lambda one: one.within_cell, missing="the items have no cells",
    ),
    field(WHOLE, "cells", "cells that the items are in"),
    _by_name(
        "baseline_cell_only", "expected from coders who saw only the condition",
        lambda one: one.baseline_cell_only, missing="the items have no cells",
    ),
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


def agreement_document(found: Agreement) -> Document:
    """What `devrun agree --table --json` prints."""
    return document(AGREEMENT, found)
