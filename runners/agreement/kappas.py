"""The kappas that papers print: Cohen's by pair of coders, Fleiss' and weighted, and their range
over experiments. Values of single experiments have no interval here: one experiment has few items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from coders.statistics.agreement import Agreement
from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from renderers.fields.coding.agreement import BOTH_RATED
from renderers.fields.coding.coefficients import FLEISS, KAPPA, QUADRATIC, among_kappas
from renderers.fields.field import Field, headed, pick
from renderers.tables.agreement import (
    AgreementSection,
    NoFigure,
    figure_text,
    interval_text,
)
from runners.agreement.document import CONTROLS, KAPPA_RANGE, LRS, MARKS, WITH_ZEROS
from runners.agreement.measures import RANGE_DEMANDS
from runners.agreement.page_columns import section
from runners.agreement.ratings_document import N_ITEMS
from runners.agreement.results import KappaRange, StudyAgreement
from runners.agreement.rows import RatedMeasure

RANGE = (
    f"Range: lowest and highest of the experiments with {RANGE_DEMANDS.least_items} items or more."
)

KAPPA_MEASURES = (
    RatedMeasure.RULE,
    RatedMeasure.FINAL,
    RatedMeasure.MARKS,
    RatedMeasure.CONTROLS,
)
"""Measures whose kappas are in the table, in its order."""

Kappa = tuple[str, tuple[str, ...]]
"""The name of a kappa, and its pair of coders; no names for all coders."""


def kappa_ranges(measure: RatedMeasure, each: Sequence[Agreement]) -> tuple[KappaRange, ...]:
    """The range of every kappa over experiments, each of which has an agreement."""
    kappas = dict.fromkeys(kappa for one in each for kappa in kappas_of(one))
    return tuple(
        KappaRange(
            measure,
            *kappa,
            tuple(
                value
                for value in (coefficient_of(one, kappa).value for one in each)
                if value is not None
            ),
            len(each),
        )
        for kappa in kappas
    )


def kappas_of(found: Agreement) -> Iterator[Kappa]:
    """Cohen's kappa of each pair, then of all coders, Fleiss' and weighted."""
    if len(found.pairs) > 1:
        for pair in found.pairs:
            yield KAPPA, pair.coders
    yield KAPPA, ()
    yield FLEISS, ()
    yield QUADRATIC, ()


def coefficient_of(found: Agreement, kappa: Kappa) -> Coefficient:
    """The value of a kappa, or why it has none."""
    name, coders = kappa
    if not coders:
        return found.coefficient(name)
    for pair in found.pairs:
        if pair.coders == coders:
            return pair.coefficient(name)
    return Coefficient(name, None, reason="no item was coded by both")


_PARTS = (LRS, WITH_ZEROS, MARKS, CONTROLS)
"""Where a study has the `KAPPA_MEASURES`, in the same order."""

_KAPPA, _RANGE = pick(KAPPA_RANGE, "kappa", "range")
COLUMNS: tuple[Field[tuple[str, ...]], ...] = tuple(
    one.told(itemgetter(place)) for place, one in enumerate((_KAPPA, *_PARTS))
)


def kappa_section(found: StudyAgreement) -> AgreementSection:
    """The table of kappas."""
    return section(
        "Kappas",
        "LRS 1 to 5: trials that both coders scored. LRS 0 to 5: with overrides and zeros.",
        COLUMNS,
        _rows(found),
        *([RANGE] if found.kappa_ranges else []),
    )


def _rows(found: StudyAgreement) -> Iterator[tuple[str, ...]]:
    """What each row is of, and a text for each measure."""
    measures: list[Any] = [one.value(found) for one in _PARTS]
    parts: list[Agreement] = [one.agreement for one in measures]
    ranges = {(one.measure, one.kappa, one.coders): one for one in found.kappa_ranges}
    yield f"{N_ITEMS.heading}, {BOTH_RATED.heading}", *(f"{one.pairable:,}" for one in parts)
    for kappa in dict.fromkeys(kappa for one in parts for kappa in kappas_of(one)):
        each = [coefficient_of(one, kappa) for one in parts]
        name = title_of(kappa, over_pairs=any(len(one.pairs) > 1 for one in parts))
        yield name, *(figure_text(one.value, one.reason or "") for one in each)
        if ranges:
            known = (ranges.get((measure, *kappa)) for measure in KAPPA_MEASURES)
            yield f"  {headed(_RANGE)}", *map(range_text, known, each)


def title_of(kappa: Kappa, *, over_pairs: bool) -> str:
    """What a kappa is called in a table."""
    name, coders = kappa
    if coders:
        return f"{among_kappas(name)}, {' and '.join(coders)}"
    mean = ", mean over pairs" if over_pairs and DEFINITIONS[name].base is Base.PAIRS else ""
    return among_kappas(name) + mean


def range_text(one: KappaRange | None, overall: Coefficient) -> str:
    """The range of a kappa over experiments, or why it has none."""
    if one is None or one.ends is None:
        return NoFigure(overall.reason or "defined in fewer than two experiments")
    some = len(one.values) < one.experiments
    return interval_text(one.ends) + f" ({len(one.values)} of {one.experiments})" * some
