"""Cells as rows with several means each: of rules for failed controls, or of coders.

Rows continue over experiments, so that a battery needs a few figures and not one per experiment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from renderers.figures.cells import where
from renderers.figures.drawn import told_simulated
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look
from renderers.figures.sheet import PageSize
from renderers.figures.sheets import Indexed, many
from renderers.score_rows import CellScore, Figure

APART = 11
"""Pixels from one mean of a row to the next."""

Cells = Sequence[Indexed[CellScore]]
Means = Callable[[CellScore], Sequence[tuple[str, Figure]]]
"""The means in a cell's row, each with its name."""


def on_sheets(rows: Cells, *, means: int) -> list[list[list[Indexed[CellScore]]]]:
    """The rows, cell by cell, on drawings that fit on a sheet of paper; a row has `means`."""
    groups: dict[tuple[object, ...], list[Indexed[CellScore]]] = {}
    for number, row in rows:
        groups.setdefault((row.experiment, row.levels, row.wording), []).append((number, row))
    return many(list(groups.values()), max(4, 90 // max(means + 1, 3)))


def spread(
    groups: Sequence[Cells],
    page: PageSize,
    *,
    means: Means,
    known: dict[str, Look],
    key: Sequence[str],
    title: str,
    simulated: bool,
) -> str:
    """The drawing as SVG. `known` gives each mean its look, `key` the words for it in the key."""
    blocks = [
        ForestBlock(
            f"{group[0][1].experiment}: {where(group[0][1])}",
            tuple(_line(row, means(row), known) for _, row in group),
        )
        for group in groups
    ]
    entries = [
        LegendEntry(LegendMark.MEAN, words, look)
        for words, look in zip(key, known.values(), strict=True)
    ]
    entries.append(LegendEntry(LegendMark.INTERVAL, "95% interval of a mean"))
    return forest(blocks, LRS, page, title=title, key=entries, simulated=simulated)


def _line(row: CellScore, means: Sequence[tuple[str, Figure]], known: dict[str, Look]) -> ForestRow:
    order = list(known)
    points = [
        Point(float(one.mean), known[name], one.ci95, drop=APART * order.index(name))
        for name, one in means
        if one.mean is not None
    ]
    counts = [one.n for _, one in means]
    same = len(set(counts)) == 1
    return ForestRow(
        name=row.model,
        points=tuple(points),
        beside=f"n = {counts[0] if same else f'{min(counts)} to {max(counts)}'}" if counts else "",
        none="no draw has an LRS",
    )


def alt(groups: Sequence[Cells], *, means: Means, title: str, simulated: bool) -> str:
    """The drawing in words, with every mean."""
    parts = [told_simulated(title, simulated=simulated)]
    for group in groups:
        first = group[0][1]
        said = "; ".join(f"{row.model}: {_said(means(row))}" for _, row in group)
        parts.append(f"{first.experiment}, {where(first)}: {said}.")
    return " ".join(parts)


def _said(means: Sequence[tuple[str, Figure]]) -> str:
    return ", ".join(
        f"{name} {'none' if one.mean is None else format(float(one.mean), '.2f')}"
        for name, one in means
    )
