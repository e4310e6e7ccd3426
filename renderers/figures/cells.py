"""Cells by participant: every draw, the mean, its interval, chance and published values.

One figure per experiment, since nobody can read all cells of a battery in one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from fractions import Fraction

from markupsafe import Markup

from dsl.words import counted
from renderers.fields.cells import CELL, CHANCE, TEXTS
from renderers.figures.drawing.key import LegendEntry, LegendMark
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.report.parts import Cell, PageColumn, data_value, named, words
from renderers.rows.questions import QuestionShare
from renderers.rows.scores import CellScore

_Cells = Sequence[Entry[CellScore]]

MOST = 24
"""The most rows that fit on a sheet of paper."""


def cell_figures(
    rows: Sequence[CellScore], *, at: str = "/score/cells", without: Container[str] = ()
) -> tuple[Drawn, ...]:
    """One figure for each experiment, several where it has very many rows; none for those in
    `without`. `at` points to the rows in the report's document.
    """
    known = looks(row.model for row in rows)
    parts = [
        part
        for own in grouped(in_document(CELL, rows, at), lambda one: one.row.experiment)
        if own[0].row.experiment not in without
        # A cell's participants are together, whatever order the document has.
        for part in many(grouped(own, lambda one: (one.row.levels, one.row.wording)), MOST)
    ]
    return tuple(_figure(part, known, place) for place, part in enumerate(parts, 1))


def _figure(part: Part[Entry[CellScore]], known: dict[str, Look], place: int) -> Drawn:
    rows = [one.row for one in part.rows]
    blocks = [_block([one.row for one in group], known) for group in part.groups]
    return drawn(
        f"cells-{place}",
        f"{rows[0].experiment}: LRS of every draw{part.which}",
        lambda page: forest(blocks, LRS, page, _key(rows)),
        said=map(_description, part.groups),
        caption=Markup("{}: LRS of every draw{}").format(named(rows[0].experiment), part.which),
        note="Dots are draws, the filled mark their mean, and the line its 95% interval (t "
        "interval of the draw means, with one pseudo-draw split between the ends of the scale; "
        "none below five draws). n: draws, or replies if there is only one text.",
        columns=_COLUMNS,
        rows=part.rows,
        simulated=any(row.simulated for row in rows),
        section="cells",
    )


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


def _description(group: _Cells) -> str:
    return f"{where(group[0].row)}: {'; '.join(_mean_words(one.row) for one in group)}."


def _mean_words(row: CellScore) -> str:
    if row.lrs.mean is None:
        return f"{row.model} without an LRS"
    ends = row.lrs.ci95
    span = "no interval" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"
    return f"{row.model} {float(row.lrs.mean):.2f} ({span}, {counted(row.lrs.n, 'draw')})"


def _published(one: Entry[CellScore]) -> Cell:
    reference = one.value["reference"]
    if one.row.reference is None:
        return reference.count()
    who, lrs = one.row.reference
    value = data_value(float(lrs), reference["lrs"].place, shown=lrs)
    return Markup("{} {}").format(named(who), value)


_COLUMNS: tuple[PageColumn[Entry[CellScore]], ...] = (
    words("cell", lambda one: named(where(one.row))),
    words("participant", lambda one: one.value["model"].named()),
    PageColumn("mean LRS", lambda one: one.value["lrs_mean"].rounded(none="none")),
    PageColumn("95% interval", lambda one: one.value["ci95"].interval()),
    PageColumn("draws", lambda one: one.value["n_draws"].count()),
    PageColumn("distinct texts", lambda one: one.value[TEXTS.name].count()),
    PageColumn("chance", lambda one: one.value[CHANCE.name].rounded()),
    PageColumn("published", _published),
)
