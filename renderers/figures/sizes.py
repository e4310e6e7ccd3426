"""Calibrated accuracies of a bank by the size of models: a panel for each stage, and for the mean.

The scale of sizes is logarithmic. Models of a series are joined, people are a line across: whoever
reads it looks for where a series meets that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from dsl.scoring import ScoreLevel
from renderers.fields.kinds import row_name
from renderers.fields.size_and_pairs import SIZE, SIZE_NOTE
from renderers.figures import marks
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.key import LegendEntry, LegendMark, draw_key, key_height
from renderers.figures.looks import FAINT, QUIET, Look, looks
from renderers.figures.sheet import PageSize, Sheet, leading
from renderers.figures.sheets import grouped
from renderers.report.parts import PageColumn, words
from renderers.rows.size_and_pairs import SizeSlope
from renderers.terminal import visible

_HIGH, _LEFT, _RIGHT = 150.0, 40.0, 22.0
_UNITS = ((12, "T"), (9, "B"), (6, "M"), (3, "K"))


def size_figures(rows: Sequence[SizeSlope], *, at: str = "/compare/sizes") -> tuple[Drawn, ...]:
    """A figure for each experiment, condition and wording; none without models of a known size.
    `at` points to the rows in the document. Groups are in the table alone where there are stages.
    """
    entries = [one for one in in_document(SIZE, rows, at) if one.row.points]
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
    where = ", ".join(filter(None, (visible(rows[0].experiment), visible(rows[0].condition))))
    title = f"Accuracy by size: {where}"
    return drawn(
        f"sizes-{number}",
        title,
        lambda page: _draw(shown, known, page),
        said=map(_said, shown),
        note=f"Each mark is a model, with its 95% interval over items. {SIZE_NOTE[:1].upper()}"
        f"{SIZE_NOTE[1:]}. People: by the norms of the bank.",
        caption=f"{title}: calibrated accuracy, aggregate form, on a logarithmic scale of "
        "parameters.",
        table_title=title,
        columns=_COLUMNS,
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """The ends of the scale of sizes, as powers of ten, and the lowest tick, in quarters."""

    least: int
    most: int
    low: int


def _lowest(rows: Sequence[SizeSlope]) -> int:
    found = [one.ci95[0] if one.ci95 else one.accuracy for row in rows for one in row.points]
    return floor(4 * min(-0.01, *found) + 1e-9)


def _draw(rows: Sequence[SizeSlope], known: dict[str, Look], page: PageSize) -> str:
    """The panels in two columns, or under each other on a narrow page, and the key."""
    across = 1 if page.narrow or len(rows) == 1 else 2
    width, head = page.width / across, leading(page.small) + 6
    each = head + _HIGH + 2 * leading(page.small) + 14
    lines = -(-len(rows) // across)
    key = [LegendEntry(LegendMark.MEAN, visible(name), look) for name, look in known.items()]
    key.append(LegendEntry(LegendMark.INTERVAL, "95% interval, over items"))
    if any(row.people is not None for row in rows):
        key.append(LegendEntry(LegendMark.LEVEL, "people"))
    sheet = Sheet(page, page.top + lines * each + key_height(key, page))
    sizes = [log10(one.parameters) for row in rows for one in row.points]
    scale = _Scale(floor(min(sizes) - 0.1), ceil(max(sizes) + 0.1), _lowest(rows))
    for number, row in enumerate(rows):
        line, column = divmod(number, across)
        left, top = column * width, page.top + line * each
        _panel(sheet, row, known, scale, left=left, top=top + head, width=width)
        sheet.lines(
            left + _LEFT, top + page.small, _heading(row), room=width - _LEFT - 8, most=1,
            size=page.small,
        )  # fmt: skip
    draw_key(sheet, page.top + lines * each, key, known.values())
    return sheet.svg()


def _panel(
    sheet: Sheet,
    row: SizeSlope,
    known: dict[str, Look],
    scale: _Scale,
    *,
    left: float,
    top: float,
    width: float,
) -> None:
    """One stage: each series as marks that are joined."""
    page, room = sheet.page, width - _LEFT - _RIGHT
    span, low, high = (scale.least, scale.most), scale.low / 4 - 0.05, 1.05
    panel = sheet.panel(left + _LEFT, top, room, _HIGH, across=span, upwards=(low, high))
    for tick in (step / 4 for step in range(scale.low, 5)):
        chance = tick == 0
        line = [((span[0], tick), (span[1], tick))]
        panel.strokes(line, colour=FAINT, width=1.4 if chance else 0.5, over=0.1)
        y = top + _HIGH * (high - tick) / (high - low)
        sheet.text(
            left + _LEFT - 6, y + 0.36 * page.small, f"{100 * tick:.0f}", size=page.small,
            colour=QUIET, side="right",
        )  # fmt: skip
    for power in range(span[0], span[1] + 1):
        x = left + _LEFT + room * (power - span[0]) / (span[1] - span[0])
        sheet.text(
            x, top + _HIGH + 4 + page.small, _size(10.0**power), size=page.small, colour=QUIET,
            side="center",
        )  # fmt: skip
    if row.people is not None:
        marks.levels(panel, [(span[0], span[1], row.people)])
    for series, look in known.items():
        points = [one for one in row.points if one.series == series]
        spots = [(log10(one.parameters), one.accuracy) for one in points]
        panel.strokes([spots] if len(spots) > 1 else [], colour=look.colour, width=1.4, over=2)
        marks.intervals(
            panel,
            [
                (*one.ci95, x)
                for one, (x, _) in zip(points, spots, strict=True)
                if one.ci95 is not None
            ],
            upright=True,
        )
        marks.means(panel, spots, look, size=8)


def _size(parameters: float) -> str:
    """`1B`, `10M`."""
    for power, unit in _UNITS:
        if parameters >= 10**power:
            return f"{parameters / 10**power:g}{unit}"
    return f"{parameters:g}"


def _heading(row: SizeSlope) -> str:
    if row.slope is None:
        return f"{row_name(row)}: slope unknown"
    ends = "" if row.ci95 is None else f" ({100 * row.ci95[0]:+.0f} to {100 * row.ci95[1]:+.0f})"
    return f"{row_name(row)}: {100 * row.slope:+.0f}{ends} per decade"


def _said(row: SizeSlope) -> str:
    models = "; ".join(
        f"{visible(one.participant)}, {_size(one.parameters)}: {100 * one.accuracy:.0f}"
        for one in row.points
    )
    people = "" if row.people is None else f"; people: {100 * row.people:.0f}"
    return f"{_heading(row)}. {models}{people}."


_COLUMNS: tuple[PageColumn[Entry[SizeSlope]], ...] = (
    words("group", lambda one: row_name(one.row)),
    words("level", lambda one: one.value["level"].text),
    PageColumn("models", lambda one: one.value["n_models"].count()),
    PageColumn("series", lambda one: one.value["n_series"].count()),
    PageColumn("slope", lambda one: one.value["slope"].rounded()),
    PageColumn("95% interval", lambda one: one.value["ci95"].interval()),
    PageColumn("people", lambda one: one.value["people"].rounded()),
)
