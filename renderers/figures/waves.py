"""Ratings in waves: agreement with people by wave, and mean ratings beside people's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from renderers.fields.waves import LEVEL, WAVE
from renderers.figures.drawing.key import LegendEntry, LegendMark
from renderers.figures.drawing.looks import INK, Look, looks
from renderers.figures.drawing.sheet import PageSize
from renderers.figures.drawing.sheets import grouped
from renderers.figures.drawn import Drawn, Entry, drawn, in_document
from renderers.figures.drift import Curve, CurvePoint, Tile, curves
from renderers.report.parts import PageColumn, words
from renderers.report.values import Value
from renderers.rows.waves import LevelScore, WaveScore, WaveScores
from renderers.terminal import visible

PEOPLE = Look(INK, "o")
MOST_LEVELS = 12
"""So many levels of a condition have a panel each."""

_KAPPA, _RATINGS = "Agreement with people by wave", "Ratings by wave"
_SEES = "sees feedback: told people's earlier ratings"
_LevelMean = tuple[Entry[LevelScore], Value]


def wave_figures(found: WaveScores, *, at: str = "/waves") -> tuple[Drawn, ...]:
    """The figures of ratings; `at` points to their document. None without people."""
    if not any(row.weighted.value is not None for row in found.waves):
        return ()
    known = looks(row.participant for row in found.agents)
    agreement = _agreement(found.waves, known, at=f"{at}/waves")
    first = found.levels[0].condition if found.levels else ""
    levels = list(dict.fromkeys(row.level for row in found.levels if row.condition == first))
    if not first:
        return (agreement,)
    return agreement, _ratings(found, known, levels, at=f"{at}/levels")


def _agreement(rows: Sequence[WaveScore], known: dict[str, Look], *, at: str) -> Drawn:
    entries = in_document(WAVE, rows, at)
    tiles = []
    along = _Along([row.wave for row in rows])
    for group in grouped(rows, lambda row: row.sees_feedback):
        heading = _SEES if group[0].sees_feedback else "not told people's ratings"
        lines = [
            Curve(known[own[0].participant], tuple(_kappas(own, along)), size=7)
            for own in grouped(group, lambda row: row.participant)
        ]
        tiles.append(Tile(heading, along.ticks, tuple(lines)))
    key = [LegendEntry(LegendMark.MEAN, visible(name), look) for name, look in known.items()]
    key.append(LegendEntry(LegendMark.INTERVAL, "95% interval, over conversations"))
    ends = [
        end
        for row in rows
        if row.weighted.value is not None
        for end in (row.weighted.value, *(row.weighted.ci95 or ()))
    ]
    lowest = min(0, floor(4 * min(ends)))
    guides = [(quarter / 4, f"{quarter / 4:.2f}") for quarter in range(lowest, 5)]
    return drawn(
        "waves",
        _KAPPA,
        lambda page: curves(tiles, page, key, along="wave", guides=guides),
        said=_kappas_said(rows),
        note="Cohen's kappa with quadratic weights of a participant's ratings and what most people "
        "said, with intervals over whole conversations. Wave 0 is before anything was shown.",
        columns=_COLUMNS,
        rows=entries,
        simulated=any(row.simulated for row in rows),
    )


class _Along:
    """Waves as places from 0 to 1."""

    def __init__(self, waves: Sequence[int]) -> None:
        self.first, self.span = min(waves), max(1, max(waves) - min(waves))
        self.ticks = tuple((self.place(one), str(one)) for one in sorted(set(waves)))

    def place(self, wave: int) -> float:
        return (wave - self.first) / self.span


def _kappas(rows: Sequence[WaveScore], along: _Along) -> Iterator[CurvePoint]:
    for row in rows:
        if row.weighted.value is not None:
            yield CurvePoint(along.place(row.wave), row.weighted.value, row.weighted.ci95)


def _kappas_said(rows: Sequence[WaveScore]) -> Iterator[str]:
    for own in grouped(rows, lambda row: row.participant):
        found = ((row.wave, row.weighted.value) for row in own)
        values = [f"wave {wave} {'none' if one is None else f'{one:.2f}'}" for wave, one in found]
        yield f"{_called(own[0].participant, own[0].sees_feedback)}: {', '.join(values)}."


def _called(name: str, sees: bool) -> str:
    """A participant, with whether it sees feedback, which its name in a study says already."""
    return visible(name) + " (sees feedback)" * (sees and "sees feedback" not in name)


def _ratings(
    found: WaveScores,
    known: dict[str, Look],
    levels: Sequence[str],
    *,
    at: str,
) -> Drawn:
    shown = levels[:MOST_LEVELS]
    condition = found.levels[0].condition
    entries = [
        one for one in in_document(LEVEL, found.levels, at)
        if one.row.condition == condition and one.row.level in shown
    ]  # fmt: skip
    rows = [one.row for one in entries]
    along = _Along([mean.wave for row in rows for mean in row.means])
    tiles = []
    for own in grouped(rows, lambda row: row.level):
        lines = [Curve(PEOPLE, tuple(_means(own[0], along, people=True)), size=7)]
        lines += [Curve(known[row.participant], tuple(_means(row, along)), size=6) for row in own]
        tiles.append(Tile(f"{condition} {own[0].level}", along.ticks, tuple(lines)))
    sees = {row.participant for row in rows if row.sees_feedback}
    key = [LegendEntry(LegendMark.MEAN, "people, the majority", PEOPLE)]
    key += [
        LegendEntry(LegendMark.MEAN, _called(name, name in sees), look)
        for name, look in known.items()
    ]
    low, high = found.scale
    step = max(1, (high - low) // 6)
    guides = [(float(one), str(one)) for one in range(low, high + 1, step)]
    left = (
        f" The first {len(shown)} of {len(levels)} are shown." if len(shown) < len(levels) else ""
    )

    def draw(page: PageSize) -> str:
        return curves(tiles, page, key, along="wave", guides=guides)

    return drawn(
        "wave_ratings",
        _RATINGS,
        draw,
        said=(f"{row.level}, {visible(row.participant)}: {_described(row)}." for row in rows),
        caption=f"{_RATINGS}, by {condition}.",
        note="Mean ratings of all items and draws, and the mean of what most people said of the "
        f"same items; ratings of reversed items are turned.{left}",
        columns=_MEAN_COLUMNS,
        rows=[(one, mean) for one in entries for mean in one.value["means"]],
        simulated=any(row.simulated for row in rows),
    )


def _means(row: LevelScore, along: _Along, *, people: bool = False) -> Iterator[CurvePoint]:
    for one in row.means:
        mean = one.people_mean if people else one.mean
        if mean is not None:
            yield CurvePoint(along.place(one.wave), mean)


def _described(row: LevelScore) -> str:
    ends = [one for one in row.means if one.mean is not None]
    if not ends:
        return "no ratings"
    first, last = ends[0], ends[-1]
    return f"{first.mean:.2f} in wave {first.wave}, {last.mean:.2f} in wave {last.wave}"


_COLUMNS: tuple[PageColumn[Entry[WaveScore]], ...] = (
    words("participant", lambda one: one.value["participant"].named()),
    PageColumn("wave", lambda one: one.value["wave"].count()),
    PageColumn("weighted kappa", lambda one: one.value["weighted"]["value"].rounded()),
    PageColumn("95% interval", lambda one: one.value["weighted"]["ci95"].interval()),
    PageColumn("kappa", lambda one: one.value["unweighted"]["value"].rounded()),
    PageColumn("ratings", lambda one: one.value["weighted"]["n"].count()),
    PageColumn("conversations", lambda one: one.value["weighted"]["conversations"].count()),
)
_MEAN_COLUMNS: tuple[PageColumn[_LevelMean], ...] = (
    words("level", lambda one: one[0].value["level"].named()),
    words("participant", lambda one: one[0].value["participant"].named()),
    PageColumn("wave", lambda one: one[1]["wave"].count()),
    PageColumn("mean", lambda one: one[1]["mean"].rounded()),
    PageColumn("people's", lambda one: one[1]["people_mean"].rounded()),
    PageColumn("ratings", lambda one: one[1]["n"].count()),
)
