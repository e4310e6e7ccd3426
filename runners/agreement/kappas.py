"""The kappas that papers print: Cohen's by pair of coders, Fleiss' and weighted, and their range
over experiments. Values of single experiments have no interval here: one experiment has few items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from coders.statistics.agreement import Agreement
from coders.statistics.coefficient import Coefficient
from renderers.fields.field import Field
from renderers.tables.agreement import (
    AgreementSection,
    NoFigure,
    cell,
    figure_text,
    interval_text,
    label,
)
from runners.agreement.measures import RANGE_DEMANDS
from runners.agreement.page_columns import section
from runners.agreement.ratings_document import FLEISS, KAPPA, QUADRATIC
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

_HEADINGS = ("LRS\n1 to 5", "LRS\n0 to 5", "marks", "control\nquestions")

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


COLUMNS: tuple[Field[tuple[str, ...]], ...] = (
    label("kappa", itemgetter(0)),
    *(cell(heading, itemgetter(place)) for place, heading in enumerate(_HEADINGS, start=1)),
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
    of = {
        RatedMeasure.RULE: found.rule,
        RatedMeasure.FINAL: found.final,
        RatedMeasure.MARKS: found.marks,
        RatedMeasure.CONTROLS: found.controls,
    }
    parts = [of[measure].agreement for measure in KAPPA_MEASURES]
    ranges = {(one.measure, one.kappa, one.coders): one for one in found.kappa_ranges}
    yield "n, items", *(f"{one.pairable:,}" for one in parts)
    for kappa in dict.fromkeys(kappa for one in parts for kappa in kappas_of(one)):
        each = [coefficient_of(one, kappa) for one in parts]
        name = title_of(kappa, over_pairs=any(len(one.pairs) > 1 for one in parts))
        yield name, *(figure_text(one.value, one.reason or "") for one in each)
        if ranges:
            known = (ranges.get((measure, *kappa)) for measure in KAPPA_MEASURES)
            yield "  range over experiments", *map(range_text, known, each)


def title_of(kappa: Kappa, *, over_pairs: bool) -> str:
    """What a kappa is called in a table."""
    name, coders = kappa
    if coders:
        return f"Cohen's, {' and '.join(coders)}"
    mean = ", mean over pairs" if over_pairs else ""
    return {
        KAPPA: f"Cohen's{mean}",
        FLEISS: "Fleiss'",
        QUADRATIC: f"Cohen's, quadratic weights{mean}",
    }[name]


def range_text(one: KappaRange | None, overall: Coefficient) -> str:
    """The range of a kappa over experiments, or why it has none."""
    if one is None or one.ends is None:
        return NoFigure(overall.reason or "defined in fewer than two experiments")
    some = len(one.values) < one.experiments
    return interval_text(one.ends) + f" ({len(one.values)} of {one.experiments})" * some
