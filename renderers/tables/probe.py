"""`devrun probe` on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.probes import NOTES, probe_columns
from renderers.rows.probes import WordFamiliarity
from renderers.tables.page import Page
from renderers.terminal import visible


def render_probes(
    rows: Sequence[WordFamiliarity], *, width: int = 100, colour: bool = False
) -> str:
    """A table for each participant, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.tables(
        rows,
        probe_columns(rows),
        lambda row: row.model,
        lambda model: f"likelihood of the original words, {visible(model)}",
    )
    page.section("method", NOTES)
    return page.text
