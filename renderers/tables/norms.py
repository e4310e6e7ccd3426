"""Stages, macro mean and age of published accuracies, a row a participant."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.bank_ages import table_age_columns
from renderers.rows.bank_ages import TableAge
from renderers.tables.fitted import one_table
from renderers.tables.page import Page


def render_norms(rows: Sequence[TableAge], notes: Sequence[str], *, width: int) -> str:
    """The table and its notes as text, no line wider than `width` columns."""
    page = Page(width=width)
    page.print(one_table(table_age_columns(rows), width), "", *notes)
    return f"{page.text}\n"
