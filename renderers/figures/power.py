"""What share of simulated studies finds a difference, by the number of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from markupsafe import Markup

from renderers.figures.curves import Curve, Spot, Tile, curves
from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.key import Entry, Mark
from renderers.figures.looks import Look, looks
from renderers.figures.sheet import NARROW, WIDE
from renderers.report.parts import Column, Plot, html_table, interval, named, percent, told

_TITLE = "Share of simulated studies that find a difference, by runs"
USUAL = 0.8


@dataclass(frozen=True, slots=True)
class PowerRow:
    """How often one difference was found with so many runs. `panel` is what is held equal, such as
    the correlation within a trial; `difference` names the curve; `ci95` is about how many studies
    were simulated. `at` points to the row in the document, with keys `n`, `found` and `ci95`.
    """

    panel: str
    difference: str
    n: int
    found: float
    ci95: tuple[float, float] | None
    at: str


def power_figures(rows: Sequence[PowerRow], *, note: str) -> tuple[Drawn, ...]:
    """One figure with a panel for each thing held equal; none without rows. `note` says what test
    was used, and how many studies were simulated.
    """
    if not rows:
        return ()
    known = looks(row.difference for row in rows)
    runs = sorted({row.n for row in rows})
    tiles = [
        _tile(panel, [row for row in rows if row.panel == panel], known, runs)
        for panel in dict.fromkeys(row.panel for row in rows)
    ]
    key = [Entry(Mark.MEAN, name, shown) for name, shown in known.items()]
    wide, narrow = (
        curves(tiles, page, title=_TITLE, along="runs", key=key, simulated=True)
        for page in (WIDE, NARROW)
    )
    plot = Plot(
        name="power",
        title=_TITLE,
        alt=_alt(rows),
        wide=wide,
        narrow=narrow,
        note=f"{note} The dashed line is at four studies in five.",
    )
    return (Drawn(plot, _table(rows), simulated=True),)


def _tile(panel: str, rows: Sequence[PowerRow], known: dict[str, Look], runs: list[int]) -> Tile:
    return Tile(
        panel,
        tuple((_along(n, runs), str(n)) for n in runs),
        tuple(
            Curve(
                shown,
                tuple(
                    Spot(_along(row.n, runs), row.found, row.ci95)
                    for row in sorted(rows, key=lambda row: row.n)
                    if row.difference == name
                ),
            )
            for name, shown in known.items()
        ),
        level=USUAL,
    )


def _along(n: int, runs: Sequence[int]) -> float:
    """Runs stand at even steps where they double."""
    if len(runs) == 1:
        return 0.5
    return log(n / runs[0]) / log(runs[-1] / runs[0])


def _alt(rows: Sequence[PowerRow]) -> str:
    parts = [told_simulated(_TITLE, simulated=True)]
    for panel in dict.fromkeys(row.panel for row in rows):
        own = [row for row in rows if row.panel == panel]
        for name in dict.fromkeys(row.difference for row in own):
            each = ", ".join(f"{row.n}: {row.found:.0%}" for row in own if row.difference == name)
            parts.append(f"{panel}, {name}: {each}.")
    return " ".join(parts)


def _table(rows: Sequence[PowerRow]) -> Markup:
    columns = [
        Column("held equal"),
        Column("difference"),
        Column("runs", numeric=True),
        Column("found", numeric=True),
        Column("95% interval", numeric=True),
    ]
    lines = [
        [
            named(row.panel),
            named(row.difference),
            told(row.n, f"{row.at}/n", shown=str(row.n)),
            percent(row.found, f"{row.at}/found"),
            interval(row.ci95, f"{row.at}/ci95"),
        ]
        for row in rows
    ]
    return html_table(_TITLE, columns, lines, simulated=True)
