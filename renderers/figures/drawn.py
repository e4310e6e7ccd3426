"""A finished figure of the report: the drawings, the table, and whether it is simulated."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from renderers.report.parts import SIMULATED, Plot, figure


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plot and the same as a table. `simulated`: some participants were programs."""

    plot: Plot
    table: Markup
    simulated: bool

    def markup(self) -> Markup:
        """The figure as HTML."""
        return figure(self.plot, self.table, simulated=self.simulated)


def told_simulated(title: str, *, simulated: bool) -> str:
    """How the alternative text of a figure begins."""
    return f"{SIMULATED.capitalize()}. {title}." if simulated else f"{title}."
