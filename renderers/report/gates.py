"""The three treatments of failed controls side by side: what the gate makes of the scores."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Column, Section, html_table
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
_NOTE = (
    "Zero: a trial with a failed control is 0. Exclude: such trials are left out, and n says how "
    "many draws are left; who is left out may differ between conditions and models. Ungated: "
    "failed controls are ignored. At most: 5 x the share of trials that passed the control, the "
    "highest mean that zero allows. A control asked in a copy of the conversation of its own does "
    "not pick out trials in which the participant understood; there the gate works as a penalty."
)


def gates_section(document: Value, figures: Markup) -> Section:
    """Every cell under each treatment; `figures` show the same."""
    table = html_table(
        "LRS under three treatments of failed controls",
        _COLUMNS,
        [_row(cell) for cell in document["score"]["cells"]],
        simulated=document["score"]["simulated"].true,
        note=_NOTE,
    )
    return Section("gates", "Three treatments of failed controls", table + figures)


def _row(cell: Value) -> list[Markup | str]:
    passed = cell["gate_pass_rate"]
    return [
        cell["experiment"].named()
        + (
            Markup("<br><small>{}</small>").format(cell["condition"].named())
            if cell["condition"].text
            else ""
        ),
        cell["wording"].named(),
        cell["model"].named(),
        passed.percent(none="no control" if cell["max_attainable"].known else "unknown"),
        cell["max_attainable"].rounded(),
        *(_treated(cell, name) for name in _TREATMENTS),
    ]


def _treated(cell: Value, name: str) -> Markup:
    mean, ends = cell["gates"][name], cell["gates_ci95"][name]
    interval = Markup(" {}").format(ends.interval()) if ends.known else Markup("")
    return Markup("{}{}<br><small>n = {}</small>").format(
        mean.rounded(none="none"), interval, cell["gates_n"][name].count()
    )
