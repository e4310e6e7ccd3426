"""The means of cells under other scoring rules: how far a result depends on the rule.

The rules are those that a preregistration lists. The rules for failed controls have their own
table, and the two weightings are both shown in the domains. A figure of differences was rejected:
most are zero, and one sentence says which cell changes most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from renderers.report.parts import HtmlColumn, Section
from renderers.report.templating import rendered
from renderers.report.values import Value

_RULES = {
    "half_marks_wrong": ("Half marks wrong", "half marks counted as wrong"),
    "half_marks_right": ("Half marks right", "half marks counted as right"),
    "linear": ("Linear", "the linear score"),
    "hallucination_zero": ("Hallucination as zero", "trials flagged as hallucination scored 0"),
    "before_adjudication": ("Before adjudication", "marks as before adjudication"),
    "after_adjudication": ("After adjudication", "adjudicated marks"),
}
"""What each rule is called in a heading and in a sentence."""


@dataclass(frozen=True, slots=True)
class MeanShift:
    """By how much a rule changes the mean of a cell."""

    by: float
    cell: Value
    rule: str


def sensitivity_section(document: Value) -> Section:
    """Every cell under each rule; a table of many cells is folded."""
    cells = document["score"]["cells"]
    settled = any(cell["adjudicated_trials"].whole for cell in cells)
    rules = {
        name: words
        for name, words in _RULES.items()
        if settled or not name.endswith("adjudication")
    }
    heads = ("Primary", *(head for head, _ in rules.values()))
    body = rendered(
        "sensitivity",
        document=document,
        settled=settled,
        rules=rules,
        columns=["Cell", *(HtmlColumn(head, numeric=True) for head in heads)],
        moved=max(_moved(cells, rules), key=lambda one: one.by, default=None),
    )
    return Section("sensitivity", "Sensitivity to the rules", body)


def _moved(cells: Value, rules: Iterable[str]) -> list[MeanShift]:
    return [
        MeanShift(abs((mean.number or 0) - (cell["lrs_mean"].number or 0)), cell, name)
        for cell in cells
        for name in rules
        if (found := cell["sensitivity"][name]).known
        and (mean := found["lrs_mean"]).known
        and cell["lrs_mean"].known
    ]
