"""The strip of a cell: every draw on the scale of the LRS, in the height of a table's row.

A table has a hundred of them, so each is a line, a few marks and one path of dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from renderers.figures.drawing.packing import packed
from renderers.figures.drawing.panel import path, short
from renderers.report.parts import SIMULATED
from renderers.rows.measures import Figure

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
        told.append("no draw has an LRS")
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
