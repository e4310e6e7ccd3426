"""Mean LRS under the three rules for failed controls, in every cell that has a control."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.figures.cells import where
from renderers.figures.drawn import Drawn
from renderers.figures.looks import look
from renderers.figures.sheet import NARROW, WIDE
from renderers.figures.sheets import Indexed, anchor, of_sheets
from renderers.figures.spread import Cells, alt, on_sheets, spread
from renderers.report.parts import (
    HtmlColumn,
    Plot,
    data_value,
    html_table,
    interval,
    named,
    rounded,
)
from renderers.score_rows import CellScore, Figure

TREATMENTS = {
    "zero": "zero: a failed control scores 0",
    "exclude": "exclude: such trials are left out",
    "ungated": "ungated: controls are ignored",
}
_LOOKS = {name: look(number) for number, name in enumerate(TREATMENTS)}


def gate_figures(rows: Sequence[CellScore], *, at: str = "/score/cells") -> tuple[Drawn, ...]:
    """Figures of all cells that have a control, none if no cell has one. `at` points to the rows in
    the report's document.
    """
    gated = [(number, row) for number, row in enumerate(rows) if row.gate_passed is not None]
    sheets = on_sheets(gated, means=len(TREATMENTS))
    return tuple(
        _figure(groups, at, number, of_sheets(number, sheets))
        for number, groups in enumerate(sheets, 1)
    )


def _means(row: CellScore) -> list[tuple[str, Figure]]:
    return [("zero", row.zero), ("exclude", row.exclude), ("ungated", row.ungated)]


def _figure(groups: Sequence[Cells], at: str, place: int, which: str) -> Drawn:
    rows = [one for group in groups for one in group]
    simulated = any(row.simulated for _, row in rows)
    title = f"Mean LRS under three rules for failed controls{which}"
    wide, narrow = (
        spread(
            groups,
            page,
            means=_means,
            known=_LOOKS,
            key=tuple(TREATMENTS.values()),
            title=title,
            simulated=simulated,
        )
        for page in (WIDE, NARROW)
    )
    plot = Plot(
        name=anchor("gates", place),
        title=title,
        alt=alt(groups, means=_means, title=title, simulated=simulated),
        wide=wide,
        narrow=narrow,
        note="Means over draws with their 95% intervals (t interval of the draw means, with one "
        "pseudo-draw). n: draws; fewer if trials are left out.",
    )
    return Drawn(plot, _table(rows, title, at, simulated=simulated), simulated)


def _table(rows: Cells, title: str, at: str, *, simulated: bool) -> Markup:
    columns = [HtmlColumn("experiment"), HtmlColumn("cell"), HtmlColumn("participant")]
    for words in TREATMENTS.values():
        columns += [
            HtmlColumn(words, numeric=True),
            HtmlColumn("interval", numeric=True),
            HtmlColumn("draws", numeric=True),
        ]
    return html_table(title, columns, [_told(one, at) for one in rows], simulated=simulated)


def _told(one: Indexed[CellScore], at: str) -> list[Markup | str]:
    number, row = one
    here = f"{at}/{number}"
    found: list[Markup | str] = [named(row.experiment), named(where(row)), named(row.model)]
    for name, mean in _means(row):
        found += [
            rounded(mean.mean, f"{here}/gates/{name}", none="none"),
            interval(mean.ci95, f"{here}/gates_ci95/{name}"),
            data_value(mean.n, f"{here}/gates_n/{name}", shown=str(mean.n)),
        ]
    return found
