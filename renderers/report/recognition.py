"""Tables of recognition on the page: success of recognised trials, and sources in replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from markupsafe import Markup

from renderers.fields.recognition import (
    RECOGNITION_COUNTS,
    RECOGNITION_NOTE,
    RECOGNITION_TABLE,
    REPLY_SOURCE_TABLE,
    SOURCES_NOTE,
)
from renderers.number_words import NONE
from renderers.report.columns import columns, marked
from renderers.report.conditions import condition_cell
from renderers.report.parts import Cell, PageColumn, words
from renderers.report.values import Value
from renderers.rows.recognition import RecognitionSource


def recognition_names(compare: Value, *, mixed: bool) -> dict[str, object]:
    """What the section's template needs for these tables; `mixed`: some participants are simulated,
    and some are not.
    """
    rows, cells = list(compare["recognition"]), list(compare["reply_sources"])
    return {
        "recognised_over": [one for one in rows if not one["experiment"].known],
        "recognised": [one for one in rows if one["experiment"].known],
        "recognition_columns": _recognition_columns(rows, mixed=mixed),
        "recognition_note": _sentence(RECOGNITION_NOTE),
        "sources": [one for one in cells if one["any"].whole],
        "source_columns": _source_columns(cells, mixed=mixed),
        "sources_note": _sentence(SOURCES_NOTE),
    }


def _sentence(note: str) -> str:
    plain = note.replace("`", "")
    return f"{plain[0].upper()}{plain[1:]}."


def _recognition_columns(rows: Sequence[Value], *, mixed: bool) -> list[PageColumn[Value]]:
    shown = [
        one
        for one in RECOGNITION_TABLE
        if one.only is None or any(row[one.name].known for row in rows)
    ]
    figures = [
        PageColumn(one.title, partial(_if_known, figure.name, one.cell), one.numeric)
        for one, figure in zip(columns(shown, rows), shown, strict=True)
    ]
    return [
        words("Model", partial(_model, mixed=mixed)),
        words("Experiment", _over),
        words("Wording", _wording),
        *figures[:RECOGNITION_COUNTS],
        PageColumn("LRS, recognised", partial(_lrs, "recognised")),
        PageColumn("LRS, not", partial(_lrs, "not_recognised")),
        *figures[RECOGNITION_COUNTS:],
    ]


def _source_columns(cells: Sequence[Value], *, mixed: bool) -> list[PageColumn[Value]]:
    return [
        words("Model", partial(_model, mixed=mixed)),
        *columns(
            REPLY_SOURCE_TABLE,
            cells,
            cells={
                "condition": condition_cell,
                "original_words": lambda row: row["original_words"].count(none=NONE),
            },
        ),
    ]


def _model(row: Value, *, mixed: bool) -> Cell:
    return marked(row, row["model"].named(), where=mixed)


def _over(row: Value) -> Cell:
    if row["experiment"].known:
        return row["experiment"].named()
    return Markup("{} with both").format(row["n_experiments"].count())


def _wording(row: Value) -> Cell:
    flagged = ", flagged" if row["source"].text == RecognitionSource.FLAG else ""
    return f"{row['wording'].text}{flagged}"


def _if_known(key: str, cell: Callable[[Value], Cell], row: Value) -> Cell:
    """A difference that no condition gives is none, and not unknown."""
    return cell(row) if row[key].known else NONE


def _lrs(side: str, row: Value) -> Cell:
    """The mean LRS of one side, with its draws."""
    mean = row[side]["lrs_mean"]
    if not mean.known:
        return NONE
    return Markup('<span class="range">{} ({})</span>').format(
        mean.rounded(), row[side]["n_draws"].count()
    )
