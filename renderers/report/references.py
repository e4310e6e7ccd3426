"""What was published for the scripts that were run, as the scripts say it, and what is unknown."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Cell, Column, html_table
from renderers.report.values import Value

_COLUMNS = (
    Column("Experiment"),
    Column("For"),
    Column("Who"),
    Column("Figure", numeric=True),
    Column("Source, or why it is unknown"),
)
_NOTE = (
    "As the scripts give them. LaMDA’s were got with other prompts and other coders, and its "
    "aggregates cannot be reproduced. A figure of children is of another measure than an LRS: runs "
    "of one model are not children, and no LRS of children was ever measured."
)


def references_table(document: Value) -> Markup:
    """Every published figure of every script; nothing where there is none."""
    rows = [
        _row(script, one)
        for script in document["report"]["scripts"]
        for one in script["references"]
    ]
    if not rows:
        return Markup("")
    return html_table(
        "Published figures",
        _COLUMNS,
        rows,
        simulated=document["score"]["simulated"].true,
        note=_NOTE,
    )


def _row(script: Value, one: Value) -> list[Cell]:
    value, unit = one["value"], one["unit"].text
    shown: Cell = "unknown"
    if value.known:
        shown = Markup("{}{}").format(value.quoted(), "%" if unit == "%" else f" {unit}".rstrip())
    return [
        script["experiment"].named(),
        one["for"].named() if one["for"].known else "all of it",
        one["who"].named(),
        shown,
        one["source"].quoted() if one["source"].known else "",
    ]
