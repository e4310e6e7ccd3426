"""Every cell with its LRS, what the LRS is made of, and what it has to be held against.

The columns are few and some hold two things: a table of twenty columns is one that nobody reads on
paper, and all of its figures stand in the document.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers import domain_order
from renderers.figures.strip import strip
from renderers.report.conditions import condition_cell, name_of_the_only
from renderers.report.parts import (
    Cell,
    Column,
    Section,
    folded,
    heading,
    html_table,
    linked,
    paragraph,
    two_lines,
)
from renderers.report.red_lines import cell_warnings
from renderers.report.values import Value
from renderers.score_rows import CellScore

ZEROS = {
    "gate_failed": "control failed",
    "no_answer": "no answer",
    "off_task": "off task",
}
_COLUMNS = (
    Column("Condition"),
    Column("Model, wording"),
    Column("LRS [95%]", numeric=True),
    Column("Every draw, 0 to 5"),
    Column("Draws (texts)", numeric=True),
    Column("Trials that are 0"),
    Column("Share right", numeric=True),
    Column("Guessing, best rule", numeric=True),
)
_MANY = 100
"""Cells in all; of more of them each experiment's are opened by whoever wants them."""
_NOTE = (
    "LRS: mean over draws, by the rule from the marks of each trial, a failed control treated as "
    "the script says. 95%: t on draw means with one pseudo-draw, half at each end of the scale; "
    "none under five draws. In the strip, dots are draws; below them the diamond is the mean and "
    "the line its 95% interval; the dashed line is guessing. Texts: distinct texts among the "
    "trials; where there is one, draws are replies to that text. Share right: of the marks, "
    "controls ignored. Guessing: the LRS of a guesser, computed, controls passed. Best mindless "
    "rule, below it: the highest LRS that a rule without understanding gets on these draws."
)


def cells_section(document: Value, rows: Sequence[CellScore]) -> Section:
    """The cells, a table for each experiment; `rows` are those of the document, in its order."""
    simulated = document["score"]["simulated"].true
    groups: dict[str, list[int]] = {}
    # The order is that of the domains in the paper, as everywhere where experiments are listed.
    for at in sorted(range(len(rows)), key=lambda at: domain_order.place(rows[at].domain)):
        groups.setdefault(rows[at].experiment, []).append(at)
    tables = []
    for title, places in groups.items():
        named_title = Markup("<bdi>{}</bdi>").format(title)
        table = html_table(
            Markup("Cells of {}").format(named_title),
            _COLUMNS,
            [_row(document, at, rows[at]) for at in places],
            simulated=simulated,
        )
        if len(rows) > _MANY:
            table = folded(Markup("The cells of {}").format(named_title), table)
        tables.append(heading(named_title) + table)
    note = paragraph(_NOTE, kind="note")
    return Section("cells", "LRS by experiment and cell", note + Markup("").join(tables))


def _row(document: Value, at: int, row: CellScore) -> list[Cell]:
    cell = document["score"]["cells"][at]
    return [
        _condition(cell),
        two_lines(cell["model"].named(), cell["wording"].named()),
        _lrs(cell, cell_warnings(document, at)),
        strip(row.lrs, chance=row.chance, simulated=row.simulated),
        Markup("{} ({})").format(cell["n_draws"].count(), cell["n_texts"].count()),
        _zeros(cell),
        _share(cell),
        two_lines(
            cell["chance_lrs"].rounded(),
            _heuristic(document["report"]["cells"][at]["heuristic"]),
        ),
    ]


def _condition(cell: Value) -> Markup:
    added = "addition" if cell["addition"].true else ""
    return two_lines(condition_cell(cell), name_of_the_only(cell), added)


def _lrs(cell: Value, warnings: Sequence[str]) -> Markup:
    ends = cell["ci95"].interval() if cell["ci95"].known else Markup("no interval")
    mean = Markup("<strong>{}</strong> {}").format(cell["lrs_mean"].rounded(none="none yet"), ends)
    below = [Markup('<em class="warn">{}</em>').format(one) for one in warnings]
    if cell["lrs_bounds"].known:
        low, high = (cell["lrs_bounds"][end].rounded() for end in (0, 1))
        below.append(Markup("with the lost {} to {}").format(low, high))
    if cell["coder_adjusted_lrs"].known:
        below.append(
            Markup("{} {}").format(
                linked("adjusted-for-coders", "coder-adjusted"),
                cell["coder_adjusted_lrs"].rounded(),
            )
        )
    below += [
        Markup("{} {}").format(cell[name].count(), name)
        for name in ("disputed", "undecided", "uncoded")
        if cell[name].whole
    ]
    return two_lines(mean, *below)


def _zeros(cell: Value) -> Markup:
    reasons = [
        Markup("{} {}").format(share.percent(), ZEROS.get(reason, reason))
        for reason, share in cell["zero_share_by_reason"].items()
        if share.number
    ]
    if cell["technical"].whole:
        reasons.append(Markup("{} lost").format(cell["technical_share"].percent()))
    return two_lines(cell["zero_share"].percent(), *reasons)


def _share(cell: Value) -> Markup:
    share = cell["share_mean"].percent()
    if not cell["twin_share"].known:
        return share
    return two_lines(
        share,
        Markup("own story {}").format(cell["own_share"].percent()),
        Markup("twins {}").format(cell["twin_share"].percent()),
    )


def _heuristic(best: Value) -> Markup:
    if not best.known:
        return Markup("best rule unknown")
    if not best["share"].number:
        return Markup("{}, no rule gets a mark").format(best["lrs"].rounded())
    return Markup("{}, {}").format(best["lrs"].rounded(), best["rule"].text)
