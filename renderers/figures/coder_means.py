"""Each coder's own mean in every cell that several coded, to see whether one is stricter.

Means over everything that a coder coded are not plotted: coders of different cells cannot be
compared by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from renderers.fields.cells import CELL
from renderers.figures.cells import where
from renderers.figures.drawn import Drawn, Entry, in_document
from renderers.figures.looks import looks
from renderers.figures.spread import spread_figures
from renderers.report.parts import PageColumn, named, words
from renderers.report.values import Value
from renderers.rows.scores import CellScore, CoderMean

_Line = tuple[Entry[CellScore], CoderMean, Value]
"""A cell, and the mean of one of its coders, as a row and as the document has it."""


def coder_mean_figures(rows: Sequence[CellScore], *, at: str = "/score/cells") -> tuple[Drawn, ...]:
    """Figures of the cells in which the means of coders differ, none where there are none. `at`
    points to the rows in the report's document.
    """
    several = [
        one
        for one in in_document(CELL, rows, at)
        if len({mean.lrs.mean for mean in one.row.coders} - {None}) > 1
    ]
    known = looks(_name(mean) for one in several for mean in one.row.coders)
    return spread_figures(
        "coder-means",
        "Mean LRS by coder",
        several,
        means=lambda row: {_name(one): one.lrs for one in row.coders},
        known=known,
        key=known,
        note="Mean over the draws that each coder coded, with its 95% interval (t interval of the "
        "draw means, with one pseudo-draw). Intervals do not treat the coders as a sample of "
        "coders. n: draws. Cells in which the means of coders are equal are not here.",
        columns=_COLUMNS,
        lines=_lines,
    )


def _name(one: CoderMean) -> str:
    """Who it is; whoever is not blind is named with what they are."""
    kind = "" if one.kind == "blind" else one.kind
    apart = "" if one.counted else "not in the mean"
    words = ", ".join(filter(None, (kind, apart)))
    return f"{one.coder} ({words})" if words else one.coder


def _lines(one: Entry[CellScore]) -> Iterator[_Line]:
    for mean, value in zip(one.row.coders, one.value["coders"], strict=True):
        yield one, mean, value


_COLUMNS: tuple[PageColumn[_Line], ...] = (
    words("experiment", lambda line: line[0].value["experiment"].named()),
    words("cell", lambda line: named(where(line[0].row))),
    words("participant", lambda line: line[0].value["model"].named()),
    words("coder", lambda line: named(_name(line[1]))),
    PageColumn("mean LRS", lambda line: line[2]["lrs_mean"].rounded(none="none")),
    PageColumn("95% interval", lambda line: line[2]["ci95"].interval()),
    PageColumn("draws", lambda line: line[2]["n_draws"].count()),
)
