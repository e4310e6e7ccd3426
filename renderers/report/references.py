"""What was published for the scripts that were run, as the scripts say it, and what is unknown."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Cell, Column, html_table, two_lines
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
    "of one model are not children, and no LRS of children was ever measured. One that a script "
    "says is of a question of its own, scored in the same way, is drawn beside that question; any "
    "other stands here alone."
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
    if one["n"].known:
        shown += Markup(" of {}").format(one["n"].count())
    return [
        script["experiment"].named(),
        two_lines(
            one["for"].named() if one["for"].known else "all of it",
            Markup("question {}").format(one["question"].named()) if one["question"].known else "",
        ),
        one["who"].named(),
        shown,
        one["source"].quoted() if one["source"].known else "",
    ]
