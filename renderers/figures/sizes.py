"""Calibrated accuracies of a bank by the size of models: a panel for each stage, and for the mean.

The scale of sizes is logarithmic. Models of a series are joined, people are a line across: whoever
reads it looks for where a series meets that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from dsl.scoring import ScoreLevel
from renderers.fields.banks.size_and_pairs import SIZE, SIZE_NOTE
from renderers.fields.design import of_which
from renderers.fields.field import pick
from renderers.fields.kinds import row_name
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheet import PageSize
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.report.bank_facts import group_cell
from renderers.report.parts import sentence
from renderers.rows.banks import SizeSlope
from renderers.terminal import visible

_UNITS = ((12, "T"), (9, "B"), (6, "M"), (3, "K"))


def size_figures(rows: Sequence[SizeSlope]) -> tuple[Drawn, ...]:
    """A figure for each experiment, condition and wording; none without models of a known size.
    Groups are in the table alone where there are stages.
    """
    entries = [one for one in in_document(SIZE, rows, "/compare/sizes") if one.row.points]
    return tuple(
        _figure(own, number)
        for number, own in enumerate(
            grouped(entries, lambda one: (one.row.experiment, one.row.condition, one.row.wording))
        )
    )


def _figure(entries: Sequence[Entry[SizeSlope]], number: int) -> Drawn:
    rows = [one.row for one in entries]
    staged = any(row.level is ScoreLevel.STAGE for row in rows)
    shown = [row for row in rows if row.level is not ScoreLevel.GROUP or not staged]
    known = looks(one.series for row in rows for one in row.points)
    title = f"Accuracy by size: {of_which(rows[0])}"
    return drawn(
        f"sizes-{number}",
        title,
        lambda page: _draw(shown, known, page),
        said=map(_said, shown),
        note=f"Each mark is a model, with its 95% interval over items. {sentence(SIZE_NOTE)} "
        "People: by the norms of the bank.",
        caption=f"{title}: calibrated accuracy, aggregate form, on a logarithmic scale of "
        "parameters.",
        table_title=title,
        columns=entry_columns(_TABLE, entries, cells={"group": group_cell}),
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


def _draw(rows: Sequence[SizeSlope], known: dict[str, Look], page: PageSize) -> str:
    """A panel for each row, and the key."""
    key = [LegendEntry(LegendMark.MEAN, visible(name), look) for name, look in known.items()]
    key.append(interval("over items"))
    if any(row.people is not None for row in rows):
        key.append(LegendEntry(LegendMark.LEVEL, "people"))
    sizes = [log10(one.parameters) for row in rows for one in row.points]
    least, most = floor(min(sizes) - 0.1), ceil(max(sizes) + 0.1)
    ticks = tuple(
        ((power - least) / (most - least), size_word(10.0**power))
        for power in range(least, most + 1)
    )
    tiles = [
        Tile(
            _heading(row),
            ticks,
            tuple(
                Curve(
                    look,
                    tuple(
                        CurvePoint(
                            (log10(one.parameters) - least) / (most - least),
                            one.accuracy,
                            one.ci95,
                        )
                        for one in row.points
                        if one.series == series
                    ),
                )
                for series, look in known.items()
            ),
            row.people,
        )
        for row in rows
    ]
    found = [one.ci95[0] if one.ci95 else one.accuracy for row in rows for one in row.points]
    return curves(tiles, page, key, along="parameters", lowest=min(0.0, *found))


def size_word(parameters: float) -> str:
    """`1B`, `10M`."""
    for power, unit in _UNITS:
        if parameters >= 10**power:
            return f"{parameters / 10**power:g}{unit}"
    return f"{parameters:g}"


def _heading(row: SizeSlope) -> str:
    name = visible(row.group) if row.level is ScoreLevel.STAGE else row_name(row)
    if row.slope is None:
        return f"{name}: slope unknown"
    ends = "" if row.ci95 is None else f" ({100 * row.ci95[0]:+.0f} to {100 * row.ci95[1]:+.0f})"
    return f"{name}: {100 * row.slope:+.0f}{ends} per tenfold"


def _said(row: SizeSlope) -> str:
    models = "; ".join(
        f"{visible(one.participant)}, {size_word(one.parameters)}: {100 * one.accuracy:z.0f}"
        for one in row.points
    )
    people = "" if row.people is None else f"; people: {100 * row.people:.0f}"
    return f"{_heading(row)}. {models}{people}."


_TABLE = pick(SIZE, "group", "level", "n_models", "n_series", "slope", "ci95", "people")
