"""Mean LRS under the three rules for failed controls, in every cell in which they differ."""

from __future__ import annotations

from collections.abc import Sequence

from renderers.fields.cells import CELL
from renderers.figures.cells import where
from renderers.figures.drawn import Drawn, Entry, in_document
from renderers.figures.looks import look
from renderers.figures.spread import spread_figures
from renderers.report.parts import PageColumn, named, words
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore

TREATMENTS = {
    "zero": "zero: a failed control scores 0",
    "exclude": "exclude: such trials are left out",
    "ungated": "ungated: controls are ignored",
}
_LOOKS = {name: look(number) for number, name in enumerate(TREATMENTS)}


def gate_figures(rows: Sequence[CellScore], *, at: str = "/score/cells") -> tuple[Drawn, ...]:
    """Figures of the cells in which the rules differ, none if there is no such cell. `at` points to
    the rows in the report's document.
    """
    return spread_figures(
        "gates",
        "Mean LRS under three rules for failed controls",
        [one for one in in_document(CELL, rows, at) if _differ(one.row)],
        means=_means,
        known=_LOOKS,
        key=TREATMENTS.values(),
        note="Means over draws with their 95% intervals (t interval of the draw means, with one "
        "pseudo-draw). n: draws; fewer if trials are left out.",
        columns=_COLUMNS,
        lines=lambda one: (one,),
        section="gates",
    )


def _differ(row: CellScore) -> bool:
    means = {(one.mean, one.n) for one in _means(row).values()}
    return row.gate_passed is not None and len(means) > 1


def _means(row: CellScore) -> dict[str, Figure]:
    return {"zero": row.zero, "exclude": row.exclude, "ungated": row.ungated}


def _treated(name: str, heading: str) -> tuple[PageColumn[Entry[CellScore]], ...]:
    """The columns of one rule."""
    return (
        PageColumn(heading, lambda one: one.value["gates"][name].rounded(none="none")),
        PageColumn("interval", lambda one: one.value["gates_ci95"][name].interval()),
        PageColumn("draws", lambda one: one.value["gates_n"][name].count()),
    )


_COLUMNS: tuple[PageColumn[Entry[CellScore]], ...] = (
    words("experiment", lambda one: one.value["experiment"].named()),
    words("cell", lambda one: named(where(one.row))),
    words("participant", lambda one: one.value["model"].named()),
    *(column for name, heading in TREATMENTS.items() for column in _treated(name, heading)),
)
