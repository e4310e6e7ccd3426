"""How often participants give the wrong answers of a donor, a row for each condition."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.copying import COPYING
from renderers.fields.field import columns, pick
from renderers.rows.copying import Copying
from renderers.tables.page import Page
from renderers.terminal import visible


def render_copying(rows: Sequence[Copying], notes: Sequence[str], *, width: int) -> str:
    """A table for each participant and donor, and notes, no line wider than `width` columns."""
    page = Page(width=width)
    page.tables(rows, columns(pick(COPYING, *_SHOWN), rows), _whose, _title)
    page.print(*notes)
    return page.text


_SHOWN = ("condition", "items", "copied", "ci95", "above_none", "above_none_ci95", "unread")


def _whose(row: Copying) -> tuple[str, ...]:
    return row.experiment, row.model, row.donor


def _title(whose: tuple[str, ...]) -> str:
    experiment, model, donor = map(visible, whose)
    return f"{experiment}, {model}, where {donor} is wrong"
