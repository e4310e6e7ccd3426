"""The three rules for failed controls: which cells have a control, and where the rule matters."""

from __future__ import annotations

from collections.abc import Iterable

from renderers.report.parts import Section
from renderers.report.templating import rendered
from renderers.report.values import Value

NO_CONTROL = "No script of this study has a control question that affects the LRS"


def gates_section(document: Value) -> Section:
    """Every cell that has a control, under each rule; a table of many cells is folded."""
    cells = document["score"]["cells"]
    body = rendered(
        "gates",
        document=document,
        gated=[cell for cell in cells if has_control(cell)],
        most_moved=_most_moved(cells),
        no_control=NO_CONTROL,
    )
    return Section("gates", "Rules for failed controls", body)


def has_control(cell: Value) -> bool:
    """Whether a cell has a control question that affects the LRS, or may have one: before anything
    is coded that is not known.
    """
    return cell["gate_pass_rate"].known or not cell["max_attainable"].known


def _most_moved(cells: Iterable[Value]) -> Value | None:
    """The cell whose mean the rule changes most; None if it changes none."""
    moved = [
        (abs((cell["gates"]["ungated"].number or 0) - (cell["gates"]["zero"].number or 0)), cell)
        for cell in cells
        if cell["gates"]["ungated"].known and cell["gates"]["zero"].known
    ]
    furthest, cell = max(moved, key=lambda one: one[0], default=(0, None))
    return cell if furthest else None
