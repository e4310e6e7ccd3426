"""How often participants copy the wrong answers of a donor, a row for each condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from renderers.number_words import NONE
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible


class CopyingRow(Protocol):
    """As `runners.analysis.donor_replies.Copying`."""

    @property
    def model(self) -> str:
        """Who was asked."""

    @property
    def simulated(self) -> bool:
        """Whether a program answered."""

    @property
    def donor(self) -> str:
        """Whose replies were put before the items."""

    @property
    def condition(self) -> str:
        """What of them, and other conditions."""

    @property
    def items(self) -> int:
        """To how many items the donor's answer is wrong."""

    @property
    def unread(self) -> int:
        """How many replies say no plain answer."""

    @property
    def copied(self) -> float | None:
        """The mean share of copies, 0 to 1."""

    @property
    def ci95(self) -> tuple[float, float] | None:
        """Its 95% interval."""


def render_copying(rows: Sequence[CopyingRow], notes: Sequence[str], *, width: int) -> str:
    """A table for each participant, and notes, no line wider than `width` columns."""
    page = Page(width=width)
    by_model: dict[tuple[str, str], list[CopyingRow]] = {}
    for row in rows:
        by_model.setdefault((row.model, row.donor), []).append(row)
    for (model, donor), some in by_model.items():
        columns = [
            Column("before the item", tuple(visible(r.condition) for r in some), right=False,
                   label=True),
            Column("items", tuple(f"{r.items}" for r in some)),
            Column("copied %", tuple(_percent(r.copied) for r in some)),
            Column("95%", tuple(_ends(r.ci95) for r in some), joined=True),
            Column("not read", tuple(f"{r.unread}" for r in some)),
        ]  # fmt: skip
        title = f"{visible(model)}, where {visible(donor)} is wrong"
        page.table(title, one_table(columns, width), simulated=some[0].simulated)
    page.print(*notes)
    return f"{page.text}\n"


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:.1f}"


def _ends(ends: tuple[float, float] | None) -> str:
    return NONE if ends is None else f"{100 * ends[0]:.0f} {100 * ends[1]:.0f}"
