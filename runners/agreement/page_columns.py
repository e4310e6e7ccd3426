"""Columns of coefficients on a page of agreement: a figure, its interval, what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from coders.statistics.coefficient import DEFINITIONS, Base, Coefficient
from dsl.words import counted
from renderers.fields.field import Field, columns
from renderers.tables.agreement import AgreementSection, cell, figure_text, interval_text, label
from runners.agreement.measures import DEMANDS, Reliability

Row = TypeVar("Row")

KAPPA = "cohen_kappa"
ALPHA = "krippendorff_alpha_ordinal"
QUADRATIC = "cohen_kappa_quadratic"
FLEISS = "fleiss_kappa"
PERCENT = "percent_agreement"

_FEW = f", fewer than {DEMANDS.least_items}"
_FEW_SAID = f"fewer than {DEMANDS.least_items} common items"


def figure(heading: str, read: Callable[[Row], Coefficient]) -> Field[Row]:
    """A column of coefficients; where one has no value, why."""

    def text(row: Row) -> str:
        one = read(row)
        reason = one.reason or ""
        # The column n has the number.
        reason = _FEW_SAID if reason.endswith(_FEW) else reason
        return figure_text(one.value, reason, percent=_is_share(one))

    return cell(heading, text)


def interval(read: Callable[[Row], Coefficient]) -> Field[Row]:
    """The column of the intervals of coefficients."""

    def text(row: Row) -> str:
        one = read(row)
        reason = one.ci_reason or "" if one.value is not None else ""
        return interval_text(one.ci95, reason, percent=_is_share(one))

    return cell("95% interval", text, joined=True)


def _is_share(one: Coefficient) -> bool:
    return one.name.startswith("percent") or one.name == "specific_agreement"


@dataclass(frozen=True, slots=True)
class CoefficientLine:
    """One coefficient in a row of its own. `n`: items, or pairs of codes where several pairs of
    coders have a figure each.
    """

    label: str
    coefficient: Coefficient
    n: str | int


LINE: tuple[Field[CoefficientLine], ...] = (
    label("figure", lambda line: line.label),
    figure("value", lambda line: line.coefficient),
    interval(lambda line: line.coefficient),
    cell("n", lambda line: line.n),
)


def line(part: Reliability, name: str, label: str) -> CoefficientLine:
    """A coefficient of a part as a line."""
    found = part.agreement.coefficient(name)
    pairs = DEFINITIONS[name].base is Base.PAIRS and len(part.agreement.pairs) > 1
    return CoefficientLine(label, found, counted(found.n_items, "pair") if pairs else found.n_items)


def section(
    heading: str,
    sentences: str | tuple[str, ...],
    fields: Iterable[Field[Row]],
    rows: Iterable[Row],
    *notes: str,
) -> AgreementSection:
    """A section with a table of these rows."""
    said = (sentences,) if isinstance(sentences, str) else sentences
    return AgreementSection(heading, said, columns(fields, tuple(rows)), notes)
