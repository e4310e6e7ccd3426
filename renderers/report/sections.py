"""The sections of the page in their order, as far as there is something to say in them."""

from __future__ import annotations

from renderers.report.cells import cells
from renderers.report.parts import Section
from renderers.report.values import Value


def sections(document: Value) -> tuple[Section, ...]:
    """Every section that follows from the document alone."""
    return (cells(document),)
