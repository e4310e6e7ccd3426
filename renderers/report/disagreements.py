"""Where coders differ: the widest differences, each with the way to its transcript."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from renderers.report.conditions import place
from renderers.report.parts import Cell, Column, Section, folded, html_table, paragraph
from renderers.report.values import Value

_COLUMNS = (
    Column("Trial"),
    Column("Cell"),
    Column("Model"),
    Column("Draw", numeric=True),
    Column("Coder: LRS, share right, control"),
)
_MANY = 24
"""Rows; the others, on which coders differ less, are opened by whoever wants them."""
_NOTE = (
    "A trial leads to its transcript where that is on this page; devrun transcript --disagree "
    "shows all of them."
)
_GATES = {"passed": "control passed", "failed": "control failed", "none": "no control"}
Link = Callable[[str], str | None]
"""Where the transcript of a trial (by key) stands on the page; None where it does not."""


def disagreements_section(document: Value, link: Link) -> Section | None:
    """The trials on which counted coders differ, widest first; None if nothing was coded twice."""
    found = document["report"]["disagreements"]
    if not found["judged"].whole:
        return None
    opening = paragraph(
        Markup(
            "Of {} trials that two or more of the coders judged, they differ on {} ({}): in the "
            "LRS, the share right, or a control."
        ).format(found["judged"].count(), found["differ"].count(), found["share"].percent()),
        Markup("Shown are the {} widest, disputed controls first.").format(found["widest"].length())
        if found["differ"].whole > len(found["widest"])
        else "",
    )
    if not len(found["widest"]):
        return Section("disagreements", "Where coders differ", opening)
    trials = document["score"]["trials"]
    rows = [_row(trials[at.whole], link) for at in found["widest"]]
    simulated = document["score"]["simulated"].true

    def laid_out(some: list[list[Cell]], title: str, note: str = "") -> Markup:
        return html_table(title, _COLUMNS, some, simulated=simulated, note=note)

    table = laid_out(rows[:_MANY], "Trials on which coders differ", _NOTE)
    if rows[_MANY:]:
        rest = laid_out(rows[_MANY:], "Other trials on which coders differ")
        table += folded("Others on which they differ less", rest)
    return Section("disagreements", "Where coders differ", opening + table)


def _row(trial: Value, link: Link) -> list[Cell]:
    key = trial["trial"]
    address, sign = link(key.text), key.sign()
    return [
        Markup('<a href="{}">{}</a>').format(address, sign) if address else sign,
        Markup("{}, {}").format(place(trial), trial["wording"].named()),
        trial["model"].named(),
        trial["draw"].count(),
        Markup("<br>").join(
            _coder(name, one) for name, one in trial["by_coder"].items() if one["counted"].true
        ),
    ]


def _coder(name: str, one: Value) -> Markup:
    gate = _GATES.get(one["gate"].text, one["gate"].text or "control open")
    return Markup("<bdi>{}</bdi>: {}, {}, {}").format(
        name, one["lrs"].count(none="no LRS"), one["share"].percent(none="no share"), gate
    )
