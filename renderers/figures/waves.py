"""Ratings in waves: agreement with people by wave, and mean ratings beside people's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor

from renderers.fields.field import headed, pick
from renderers.fields.waves import FIGURE, LEVEL, PARTICIPANT, RATINGS, SEES, WAVE, WAVE_MEAN
from renderers.figures.drawing.key import LegendEntry, LegendMark, interval
from renderers.figures.drawing.looks import INK, Look, looks
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.number_words import Ends
from renderers.report.columns import column, titled
from renderers.report.parts import PageColumn
from renderers.report.values import Value
from renderers.rows.waves import WaveRow, WaveScores
from renderers.terminal import visible

PEOPLE = Look(INK, "o")
MOST_LEVELS = 12
"""So many levels of a condition have a panel each."""

_KAPPA, _RATINGS = "Agreement with people by wave", "Ratings by wave"
_SEES = f"{SEES}: told people's earlier ratings"
_LevelMean = tuple[Entry[WaveRow], Value]
_APART, _BREADTH = 0.25, 0.8
"""Marks of one wave are so far apart, and all of them within so much, as shares of the way to the
next wave: those that coincide would hide each other."""


def wave_figures(found: WaveScores) -> tuple[Drawn, ...]:
    """The figures of ratings; none without people."""
    if not any(row.figures["weighted"].value is not None for row in found.waves):
        return ()
    known = looks(sorted(row.participant for row in found.agents))
    agreement = _agreement(found.waves, known)
    return agreement, *_ratings(found, known)


def _agreement(rows: Sequence[WaveRow], known: dict[str, Look]) -> Drawn:
    tiles, waves = [], _Waves(row.facts["wave"] for row in rows)
    for group in grouped(rows, lambda row: row.sees_feedback):
        heading = _SEES if group[0].sees_feedback else "not told people's ratings"
        lines = [
            (known[own[0].participant], list(map(_kappa, own)))
            for own in grouped(group, lambda row: row.participant)
        ]
        tiles.append(waves.tile(heading, lines, size=7))
    key = [LegendEntry(LegendMark.MEAN, visible(name), look) for name, look in known.items()]
    key.append(interval("over conversations"))
    ends = [0.0, *(spot.share for tile in tiles for one in tile.curves for spot in one.spots)]
    ends += [end[0] for row in rows if (end := row.figures["weighted"].ci95) is not None]
    guides = [(at / 4, f"{at / 4:.2f}") for at in range(floor(4 * min(ends)), 5)]
    return drawn(
        "waves",
        _KAPPA,
        lambda page: curves(tiles, page, key, along=headed(_WAVE), guides=guides),
        said=_kappas_said(rows),
        note="Cohen's kappa with quadratic weights of a participant's ratings and what most people "
        "said, with intervals over whole conversations. Wave 0 is before anything was shown. Marks "
        "of one wave stand side by side.",
        columns=_COLUMNS,
        rows=in_document(WAVE, rows, "/waves/waves"),
        simulated=any(row.simulated for row in rows),
    )


Spot = tuple[int, float | None, Ends | None]
"""Wave, figure and its interval; None where there is no figure."""


def _kappa(row: WaveRow) -> Spot:
    one = row.figures["weighted"]
    return row.facts["wave"], one.value, one.ci95


class _Waves:
    """Waves as places from 0 to 1."""

    def __init__(self, waves: Iterable[int]) -> None:
        known = sorted(set(waves))
        self.first, self.span = known[0], max(1, known[-1] - known[0])
        self.ticks = tuple((self.place(one), str(one)) for one in known)

    def place(self, wave: int, aside: float = 0.0) -> float:
        return (wave - self.first + aside) / self.span

    def tile(self, heading: str, lines: Sequence[tuple[Look, list[Spot]]], *, size: float) -> Tile:
        """A panel of lines, the marks of a wave side by side."""
        apart = min(_APART, _BREADTH / max(1, len(lines) - 1))
        found = []
        for at, (look, spots) in enumerate(lines):
            aside = apart * (at - (len(lines) - 1) / 2)
            points = (
                CurvePoint(self.place(wave, aside), value, ci95)
                for wave, value, ci95 in spots if value is not None
            )  # fmt: skip
            found.append(Curve(look, tuple(points), size=size))
        return Tile(heading, self.ticks, tuple(found))


def _kappas_said(rows: Sequence[WaveRow]) -> Iterator[str]:
    for own in grouped(rows, lambda row: row.participant):
        found = ((row.facts["wave"], row.figures["weighted"].value) for row in own)
        values = [f"wave {wave} {'none' if one is None else f'{one:z.2f}'}" for wave, one in found]
        yield f"{_called(own[0].participant, own[0].sees_feedback)}: {', '.join(values)}."


def _called(name: str, sees: bool) -> str:
    """A participant, with whether it sees feedback, which its name in a study says already."""
    return visible(name) + f" ({SEES})" * (sees and SEES not in name)


def _ratings(found: WaveScores, known: dict[str, Look]) -> Iterator[Drawn]:
    """Mean ratings beside people's, by the first condition that has several levels, if any has."""
    entries = in_document(LEVEL, found.levels, "/waves/levels")
    entries = [one for one in entries if one.row.facts["condition"] == _first(entries)]
    levels = list(dict.fromkeys(one.row.facts["level"] for one in entries))
    shown = levels[:MOST_LEVELS]
    entries = [one for one in entries if one.row.facts["level"] in shown]
    rows = [one.row for one in entries]
    if not rows:
        return
    waves = _Waves(mean["wave"] for row in rows for mean in row.facts["means"])
    tiles = []
    for own in grouped(rows, lambda row: row.facts["level"]):
        lines = [(PEOPLE, _means(own[0], "people_mean"))]
        lines += [(known[row.participant], _means(row, "mean")) for row in own]
        tiles.append(waves.tile(f"{_first(entries)} {own[0].facts['level']}", lines, size=6))
    sees = {row.participant for row in rows if row.sees_feedback}
    key = [LegendEntry(LegendMark.MEAN, "people, the majority", PEOPLE)]
    key += [
        LegendEntry(LegendMark.MEAN, _called(name, name in sees), look)
        for name, look in known.items()
    ]
    low, high = found.scale
    # Even steps that end at the highest rating.
    span = high - low
    step = next(one for one in range(max(1, span // 6), span + 1) if span % one == 0)
    guides = [(float(one), str(one)) for one in range(low, high + 1, step)]
    left = (
        f" The first {len(shown)} of {len(levels)} are shown." if len(shown) < len(levels) else ""
    )
    yield drawn(
        "wave_ratings",
        _RATINGS,
        lambda page: curves(tiles, page, key, along=headed(_WAVE), guides=guides),
        said=(
            f"{row.facts['level']}, {visible(row.participant)}: {_described(row)}." for row in rows
        ),
        caption=f"{_RATINGS}, by {_first(entries)}",
        note="Mean ratings of all items and draws, and the mean of what most people said of the "
        "same items; ratings of reversed items are turned. Marks of one wave stand side by "
        f"side.{left}",
        columns=_MEAN_COLUMNS,
        rows=[(one, mean) for one in entries for mean in one.value["means"]],
        simulated=any(row.simulated for row in rows),
    )


def _first(entries: Sequence[Entry[WaveRow]]) -> str:
    return str(entries[0].row.facts["condition"]) if entries else ""


def _means(row: WaveRow, whose: str) -> list[Spot]:
    return [(one["wave"], one[whose], None) for one in row.facts["means"]]


def _described(row: WaveRow) -> str:
    ends = [one for one in row.facts["means"] if one["mean"] is not None]
    if not ends:
        return "no ratings"
    first, last = ends[0], ends[-1]
    return f"{first['mean']:.2f} in wave {first['wave']}, {last['mean']:.2f} in wave {last['wave']}"


_WAVE, _WEIGHTED, _UNWEIGHTED = pick(WAVE, "wave", "weighted", "unweighted")
_VALUE, _CI95, _CONVERSATIONS = pick(FIGURE, "value", "ci95", "conversations")
_COLUMNS: tuple[PageColumn[Entry[WaveRow]], ...] = (
    *(column(one).of(lambda entry: entry.value) for one in (PARTICIPANT, _WAVE)),
    column(_VALUE, titled(_UNWEIGHTED)).of(lambda one: one.value["unweighted"]),
    *(
        made.of(lambda one: one.value["weighted"])
        for made in (
            column(_VALUE, titled(_WEIGHTED)), column(_CI95), column(RATINGS),
            column(_CONVERSATIONS),
        )
    ),
)  # fmt: skip
_MEAN_COLUMNS: tuple[PageColumn[_LevelMean], ...] = (
    *(column(one).of(lambda line: line[0].value) for one in (*pick(LEVEL, "level"), PARTICIPANT)),
    *(
        column(one).of(lambda line: line[1])
        for one in pick(WAVE_MEAN, "wave", "mean", "people_mean")
    ),
    column(RATINGS).of(lambda line: line[1]),
)
