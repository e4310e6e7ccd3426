"""Cells by participant: every draw, the mean, its interval, chance and published values.

One figure per experiment, since nobody can read all cells of a battery in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from markupsafe import Markup

from dsl.words import counted
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look, looks
from renderers.figures.sheet import NARROW, WIDE
from renderers.figures.sheets import Indexed, anchor, many, of_sheets
from renderers.report.parts import (
    HtmlColumn,
    Plot,
    data_value,
    html_table,
    interval,
    named,
    rounded,
)
from renderers.score_rows import CellScore, QuestionShare

MOST = 24
"""The most rows that fit on a sheet of paper."""


def cell_figures(rows: Sequence[CellScore], *, at: str = "/score/cells") -> tuple[Drawn, ...]:
    """One figure for each experiment, several where it has very many rows. `at` points to the rows
    in the report's document.
    """
    known = looks(row.model for row in rows)
    found: list[Drawn] = []
    for experiment in dict.fromkeys(row.experiment for row in rows):
        own = [(number, row) for number, row in enumerate(rows) if row.experiment == experiment]
        # A cell's participants stand together, whatever order the document has.
        groups = _groups(own)
        sheets = many(groups, MOST)
        for number, sheet in enumerate(sheets, 1):
            found.append(_figure(sheet, known, at, len(found) + 1, of_sheets(number, sheets)))
    return tuple(found)


def _groups(own: Sequence[Indexed[CellScore]]) -> list[list[Indexed[CellScore]]]:
    by_cell: dict[tuple[object, str], list[Indexed[CellScore]]] = {}
    for number, row in own:
        by_cell.setdefault((row.levels, row.wording), []).append((number, row))
    return list(by_cell.values())


def _figure(
    groups: Sequence[Sequence[Indexed[CellScore]]],
    known: dict[str, Look],
    at: str,
    place: int,
    which: str,
) -> Drawn:
    rows = [one for group in groups for one in group]
    first = rows[0][1]
    simulated = any(row.simulated for _, row in rows)
    title = f"{first.experiment}: LRS of every draw{which}"
    blocks = [_block([row for _, row in group], known) for group in groups]
    key = _key([row for _, row in rows])
    wide, narrow = (
        forest(blocks, LRS, page, title=title, key=key, simulated=simulated)
        for page in (WIDE, NARROW)
    )
    caption = Markup("{}: LRS of every draw{}").format(named(first.experiment), which)
    plot = Plot(
        name=anchor("cells", place),
        title=caption,
        alt=_alt(groups, title, simulated=simulated),
        wide=wide,
        narrow=narrow,
        note=(
            "Dots are draws, the filled mark their mean, and the line its 95% interval (t interval "
            "of the draw means, with one pseudo-draw split between the ends of the scale; none "
            "below five draws). n: draws, or replies if there is only one text."
        ),
    )
    return Drawn(plot, _table(rows, caption, at, simulated=simulated), simulated)


def _block(rows: Sequence[CellScore], known: dict[str, Look]) -> ForestBlock:
    first = rows[0]
    heading = where(first)
    told_of = [f"chance: {_two(first.chance)}"] if _same(row.chance for row in rows) else []
    if first.reference is not None:
        told_of.append(f"{first.reference[0]} (published): {first.reference[1]}")
    if first.addition:
        told_of.append("an addition to the paper's cells")
    return ForestBlock(
        heading if first.levels else heading.capitalize(),
        tuple(_line(row, known[row.model]) for row in rows),
        "; ".join(told_of),
    )


def where(row: CellScore | QuestionShare) -> str:
    """The cell within its experiment, in words; the name of an only condition is left out."""
    condition = row.condition if row.levels else ""
    return ", ".join(filter(None, (condition, f"{row.wording} wording")))


def _same(values: Iterable[object]) -> bool:
    return len(set(values)) == 1


def _two(value: Fraction | None) -> str:
    return "unknown" if value is None else f"{float(value):.2f}"


def _line(row: CellScore, look: Look) -> ForestRow:
    mean = row.lrs.mean
    if mean is None:
        return ForestRow(name=row.model, points=(), beside="n = 0", none="no draw has an LRS")
    return ForestRow(
        name=row.model,
        points=(Point(float(mean), look, row.lrs.ci95),),
        draws=tuple(float(value) for value in row.lrs.draws.values()),
        guessing=None if row.chance is None else float(row.chance),
        published=None if row.reference is None else float(row.reference[1]),
        beside=f"n = {row.lrs.n}",
    )


def _key(rows: Sequence[CellScore]) -> list[LegendEntry]:
    whose = dict.fromkeys(row.reference[0] for row in rows if row.reference is not None)
    return [
        LegendEntry(LegendMark.DRAWS, "a draw"),
        LegendEntry(LegendMark.MEAN, "mean of the draws"),
        LegendEntry(LegendMark.INTERVAL, "its 95% interval"),
        LegendEntry(LegendMark.GUESSING, "chance"),
        *(LegendEntry(LegendMark.TICK, f"{who} (published)") for who in whose),
    ]


def _alt(groups: Sequence[Sequence[Indexed[CellScore]]], title: str, *, simulated: bool) -> str:
    parts = [told_simulated(title, simulated=simulated)]
    for group in groups:
        block = group[0][1]
        parts.append(f"{where(block)}: {'; '.join(_said(row) for _, row in group)}.")
    return " ".join(parts)


def _said(row: CellScore) -> str:
    if row.lrs.mean is None:
        return f"{row.model} without an LRS"
    ends = row.lrs.ci95
    span = "no interval" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"
    return f"{row.model} {float(row.lrs.mean):.2f} ({span}, {counted(row.lrs.n, 'draw')})"


def _table(
    rows: Sequence[Indexed[CellScore]], title: Markup, at: str, *, simulated: bool
) -> Markup:
    columns = [
        HtmlColumn("cell"),
        HtmlColumn("participant"),
        HtmlColumn("mean LRS", numeric=True),
        HtmlColumn("95% interval", numeric=True),
        HtmlColumn("draws", numeric=True),
        HtmlColumn("distinct texts", numeric=True),
        HtmlColumn("chance", numeric=True),
        HtmlColumn("published", numeric=True),
    ]
    return html_table(
        title,
        columns,
        [_told(row, f"{at}/{number}") for number, row in rows],
        simulated=simulated,
    )


def _told(row: CellScore, at: str) -> list[Markup | str]:
    published: Markup | str = data_value(None, f"{at}/reference", shown="unknown")
    if row.reference is not None:
        value = data_value(float(row.reference[1]), f"{at}/reference/lrs", shown=row.reference[1])
        published = Markup("{} {}").format(named(row.reference[0]), value)
    return [
        named(where(row)),
        named(row.model),
        rounded(row.lrs.mean, f"{at}/lrs_mean", none="none"),
        interval(row.lrs.ci95, f"{at}/ci95"),
        data_value(row.lrs.n, f"{at}/n_draws", shown=str(row.lrs.n)),
        data_value(row.n_texts, f"{at}/n_texts", shown=str(row.n_texts)),
        rounded(row.chance, f"{at}/chance_lrs"),
        published,
    ]
