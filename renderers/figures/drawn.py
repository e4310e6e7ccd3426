"""A figure of the report as it is handed over: the drawings, the table, and whether it is real."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from renderers.report.parts import SIMULATED, Plot, figure


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plot with the same as a table. `simulated`: nobody real took part in some of it."""

    plot: Plot
    table: Markup
    simulated: bool

    def markup(self) -> Markup:
        """The figure as it stands on a page."""
        return figure(self.plot, self.table, simulated=self.simulated)


def told_simulated(title: str, *, simulated: bool) -> str:
    """How the words for who cannot see a figure begin."""
    return f"{SIMULATED.capitalize()}. {title}." if simulated else f"{title}."
