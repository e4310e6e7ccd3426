"""The three treatments of failed controls side by side: what the gate makes of the scores."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.conditions import condition, place
from renderers.report.parts import Column, Section, folded, html_table, paragraph, two_lines
from renderers.report.values import Value

_TREATMENTS = ("zero", "exclude", "ungated")
_COLUMNS = (
    Column("Cell"),
    Column("Wording"),
    Column("Model"),
    Column("Control passed", numeric=True),
    Column("At most", numeric=True),
    Column("Zero", numeric=True),
    Column("Exclude", numeric=True),
    Column("Ungated", numeric=True),
)
_MANY = 24
"""Cells; more of them would stand between a reader and the facts that follow."""
_NOTE = (
    "Zero: a trial with a failed control is 0. Exclude: such trials are left out, and n says how "
    "many draws are left; who is left out may differ between conditions and models. Ungated: "
    "failed controls are ignored. At most: 5 x the share of trials that passed the control, the "
    "highest mean that zero allows. A control asked in a copy of the conversation of its own does "
    "not pick out trials in which the participant understood; there the gate works as a penalty."
)
_LEFT_OUT = " Cells without a control question are left out: all three treatments are one there."
NO_CONTROL = "No script of this study has a control question that counts when it is failed"
_NO_TABLE = "so there is nothing to treat: the LRS is the same under all three."


def gates_section(document: Value) -> Section:
    """Every cell that has a control, under each treatment; of many cells the table is folded."""
    title = "Three treatments of failed controls"
    cells = list(document["score"]["cells"])
    gated = [cell for cell in cells if has_control(cell)]
    if cells and not gated:
        return Section("gates", title, paragraph(NO_CONTROL + ",", _NO_TABLE))
    left_out = "" if len(gated) == len(cells) else _LEFT_OUT
    table = html_table(
        "LRS under three treatments of failed controls",
        _COLUMNS,
        [_row(cell) for cell in gated],
        simulated=document["score"]["simulated"].true,
        note=_NOTE + left_out,
    )
    if len(gated) > _MANY:
        table = folded("All cells with a control, under each treatment", table)
    return Section("gates", title, _worst(document) + table)


def has_control(cell: Value) -> bool:
    """Whether a cell has a control question that does something when it is failed, or may have one:
    before anything is coded that is not known.
    """
    return cell["gate_pass_rate"].known or not cell["max_attainable"].known


def _worst(document: Value) -> Markup:
    """Where the gate matters most: the cell that its treatment moves furthest."""
    moved = [
        (abs((cell["gates"]["ungated"].number or 0) - (cell["gates"]["zero"].number or 0)), cell)
        for cell in document["score"]["cells"]
        if cell["gates"]["ungated"].known and cell["gates"]["zero"].known
    ]
    most = max(moved, key=lambda one: one[0], default=None)
    if most is None or not most[0]:
        return paragraph("In no cell does the treatment of failed controls change the mean LRS.")
    cell = most[1]
    return paragraph(
        Markup(
            "The treatment matters most in {} ({} wording, {}): {} with zero, {} ungated."
        ).format(
            place(cell),
            cell["wording"].named(),
            cell["model"].named(),
            cell["gates"]["zero"].rounded(),
            cell["gates"]["ungated"].rounded(),
        )
    )


def _row(cell: Value) -> list[Markup | str]:
    passed = cell["gate_pass_rate"]
    return [
        two_lines(cell["experiment"].named(), condition(cell)),
        cell["wording"].named(),
        cell["model"].named(),
        passed.percent(),
        cell["max_attainable"].rounded(),
        *(_treated(cell, name) for name in _TREATMENTS),
    ]


def _treated(cell: Value, name: str) -> Markup:
    mean, ends = cell["gates"][name], cell["gates_ci95"][name]
    interval = Markup(" {}").format(ends.interval()) if ends.known else Markup("")
    return Markup("{}{}<br><small>n = {}</small>").format(
        mean.rounded(none="none"), interval, cell["gates_n"][name].count()
    )
