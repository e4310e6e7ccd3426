"""What the means of cells are under other rules: how far a result hangs on one of ours.

The rules are those that a preregistration lists. The treatments of failed controls have a table of
their own, and the two weightings stand side by side in the domains. A drawing of differences was
rejected: most are nought, and which cell moves most is one sentence.
"""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.conditions import place
from renderers.report.parts import Cell, Column, Section, folded, html_table, paragraph, two_lines
from renderers.report.values import Value

_RULES = {
    "half_marks_wrong": ("Half marks wrong", "half marks taken for wrong"),
    "half_marks_right": ("Half marks right", "half marks taken for right"),
    "linear": ("Linear", "the linear score"),
    "hallucination_zero": ("Hallucination nought", "any flag of hallucination taken for nought"),
    "before_adjudication": ("Before adjudication", "no mark settled by an adjudicator"),
    "after_adjudication": ("After adjudication", "marks settled by an adjudicator"),
}
_MANY = 24
"""Cells; more of them would stand between a reader and the facts that follow."""
_NOTE = (
    "Of record: the LRS of the first table. Half marks wrong, right: every half mark of a test "
    "question taken for wrong, for right. Linear: 1 + 4 x share (0 where the trial is 0), in place "
    "of the steps. Hallucination nought: a trial is 0 for a coder who flags any reply of it as "
    "hallucinated. Intervals are made as in the first table, and n is the number of draws."
)
_SETTLED = (
    " Before and after adjudication: what was settled about a control counts in both, what was "
    "settled about a mark in the second only; none where nothing was settled in the cell."
)


def sensitivity_section(document: Value) -> Section:
    """Every cell under each rule; of many cells the table is folded."""
    score = document["score"]
    cells = score["cells"]
    settled = any(cell["adjudicated_trials"].whole for cell in cells)
    rules = tuple(name for name in _RULES if settled or not name.endswith("adjudication"))
    heads = ("Of record", *(_RULES[name][0] for name in rules))
    table = html_table(
        "LRS under other rules",
        (Column("Cell"), *(Column(head, numeric=True) for head in heads)),
        [_row(cell, rules) for cell in cells],
        simulated=score["simulated"].true,
        note=_NOTE + (_SETTLED if settled else ""),
    )
    if len(cells) > _MANY:
        table = folded(Markup("All {} cells under each rule").format(cells.length()), table)
    return Section("sensitivity", "Sensitivity to the rules", _worst(cells, rules) + table)


def _worst(cells: Value, rules: tuple[str, ...]) -> Markup:
    """Which rule moves which cell furthest."""
    moved = [
        (abs((mean.number or 0) - (cell["lrs_mean"].number or 0)), cell, name)
        for cell in cells
        for name in rules
        if (found := cell["sensitivity"][name]).known
        and (mean := found["lrs_mean"]).known
        and cell["lrs_mean"].known
    ]
    if not moved:
        return paragraph("No cell has a mean LRS yet.")
    furthest, cell, name = max(moved, key=lambda one: one[0])
    if not furthest:
        return paragraph("No cell has another mean LRS under any of these rules.")
    return paragraph(
        Markup("The rules matter most in {} ({} wording, {}): {} of record, {} with {}.").format(
            place(cell),
            cell["wording"].named(),
            cell["model"].named(),
            cell["lrs_mean"].rounded(),
            cell["sensitivity"][name]["lrs_mean"].rounded(),
            _RULES[name][1],
        )
    )


def _row(cell: Value, rules: tuple[str, ...]) -> list[Cell]:
    return [
        two_lines(place(cell), cell["model"].named(), cell["wording"].named()),
        _figure(cell["lrs_mean"], cell["ci95"], cell["n_draws"]),
        *(_under(cell["sensitivity"][name]) for name in rules),
    ]


def _under(found: Value) -> Cell:
    if not found.known:
        return "none"
    return _figure(found["lrs_mean"], found["ci95"], found["n_draws"])


def _figure(mean: Value, ends: Value, n: Value) -> Markup:
    return two_lines(
        mean.rounded(none="none"),
        ends.interval() if ends.known else "",
        Markup("n = {}").format(n.count()),
    )
