"""Comparisons on the screen: what was declared first, family by family, then what was not.

A p value stands in the tables of families and nowhere else, so that a column of them cannot be read
down in search of a small one. What nobody declared is headed exploratory.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from renderers.comparison_rows import (
    Comparison,
    ComparisonKind,
    Comparisons,
    ComparisonScope,
    Family,
)
from renderers.comparison_words import declared, family_title, method, untested
from renderers.fields.comparisons import (
    comparison_columns,
    effect_columns,
    familiar_columns,
)
from renderers.fitted_table import Column, one_table, split_tables
from renderers.page_console import page_console
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

SIMULATED = "SIMULATED"


def render_comparisons(
    found: Comparisons,
    *,
    whom: str,
    kinds: tuple[ComparisonKind, ...] = tuple(ComparisonKind),
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables as text, no line wider than `width`. `whom` says who scored, in words; only these
    `kinds` are shown.
    """
    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    page = _Page(console, found, width)
    page.top(whom)
    for family in found.families:
        page.family(family, kinds)
    for kind in kinds:
        page.exploratory(kind)
    if ComparisonKind.WORDINGS in kinds:
        page.familiar()
    if not page.shown:
        console.print("nothing to compare: there is one condition, one participant and one wording")
        console.print("")
    console.print("method", style="bold")
    for line in (*method(found, kinds), *untested(found)):
        console.print(line)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


class _Page:
    """Prints the tables one after the other."""

    def __init__(self, console: Console, found: Comparisons, width: int) -> None:
        self.console = console
        self.found = found
        self.width = width
        self.shown = 0
        titles = {row.experiment for row in found.comparisons if row.experiment}
        self.only = next(iter(titles)) if len(titles) == 1 else ""

    def top(self, whom: str) -> None:
        """Which study, who scored it, and whether it is data at all."""
        self.console.print(
            f"Comparisons in study {visible(self.found.study)}, scored {whom}", style="bold"
        )
        if self.found.simulated:
            self.console.print(
                "SIMULATED, not data: rows with this label were answered by a program"
            )
        self.console.print("")

    def table(self, title: str, columns: Sequence[Column], *, simulated: bool) -> None:
        """One table under its title."""
        self.print_table(title, one_table(columns, self.width), simulated=simulated)

    def print_table(
        self, title: str, table: RenderableType, *, simulated: bool, below: str = ""
    ) -> None:
        mark = f": {SIMULATED}" if simulated else ""
        self.console.print(f"{title}{mark}", style="bold")
        self.console.print(table)
        if below:
            self.console.print(below)
        self.console.print("")
        self.shown += 1

    def title(self, what: str, who: str) -> str:
        """The title of a table; an experiment that is the only one stands in it."""
        return ", ".join(part for part in (what, visible(self.only), visible(who)) if part)

    def family(self, family: Family, kinds: tuple[ComparisonKind, ...]) -> None:
        """The declared comparisons of one family, with their p values."""
        rows = [
            row
            for row in self.found.comparisons
            if row.family == family.name and row.simulated is family.simulated and row.kind in kinds
        ]
        if not rows:
            return
        columns = comparison_columns(rows, tested=True, titled=bool(self.only))
        tables = split_tables(columns, [_whose(row) for row in rows], self.width)
        for number, (who, table) in enumerate(tables.items()):
            self.print_table(
                self.title(family_title(family), who),
                table,
                simulated=family.simulated,
                below=declared(family) if number == len(tables) - 1 else "",
            )

    def exploratory(self, kind: ComparisonKind) -> None:
        """The comparisons of one kind that nobody declared, without p values."""
        # A domain, or a battery, of one experiment would repeat that experiment.
        rows = [
            row
            for row in self.found.comparisons
            if row.exploratory
            and row.kind is kind
            and (
                row.scope in (ComparisonScope.CELL, ComparisonScope.EXPERIMENT)
                or row.n_experiments > 1
            )
        ]
        if not rows:
            return
        simulated = {_whose(row): row.simulated for row in rows}
        columns = comparison_columns(rows, tested=False, titled=bool(self.only))
        tables = split_tables(columns, [_whose(row) for row in rows], self.width)
        for who, table in tables.items():
            title = self.title(f"exploratory, {kind.value}", who)
            self.print_table(title, table, simulated=simulated[who])

    def familiar(self) -> None:
        """The original among the permuted draws, cell by cell, and the effect over experiments."""
        cells, effects = self.found.familiar, self.found.familiar_effects
        if not cells:
            return
        simulated = {cell.model: cell.simulated for cell in cells}
        tables = split_tables(familiar_columns(cells), [cell.model for cell in cells], self.width)
        for model, table in tables.items():
            title = f"familiar words, {visible(model)}"
            self.print_table(title, table, simulated=simulated[model])
        if effects:
            self.table(
                "familiar words over experiments, original minus permuted",
                effect_columns(effects),
                simulated=all(one.simulated for one in effects),
            )


def _whose(row: Comparison) -> str:
    """The participant, or the two that are compared."""
    return row.model or f"{row.first.label} and {row.second.label}"
