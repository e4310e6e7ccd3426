"""The kappas that papers print: Cohen's by pair of coders, Fleiss' and weighted, and their range
over experiments. Values of single experiments have no interval here: one experiment has few items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
from runners.agreement.page_columns import KAPPA, QUADRATIC, section
from runners.agreement.results import KappaRange, StudyAgreement
from runners.agreement.rows import RatedMeasure

FLEISS = "fleiss_kappa"

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
    kappas = dict.fromkeys(kappa for one in each for kappa in _kappas(one))
    return tuple(
        KappaRange(
            measure,
            *kappa,
            tuple(
                value
                for value in (_coefficient(one, kappa).value for one in each)
                if value is not None
            ),
            len(each),
        )
        for kappa in kappas
    )


def _kappas(found: Agreement) -> Iterator[Kappa]:
    if len(found.pairs) > 1:
        for pair in found.pairs:
            yield KAPPA, pair.coders
    yield KAPPA, ()
    yield FLEISS, ()
    yield QUADRATIC, ()


def _coefficient(found: Agreement, kappa: Kappa) -> Coefficient:
    name, coders = kappa
    if not coders:
        return found.coefficient(name)
    for pair in found.pairs:
        if pair.coders == coders:
            return pair.coefficient(name)
    return Coefficient(name, None, reason="no item was coded by both")


@dataclass(frozen=True, slots=True)
class KappaRow:
    """A row of the table: a text for each measure."""

    label: str
    texts: tuple[str, ...]


def _measure_column(place: int, heading: str) -> Field[KappaRow]:
    return cell(heading, lambda row: row.texts[place])


COLUMNS: tuple[Field[KappaRow], ...] = (
    label("kappa", lambda row: row.label),
    *(_measure_column(place, heading) for place, heading in enumerate(_HEADINGS)),
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


def _rows(found: StudyAgreement) -> Iterator[KappaRow]:
    parts = [one.agreement for one in (found.rule, found.final, found.marks, found.controls)]
    ranges = {(one.measure, one.kappa, one.coders): one for one in found.kappa_ranges}
    yield KappaRow("n, items", tuple(f"{one.pairable:,}" for one in parts))
    for kappa in dict.fromkeys(kappa for one in parts for kappa in _kappas(one)):
        yield KappaRow(
            _title(kappa, over_pairs=any(len(one.pairs) > 1 for one in parts)),
            tuple(_value(_coefficient(one, kappa)) for one in parts),
        )
        if ranges:
            yield KappaRow(
                "  range over experiments",
                tuple(
                    _range(ranges.get((measure, *kappa)), _coefficient(one, kappa))
                    for measure, one in zip(KAPPA_MEASURES, parts, strict=True)
                ),
            )


def _title(kappa: Kappa, *, over_pairs: bool) -> str:
    name, coders = kappa
    if coders:
        return f"Cohen's, {' and '.join(coders)}"
    mean = ", mean over pairs" if over_pairs else ""
    return {
        KAPPA: f"Cohen's{mean}",
        FLEISS: "Fleiss'",
        QUADRATIC: f"Cohen's, quadratic weights{mean}",
    }[name]


def _value(one: Coefficient) -> str:
    return figure_text(one.value, one.reason or "")


def _range(one: KappaRange | None, overall: Coefficient) -> str:
    if one is None or one.ends is None:
        return NoFigure(overall.reason or "defined in fewer than two experiments")
    some = len(one.values) < one.experiments
    return interval_text(one.ends) + f" ({len(one.values)} of {one.experiments})" * some
