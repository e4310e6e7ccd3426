"""How often whole contrasts were passed, beside how often a guesser would pass them."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Column, Section, folded, html_table, paragraph
from renderers.report.values import Value

_COLUMNS = (
    Column("Contrast"),
    Column("Experiment"),
    Column("Condition"),
    Column("Wording"),
    Column("Model"),
    Column("Passed", numeric=True),
    Column("95% interval", numeric=True),
    Column("Joint chance", numeric=True),
)
_MANY = 40
"""Rows; more of them would stand between a reader and the facts that follow."""
_NOTE = (
    "A contrast is passed in a draw when all of its questions are right together, for example true "
    "and false belief; that cannot be had by answering always the same. 95%: Wilson’s interval on "
    "draws. Joint chance: that a guesser passes it."
)


def contrasts_section(document: Value) -> Section:
    """The contrasts that the scripts declare."""
    found = list(document["score"]["contrasts"])
    if not found:
        body = paragraph("The scripts declare no contrast.")
    else:
        body = html_table(
            "Contrasts passed",
            _COLUMNS,
            [_row(one) for one in found],
            simulated=document["score"]["simulated"].true,
            note=_NOTE,
        )
        if len(found) > _MANY:
            every = document["score"]["contrasts"].length()
            body = folded(Markup("All {} rows of contrasts").format(every), body)
    return Section("contrasts", "Contrasts, beside joint chance", body)


def _row(one: Value) -> list[Markup | str]:
    waiting = one["split"].whole + one["undecided"].whole
    open_still = (
        Markup("<br><small>{} split, {} undecided</small>").format(
            one["split"].count(), one["undecided"].count()
        )
        if waiting
        else Markup("")
    )
    passed = one["passed"]
    shown = passed.count() if float(passed.number or 0).is_integer() else passed.rounded(1)
    return [
        one["contrast"].named(),
        one["experiment"].named(),
        one["condition"].named() if one["condition"].text else "all",
        one["wording"].named(),
        one["model"].named(),
        Markup("{} of {}").format(shown, one["n"].count()) + open_still,
        one["ci95"].shares(),
        one["chance"].percent(1),
    ]
