"""Survival curves of trainings: the proportion that is not at the criterion yet.

A panel for each training, cell and version, with a step curve for each participant.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dsl.words import capital
from renderers.fields.field import pick
from renderers.fields.script_measures import BOUND, MEASURE_SCORE, SURVIVAL_NOTE, SURVIVAL_TITLE
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.report.columns import Cells
from renderers.report.parts import Cell, sentence
from renderers.report.values import Value
from renderers.rows.script_measures import MeasureScore
from renderers.terminal import visible

_TITLE = capital(SURVIVAL_TITLE)
_TICKS = 4


def training_figures(rows: Sequence[MeasureScore]) -> tuple[Drawn, ...]:
    """One figure of all trainings; none without any. Rows of other measures are left out."""
    measured = in_document(MEASURE_SCORE, rows, "/score/script_measures")
    entries = [one for one in measured if one.row.survival is not None]
    if not entries:
        return ()
    known = looks(one.row.model for one in entries)
    tiles = [_tile(own, known) for own in grouped(entries, lambda one: _heading(one.row))]
    key = [LegendEntry(LegendMark.MEAN, name, shown) for name, shown in known.items()]
    key.append(interval())
    return (
        drawn(
            "trainings",
            _TITLE,
            lambda page: curves(tiles, page, key, along="questions asked"),
            said=[_said(one.row) for one in entries],
            caption=f"{_TITLE}: draws that have not met the criterion yet.",
            note="Each line is the proportion of draws that are short of the criterion after so "
            "many questions (Kaplan and Meier; nobody leaves before the bound). The mark at its "
            f"end has the exact 95% interval. {sentence(SURVIVAL_NOTE)}",
            columns=entry_columns(_TABLE, entries, cells=_CELLS),
            rows=entries,
            simulated=any(one.row.simulated for one in entries),
        ),
    )


def _heading(row: MeasureScore) -> str:
    training = row.measure.training
    name = row.measure.name if training is None else training.name
    where = (row.experiment, row.condition, row.within, f"{row.wording} wording")
    return f"{name}: {', '.join(filter(None, where))}"


def _tile(own: Sequence[Entry[MeasureScore]], known: dict[str, Look]) -> Tile:
    most = int(own[0].row.measure.high)
    ticks = sorted({round(most * number / _TICKS) for number in range(_TICKS + 1)})
    return Tile(
        _heading(own[0].row),
        tuple((tick / most, str(tick)) for tick in ticks),
        tuple(_curve(one.row, known[one.row.model]) for one in own),
    )


def _curve(row: MeasureScore, look: Look) -> Curve:
    found = row.survival
    assert found is not None
    spots = [CurvePoint(0, 1)]
    for question, share, *ends in found.steps:
        interval = (ends[0], ends[1]) if question == found.bound else None
        spots.append(CurvePoint(question / found.bound, share, interval))
    return Curve(look, tuple(spots) if found.n else (), steps=True)


def _said(row: MeasureScore) -> str:
    found = row.survival
    assert found is not None
    median = "not reached" if found.median is None else f"{found.median}"
    return (
        f"{visible(row.model)}, {_heading(row)}: {found.met} of {found.n} draws met the criterion; "
        f"median {median} of at most {found.bound} questions."
    )


def _median(row: Value) -> Cell:
    """The median of a row of the document."""
    return row["median"].count() if row["median"].known else "not reached"


def _median_interval(row: Value) -> Cell:
    """The interval of the median."""
    ends = row["median_ci95"]
    if not ends.known:
        return "none"
    beyond = Markup("more than {}").format(row["high"].short())
    return Markup("{} to {}").format(*(one.count() if one.known else beyond for one in ends))


_TABLE = (
    *pick(
        MEASURE_SCORE, "measure", "condition", "versions", "wording", "model", "n_draws", "met",
        "median", "median_ci95",
    ),
    BOUND,
)  # fmt: skip
_CELLS: Cells = {
    "median": _median, "median_ci95": _median_interval, "high": lambda row: row["high"].short(),
}  # fmt: skip
