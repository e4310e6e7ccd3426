"""Control against manipulated accuracy (Li et al., 2025): a panel for all items and each stage.

Right in both is above on the right; a shortcut leads below on the right, a deficit above on the
left.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.scoring import ScoreLevel
from renderers.fields.design import beyond_original
from renderers.fields.hacking import HACKING, NOTE
from renderers.fields.kinds import row_name
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.figures.key import LegendEntry, LegendMark
from renderers.figures.looks import Look, looks
from renderers.figures.sheet import PageSize
from renderers.figures.sheets import grouped
from renderers.report.parts import PageColumn, words
from renderers.rows.questions import HackingScore
from renderers.terminal import visible

_GUESSING = "guessing"
_TICKS = ((0.0, "0"), (0.25, "25"), (0.5, "50"), (0.75, "75"), (1.0, "100"))
_SHOWN = (ScoreLevel.CELL, ScoreLevel.STAGE)


def hacking_figures(
    rows: Sequence[HackingScore], *, at: str = "/score/concept_hacking"
) -> tuple[Drawn, ...]:
    """A figure for each experiment, condition and wording. `at` points to the rows in the document.
    Groups are in the table alone, and single pairs in the document.
    """
    entries = [
        one
        for one in in_document(HACKING, rows, at)
        if one.row.control.mean is not None and one.row.level is not ScoreLevel.PAIR
    ]
    return tuple(
        _figure(own, number)
        for number, own in enumerate(
            grouped(entries, lambda one: (one.row.experiment, one.row.condition, one.row.wording))
        )
    )


def _figure(entries: Sequence[Entry[HackingScore]], number: int) -> Drawn:
    rows = [one.row for one in entries]
    first = rows[0]
    parts = (first.experiment, first.condition, beyond_original(first.wording))
    title = f"Control and manipulated versions: {', '.join(map(visible, filter(None, parts)))}"
    shown = [row for row in rows if row.level in _SHOWN]
    return drawn(
        f"hacking-{number}",
        title,
        lambda page: _draw(shown, page),
        said=map(_said, shown),
        note=f"Accuracy in percent; the bars are 95% intervals over pairs. {NOTE[:1].upper()}"
        f"{NOTE[1:]}.",
        columns=_COLUMNS,
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


def _draw(rows: Sequence[HackingScore], page: PageSize) -> str:
    """A panel for all items and each stage, and the key."""
    guessed = any(row.guessing is not None for row in rows)
    known = looks([*(row.model for row in rows), *([_GUESSING] if guessed else [])])
    key = [LegendEntry(LegendMark.MEAN, visible(name), one) for name, one in known.items()]
    key.append(LegendEntry(LegendMark.INTERVAL, "95% interval, over pairs"))
    panels: dict[str, list[HackingScore]] = {}
    for row in rows:
        panels.setdefault(row_name(row), []).append(row)
    tiles = [
        Tile(f"{name} ({some[0].n_pairs} pairs)", _TICKS, tuple(_points(some, known)))
        for name, some in panels.items()
    ]
    return curves(tiles, page, key, along="control: % right; upwards: manipulated")


def _points(rows: Sequence[HackingScore], known: dict[str, Look]) -> list[Curve]:
    """A mark for each participant, and for guessing."""
    found = [
        Curve(
            known[row.model],
            (
                CurvePoint(
                    float(row.control.mean), float(row.manipulated.mean), row.manipulated.ci95
                ),
            ),
        )
        for row in rows
        if row.control.mean is not None and row.manipulated.mean is not None
    ]
    guess = rows[0].guessing
    if guess is not None:
        found.append(Curve(known[_GUESSING], (CurvePoint(float(guess), float(guess), None),)))
    return found


def _said(row: HackingScore) -> str:
    shares = ", ".join(
        f"{name} {100 * float(one.mean or 0):.0f}"
        for name, one in (
            ("control", row.control), ("manipulated", row.manipulated), ("core", row.core),
            ("shortcut", row.shortcut), ("deficit", row.deficit), ("neither", row.neither),
        )
    )  # fmt: skip
    return f"{visible(row.model)}, {row_name(row)}, {row.n_pairs} pairs: {shares}."


_COLUMNS: tuple[PageColumn[Entry[HackingScore]], ...] = (
    words("Participant", lambda one: one.value["model"].named()),
    words("Group", lambda one: row_name(one.row)),
    PageColumn("Pairs", lambda one: one.value["n_pairs"].count()),
    PageColumn("Control", lambda one: one.value["control"].rounded()),
    PageColumn("Manipulated", lambda one: one.value["manipulated"].rounded()),
    PageColumn("Difference, 95%", lambda one: one.value["difference_ci95"].interval()),
    PageColumn("Core", lambda one: one.value["core"].rounded()),
    PageColumn("95%", lambda one: one.value["core_ci95"].interval()),
    PageColumn("Shortcut", lambda one: one.value["shortcut"].rounded()),
    PageColumn("Deficit", lambda one: one.value["deficit"].rounded()),
    PageColumn("Neither", lambda one: one.value["neither"].rounded()),
    PageColumn("Core by guessing", lambda one: one.value["guessed_core"].rounded()),
)
