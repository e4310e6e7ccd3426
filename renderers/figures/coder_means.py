"""Each coder's own mean in every cell that several coded, to see whether one is stricter.

Means over everything that a coder coded are not plotted: coders of different cells cannot be
compared by them.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.figures.cells import where
from renderers.figures.drawn import Drawn
from renderers.figures.looks import Look, looks
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
from renderers.score_rows import CellScore, CoderMean, Figure


def coder_mean_figures(rows: Sequence[CellScore], *, at: str = "/score/cells") -> tuple[Drawn, ...]:
    """Figures of all cells that two or more coders scored, none where there are none. `at` points
    to the rows in the report's document.
    """
    several = [
        (number, row)
        for number, row in enumerate(rows)
        if sum(one.lrs.mean is not None for one in row.coders) > 1
    ]
    known = looks(_name(one) for _, row in several for one in row.coders)
    sheets = on_sheets(several, means=len(known))
    return tuple(
        _figure(groups, known, at, number, of_sheets(number, sheets))
        for number, groups in enumerate(sheets, 1)
    )


def _name(one: CoderMean) -> str:
    """Who it is; whoever is not blind is named with what they are."""
    kind = "" if one.kind == "blind" else one.kind
    apart = "" if one.counted else "not in the mean"
    words = ", ".join(filter(None, (kind, apart)))
    return f"{one.coder} ({words})" if words else one.coder


def _means(row: CellScore) -> list[tuple[str, Figure]]:
    return [(_name(one), one.lrs) for one in row.coders]


def _figure(
    groups: Sequence[Cells], known: dict[str, Look], at: str, place: int, which: str
) -> Drawn:
    rows = [one for group in groups for one in group]
    simulated = any(row.simulated for _, row in rows)
    title = f"Mean LRS by coder{which}"
    wide, narrow = (
        spread(
            groups,
            page,
            means=_means,
            known=known,
            key=tuple(known),
            title=title,
            simulated=simulated,
        )
        for page in (WIDE, NARROW)
    )
    plot = Plot(
        name=anchor("coder-means", place),
        title=title,
        alt=alt(groups, means=_means, title=title, simulated=simulated),
        wide=wide,
        narrow=narrow,
        note="Mean over the draws that each coder coded, with its 95% interval (t interval of the "
        "draw means, with one pseudo-draw). Intervals do not treat the coders as a sample of "
        "coders. n: draws.",
    )
    return Drawn(plot, _table(rows, title, at, simulated=simulated), simulated)


def _table(rows: Cells, title: str, at: str, *, simulated: bool) -> Markup:
    columns = [
        HtmlColumn("experiment"),
        HtmlColumn("cell"),
        HtmlColumn("participant"),
        HtmlColumn("coder"),
        HtmlColumn("mean LRS", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("draws", numeric=True),
    ]
    told_rows = [line for one in rows for line in _told(one, at)]
    return html_table(title, columns, told_rows, simulated=simulated)


def _told(one: Indexed[CellScore], at: str) -> list[list[Markup | str]]:
    number, row = one
    return [
        [
            named(row.experiment),
            named(where(row)),
            named(row.model),
            named(_name(mean)),
            rounded(mean.lrs.mean, f"{at}/{number}/coders/{place}/lrs_mean", none="none"),
            interval(mean.lrs.ci95, f"{at}/{number}/coders/{place}/ci95"),
            data_value(mean.lrs.n, f"{at}/{number}/coders/{place}/n_draws", shown=str(mean.lrs.n)),
        ]
        for place, mean in enumerate(row.coders)
    ]
