"""Columns of a page of agreement, made of the figures that a document has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from coders.statistics.agreement import Agreement
from renderers.fields.coding.coefficients import NAMED
from renderers.fields.field import Field, by_name, columns
from renderers.tables.agreement import AgreementSection
from runners.agreement.ratings_document import AGREEMENT, COEFFICIENTS

Row = TypeVar("Row")

Named = str | tuple[str, str]
"""The name of a figure, and its heading where that is another here."""

_FIGURES = by_name((*AGREEMENT, *COEFFICIENTS))


def of_agreement(read: Callable[[Row], Agreement], *figures: Named) -> tuple[Field[Row], ...]:
    """The columns of these figures, of an agreement that a row has."""
    headed = [(one, None) if isinstance(one, str) else one for one in figures]
    return tuple(_FIGURES[name].of(read).but(heading=heading) for name, heading in headed)


def of_measure(whole: Field[Row], *figures: Named) -> tuple[Field[Row], ...]:
    """The columns of these figures of a measure, named by their places in the document."""

    def agreement(row: Row) -> Agreement:
        measure: Any = whole.value(row)
        return measure.agreement  # type: ignore[no-any-return]

    return tuple(
        one.but(
            f"{whole.name}.{'coefficients.' * (one.name in NAMED)}{one.name}",
            what=f"{whole.what}: {one.what}",
        )
        for one in of_agreement(agreement, *figures)
    )


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
