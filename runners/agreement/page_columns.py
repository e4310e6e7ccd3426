"""Columns of a page of agreement, made of the figures that a document has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from coders.statistics.agreement import Agreement
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
