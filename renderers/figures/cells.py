"""Cells by participant: every draw, the mean, its interval, chance and published values.

One figure per experiment, since nobody can read all cells of a battery in one. In tables each cell
has a strip, every draw on the scale of the LRS in the height of a row. A table has a hundred of
them, so a strip is a line, a few marks and one path of dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from fractions import Fraction

from markupsafe import Markup

from dsl.words import counted
from renderers.fields.cells import CELL, CHANCE, TEXTS
from renderers.fields.design import CELL_NAME
from renderers.fields.field import pick
from renderers.figures.drawing.key import OF_DRAWS, LegendEntry, LegendMark, interval, published
from renderers.figures.drawing.looks import Look, looks
from renderers.figures.drawing.packing import packed
from renderers.figures.drawing.panel import path, short
from renderers.figures.drawing.sheets import Part, grouped, many
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.figures.forest import LRS, ForestBlock, ForestRow, Point, forest
from renderers.number_words import UNKNOWN
from renderers.report.columns import titled
from renderers.report.parts import SIMULATED, Cell, PageColumn, data_value, named, words
from renderers.rows.measures import Figure
from renderers.rows.questions import QuestionShare
from renderers.rows.scores import CellScore

NO_DRAW = "no draw has an LRS"
_Cells = Sequence[Entry[CellScore]]

MOST = 24
"""The most rows that fit on a sheet of paper."""


def cell_figures(rows: Sequence[CellScore], *, without: Container[str] = ()) -> tuple[Drawn, ...]:
    """One figure for each experiment, several where it has very many rows; none for those in
    `without`.
    """
    known = looks(row.model for row in rows)
    entries = in_document(CELL, rows, "/score/cells")
    parts = [
        part
        for own in grouped(entries, lambda one: one.row.experiment)
        if own[0].row.experiment not in without
        # A cell's participants are together, whatever order the document has.
        for part in many(grouped(own, lambda one: (one.row.levels, one.row.wording)), MOST)
    ]
    return tuple(_figure(part, known, place) for place, part in enumerate(parts, 1))


def _figure(part: Part[Entry[CellScore]], known: dict[str, Look], place: int) -> Drawn:
    rows = [one.row for one in part.rows]
    blocks = [_block([one.row for one in group], known) for group in part.groups]
    return drawn(
        f"cells-{place}",
        f"{rows[0].experiment}: LRS of every draw{part.which}",
        lambda page: forest(blocks, LRS, page, _key(rows)),
        said=map(_description, part.groups),
        caption=Markup("{}: LRS of every draw{}").format(named(rows[0].experiment), part.which),
        note="Dots are draws, the filled mark their mean, and the line its 95% interval (t "
        "interval of the draw means, with one pseudo-draw split between the ends of the scale; "
        "none below five draws). n: draws, or replies if there is only one text.",
        columns=(
            words(titled(CELL_NAME), lambda one: named(where(one.row))),
            *entry_columns(_TABLE, part.rows),
            PageColumn(titled(*pick(CELL, "reference")), _published),
        ),
        rows=part.rows,
        simulated=any(row.simulated for row in rows),
        section="cells",
    )


def _block(rows: Sequence[CellScore], known: dict[str, Look]) -> ForestBlock:
    first = rows[0]
    heading = where(first)
    told_of = [f"chance: {_two(first.chance)}"] if _same(row.chance for row in rows) else []
    if first.reference is not None:
        told_of.append(f"{published(first.reference.who)}: {first.reference.written}")
    if first.addition:
        told_of.append("an addition to the paper's cells")
    return ForestBlock(
        heading if first.levels else heading.capitalize(),
        tuple(_line(row, known[row.model]) for row in rows),
        "; ".join(told_of),
    )


def where(row: CellScore | QuestionShare) -> str:
    """The cell within its experiment, in words; the name of an only condition is left out."""
    condition = row.condition if row.levels else ""
    return ", ".join(filter(None, (condition, f"{row.wording} wording")))


def _same(values: Iterable[object]) -> bool:
    return len(set(values)) == 1


def _two(value: Fraction | None) -> str:
    return UNKNOWN if value is None else f"{float(value):.2f}"


def _line(row: CellScore, look: Look) -> ForestRow:
    mean = row.lrs.mean
    if mean is None:
        return ForestRow(name=row.model, points=(), beside="n = 0", none=NO_DRAW)
    return ForestRow(
        name=row.model,
        points=(Point(float(mean), look, row.lrs.ci95),),
        draws=tuple(float(value) for value in row.lrs.draws.values()),
        guessing=None if row.chance is None else float(row.chance),
        published=None if row.reference is None else float(row.reference.lrs),
        beside=f"n = {row.lrs.n}",
    )


def _key(rows: Sequence[CellScore]) -> list[LegendEntry]:
    whose = dict.fromkeys(row.reference.who for row in rows if row.reference is not None)
    return [
        *OF_DRAWS,
        interval(form="its {}"),
        LegendEntry(LegendMark.GUESSING, CHANCE.heading),
        *(LegendEntry(LegendMark.TICK, published(who)) for who in whose),
    ]


def _description(group: _Cells) -> str:
    return f"{where(group[0].row)}: {'; '.join(_mean_words(one.row) for one in group)}."


def _mean_words(row: CellScore) -> str:
    if row.lrs.mean is None:
        return f"{row.model} without an LRS"
    ends = row.lrs.ci95
    span = "no interval" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"
    return f"{row.model} {float(row.lrs.mean):.2f} ({span}, {counted(row.lrs.n, 'draw')})"


def _published(one: Entry[CellScore]) -> Cell:
    reference = one.value["reference"]
    if one.row.reference is None:
        return reference.count()
    found = one.row.reference
    value = data_value(float(found.lrs), reference["lrs"].place, shown=found.written)
    return Markup("{} {}").format(named(found.who), value)


_TABLE = (*pick(CELL, "model", "lrs_mean", "ci95", "n_draws"), TEXTS, CHANCE)


WIDTH, HEIGHT, WITH_WORDS = 176, 34, 45
"""Pixels; a strip of a simulated participant is higher by the line that says so."""
_MARGIN, _GROUND, _BELOW = 10.0, 22.0, 28.0
_UNIT = (WIDTH - 2 * _MARGIN) / 5
_DOTS, _INK, _FAINT, _GUESS = "#0072b2", "#000", "#949494", "#d55e00"


def strip(lrs: Figure, *, chance: Fraction | None, simulated: bool) -> Markup:
    """The draws of a cell from LRS 0 to 5 as inline SVG of 176 x 34 pixels (45 if simulated).

    Dots are draws, on the scale; below it lie the mean (a diamond) and its 95% interval (a
    line with ends). A dashed line through all of it is where guessing gets. What is not known is
    not drawn, and is said in the label.
    """
    parts = [_ground()]
    if simulated:
        # A strip is copied out of its table sooner than a figure out of its page.
        parts.append(
            f'<text x="{_MARGIN}" y="42" font-size="9" font-family="sans-serif" fill="#595959">'
            f"{SIMULATED}</text>"
        )
    if chance is not None:
        parts.append(
            path(f"M{_x(chance)} 2V33", stroke=_GUESS, stroke_width=1.6, stroke_dasharray="3 2")
        )
    parts.append(_dots(list(lrs.draws.values())))
    if lrs.ci95 is not None:
        low, high = (_x(end) for end in lrs.ci95)
        top = short(_BELOW - 2)
        line = f"M{low} {top}v4M{low} {short(_BELOW)}H{high}M{high} {top}v4"
        parts.append(path(line, stroke=_INK, stroke_width=1.5))
    if lrs.mean is not None:
        parts.append(path(f"M{_x(lrs.mean)} {short(_BELOW - 4)}l4 4l-4 4l-4 -4z", fill=_INK))
    height = WITH_WORDS if simulated else HEIGHT
    return Markup(
        '<svg class="strip" role="img" aria-label="{}" width="{}" height="{}" viewBox="0 0 {} {}"'
        ' fill="none">{}</svg>'
    ).format(
        strip_label(lrs, chance=chance, simulated=simulated),
        WIDTH,
        height,
        WIDTH,
        height,
        Markup("".join(parts)),
    )


def strip_label(lrs: Figure, *, chance: Fraction | None, simulated: bool) -> str:
    """What a strip shows, in words; draws of the same value are counted together."""
    told = [SIMULATED] if simulated else []
    if lrs.mean is None or not lrs.draws:
        told.append(NO_DRAW)
    else:
        told.append(f"{lrs.n} {'draw' if lrs.n == 1 else 'draws'}, LRS from 0 to 5")
        told.append(f"mean {float(lrs.mean):.2f}")
        told.append(
            "no interval"
            if lrs.ci95 is None
            else f"95% interval from {lrs.ci95[0]:.2f} to {lrs.ci95[1]:.2f}"
        )
        told.append(_counts(list(lrs.draws.values())))
    told.append("chance unknown" if chance is None else f"chance {float(chance):.2f}")
    return "; ".join(told)


def _counts(values: list[Fraction]) -> str:
    """How many draws have each value; many values are counted by whole steps of the scale."""
    if len(set(values)) <= 6:
        counts = sorted(Counter(values).items())
        return ", ".join(f"{count} at {float(value):g}" for value, count in counts)
    steps = Counter(min(int(value), 4) for value in values)
    return ", ".join(f"{count} from {low} to {low + 1}" for low, count in sorted(steps.items()))


def _ground() -> str:
    ticks = "v3" + f"m{short(_UNIT)}-3v3" * 5
    return path(f"M{_x(0)} {short(_GROUND)}H{_x(5)}H{_x(0)}{ticks}", stroke=_FAINT)


def _dots(values: Sequence[Fraction]) -> str:
    """All draws in one path: each a stroke of no length with round ends, which is a dot."""
    if not values:
        return ""
    places = [_place(value) - _MARGIN for value in values]
    found = packed(places, room=_GROUND - 2, widest=0.45 * _UNIT, largest=5, step=_UNIT / 20)
    dots = "".join(
        f"M{short(_MARGIN + first)} {short(_GROUND - y)}h{_length(last - first)}"
        for first, last, y in found.runs
    )
    return path(dots, stroke=_DOTS, stroke_width=0.9 * found.size, stroke_linecap="round")


def _length(run: float) -> str:
    return short(run) if run else ".01"


def _place(value: Fraction | float) -> float:
    return _MARGIN + _UNIT * min(max(float(value), 0.0), 5.0)


def _x(value: Fraction | float) -> str:
    return short(_place(value))
