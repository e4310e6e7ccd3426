"""Cells as rows with several means each: of rules for failed controls, or of coders.

Rows continue over experiments, so that a battery needs a few figures and not one per experiment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from renderers.figures.cells import where
from renderers.figures.drawn import Drawn, Entry, Row, drawn
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look
from renderers.figures.sheets import Part, grouped, many
from renderers.report.parts import PageColumn
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore

APART = 11
"""Pixels from one mean of a row to the next."""

Cells = Sequence[Entry[CellScore]]
Means = Callable[[CellScore], Mapping[str, Figure]]
"""The means in a cell's row, each with its name."""


def spread_figures(
    name: str,
    title: str,
    cells: Cells,
    *,
    means: Means,
    known: Mapping[str, Look],
    key: Iterable[str],
    note: str,
    columns: Sequence[PageColumn[Row]],
    lines: Callable[[Entry[CellScore]], Iterable[Row]],
    section: str = "",
) -> tuple[Drawn, ...]:
    """Figures of these cells, none longer than a sheet of paper. `known` gives each mean its look,
    `key` the words for it in the key, and `lines` the lines of a cell in the table; `section` is
    the section that has the table, if another one does.
    """
    entries = [
        *(LegendEntry(LegendMark.MEAN, *one) for one in zip(key, known.values(), strict=True)),
        LegendEntry(LegendMark.INTERVAL, "95% interval of a mean"),
    ]

    def figure(place: int, part: Part[Entry[CellScore]]) -> Drawn:
        blocks = [
            ForestBlock(
                f"{group[0].row.experiment}: {where(group[0].row)}",
                tuple(_line(one.row, means(one.row), known) for one in group),
            )
            for group in part.groups
        ]
        return drawn(
            f"{name}-{place}",
            f"{title}{part.which}",
            lambda page: forest(blocks, LRS, page, entries),
            said=[_description(group, means) for group in part.groups],
            note=note,
            columns=columns,
            rows=[line for one in part.rows for line in lines(one)],
            simulated=any(one.row.simulated for one in part.rows),
            section=section,
        )

    groups = grouped(cells, lambda one: (one.row.experiment, one.row.levels, one.row.wording))
    parts = many(groups, max(4, 90 // max(len(known) + 1, 3)))
    return tuple(figure(place, part) for place, part in enumerate(parts, 1))


def _line(row: CellScore, means: Mapping[str, Figure], known: Mapping[str, Look]) -> ForestRow:
    order = list(known)
    points = [
        Point(float(one.mean), known[name], one.ci95, drop=APART * order.index(name))
        for name, one in means.items()
        if one.mean is not None
    ]
    counts = [one.n for one in means.values()]
    same = len(set(counts)) == 1
    return ForestRow(
        name=row.model,
        points=tuple(points),
        beside=f"n = {counts[0] if same else f'{min(counts)} to {max(counts)}'}" if counts else "",
        none="no draw has an LRS",
    )


def _description(group: Cells, means: Means) -> str:
    """Every mean of a group of cells, in words."""
    first = group[0].row
    said = "; ".join(f"{one.row.model}: {_means_words(means(one.row))}" for one in group)
    return f"{first.experiment}, {where(first)}: {said}."


def _means_words(means: Mapping[str, Figure]) -> str:
    return ", ".join(
        f"{name} {'none' if one.mean is None else format(float(one.mean), '.2f')}"
        for name, one in means.items()
    )
