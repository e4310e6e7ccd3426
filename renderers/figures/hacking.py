"""Control against manipulated accuracy (Li et al., 2025): a panel for all items and each stage.

Right in both is above on the right; a shortcut leads below on the right, a deficit above on the
left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10

from dsl.scoring import ScoreLevel
from dsl.words import capital
from renderers.fields.banks.hacking import HACKING, LONGEST, NOTE, TITLE
from renderers.fields.design import of_which
from renderers.fields.field import pick
from renderers.fields.kinds import row_name
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.sheet import PageSize
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.figures.sizes import size_word
from renderers.report.bank_facts import group_cell
from renderers.report.parts import sentence
from renderers.rows.questions import HackingScore
from renderers.terminal import visible

_CONTROL, _MANIPULATED, _GUESSING = pick(HACKING, "control", "manipulated", "guessing")
_BLIND = "equal answers to equal words: on this line or below"
_SMALL, _LARGE, _UNKNOWN = 5.0, 15.0, 8.0
"""Pixels of the marks of the smallest and the largest model, and of one whose size is unknown."""
_TICKS = ((0.0, "0"), (0.25, "25"), (0.5, "50"), (0.75, "75"), (1.0, "100"))
_SHOWN = (ScoreLevel.CELL, ScoreLevel.STAGE)


def hacking_figures(
    rows: Sequence[HackingScore],
    *,
    parameters: Mapping[str, float] | None = None,
    people: Mapping[str, tuple[float, float]] | None = None,
) -> tuple[Drawn, ...]:
    """A figure for each experiment, condition and wording. `parameters` are those of models, and
    `people` accuracies in control and manipulated versions of all items, by name.
    Groups are in the table alone, and single pairs in the document.
    """
    known = _TableFacts(parameters or {}, people or {})
    entries = [
        one
        for one in in_document(HACKING, rows, "/score/concept_hacking")
        if one.row.control.mean is not None and one.row.level is not ScoreLevel.PAIR
    ]
    return tuple(
        _figure(own, number, known)
        for number, own in enumerate(
            grouped(entries, lambda one: (one.row.experiment, one.row.condition, one.row.wording))
        )
    )


@dataclass(frozen=True, slots=True)
class _TableFacts:
    """What a user's table says: how large models are, and what people do."""

    parameters: Mapping[str, float]
    people: Mapping[str, tuple[float, float]]

    def name(self, model: str) -> str:
        """A participant, with its size where that is known."""
        size = self.parameters.get(model)
        return visible(model) if size is None else f"{visible(model)} ({size_word(size)})"

    def size(self, model: str) -> float:
        """How large the mark of a participant is, in pixels: by the logarithm of its parameters."""
        mine = self.parameters.get(model)
        if mine is None:
            return _UNKNOWN
        least, most = (log10(f(self.parameters.values())) for f in (min, max))
        share = (log10(mine) - least) / (most - least) if most > least else 0.5
        return _SMALL + share * (_LARGE - _SMALL)


def _figure(entries: Sequence[Entry[HackingScore]], number: int, known: _TableFacts) -> Drawn:
    rows = [one.row for one in entries]
    title = f"{capital(TITLE)}: {of_which(rows[0])}"
    shown = [row for row in rows if row.level in _SHOWN]
    return drawn(
        f"hacking-{number}",
        title,
        lambda page: _draw(shown, page, known),
        said=[*(_said(row, known) for row in shown), *_said_of_people(known)],
        note=f"Accuracy in percent; the bars are 95% intervals over pairs. {_note(shown, known)}"
        f"{sentence(NOTE)}",
        columns=entry_columns(_TABLE, entries, cells={"group": group_cell}),
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


def _note(rows: Sequence[HackingScore], known: _TableFacts) -> str:
    """What the marks are that are no participant's."""
    told = (
        "Whoever sees no pictures and answers equal words equally is on the dashed line or below, "
        "where the versions of a pair have different answers. "
    )
    if any(row.model in known.parameters for row in rows):
        told += "The larger a mark, the more parameters (on a logarithmic scale). "
    return told + ("People: from the table of models. " if known.people else "")


def _draw(rows: Sequence[HackingScore], page: PageSize, known: _TableFacts) -> str:
    """A panel for all items and each stage, and the key."""
    blind = dict.fromkeys(name for row in rows for name, _ in _without_pictures(row))
    seen = looks([*(row.model for row in rows), *known.people, *blind])
    key = [LegendEntry(LegendMark.MEAN, known.name(name), one) for name, one in seen.items()]
    key.append(interval("over pairs"))
    key.append(LegendEntry(LegendMark.GUESSING, _BLIND))
    panels: dict[str, list[HackingScore]] = {}
    for row in rows:
        panels.setdefault(row_name(row), []).append(row)
    tiles = [
        Tile(
            f"{name} ({some[0].n_pairs} pairs)", _TICKS, tuple(_points(some, seen, known)),
            limit=((0.0, 1.0), (1.0, 0.0)),
        )
        for name, some in panels.items()
    ]  # fmt: skip
    return curves(tiles, page, key, along=f"{_CONTROL.name}: % right; upwards: {_MANIPULATED.name}")


def _without_pictures(row: HackingScore) -> Iterator[tuple[str, CurvePoint]]:
    """What is earned without the pictures, by name."""
    if row.guessing is not None:
        yield _GUESSING.name, CurvePoint(float(row.guessing), float(row.guessing))
    if row.longest_control is not None and row.longest_manipulated is not None:
        yield LONGEST, CurvePoint(float(row.longest_control), float(row.longest_manipulated))


def _points(rows: Sequence[HackingScore], seen: dict[str, Look], known: _TableFacts) -> list[Curve]:
    """A mark for each participant, for people, and for what is earned without the pictures."""
    found = [
        Curve(
            seen[row.model],
            (CurvePoint(float(control), float(manipulated), row.manipulated.ci95),),
            size=known.size(row.model),
        )
        for row in rows
        if (control := row.control.mean) is not None
        and (manipulated := row.manipulated.mean) is not None
    ]
    if rows[0].level is ScoreLevel.CELL:
        found += [Curve(seen[who], (CurvePoint(*one),)) for who, one in known.people.items()]
    return found + [Curve(seen[name], (one,)) for name, one in _without_pictures(rows[0])]


def _said_of_people(known: _TableFacts) -> list[str]:
    return [
        f"{visible(who)}, all items: {_CONTROL.name} {100 * control:.0f}, "
        f"{_MANIPULATED.name} {100 * other:.0f}."
        for who, (control, other) in known.people.items()
    ]


def _said(row: HackingScore, known: _TableFacts) -> str:
    shares = ", ".join(
        f"{name} {100 * float(getattr(row, name).mean or 0):.0f}" for name in _SHARES
    )
    return f"{known.name(row.model)}, {row_name(row)}, {row.n_pairs} pairs: {shares}."


_SHARES = ("control", "manipulated", "core", "shortcut", "deficit", "neither")
_TABLE = pick(
    HACKING, "model", "group", "n_pairs", "control", "manipulated", "difference_ci95", "core",
    "core_ci95", "shortcut", "deficit", "neither", "guessed_core",
)  # fmt: skip
