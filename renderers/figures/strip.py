"""The strip of a cell: every draw on the scale of the LRS, in the height of a table's row.

It is written as SVG by hand. A table has a hundred of them, and matplotlib would take a second and
half a megabyte for what is a line, a few marks and one path of dots. All of it is presentation
attributes, since the page's policy forbids styles in elements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from renderers.figures.packing import packed
from renderers.measures import Figure
from renderers.report.parts import SIMULATED

WIDTH, HEIGHT, WITH_WORDS = 176, 34, 45
"""Pixels; a strip of a simulated participant is higher by the line that says so."""
_MARGIN, _GROUND, _BELOW = 10.0, 22.0, 28.0
_UNIT = (WIDTH - 2 * _MARGIN) / 5
_DOTS, _INK, _FAINT, _GUESS = "#0072b2", "#000", "#949494", "#d55e00"


def strip(lrs: Figure, *, chance: Fraction | None, simulated: bool) -> Markup:
    """The draws of a cell from LRS 0 to 5 as inline SVG of 176 x 34 pixels (45 if simulated).

    Dots are draws, standing on the scale; below it lie the mean (a diamond) and its 95% interval (a
    line with ends). A dashed line through all of it is where guessing gets. What is not known is
    not drawn, and is said in the label.
    """
    parts = [_ground()]
    if simulated:
        # A strip is copied out of its table sooner than a figure out of its page.
        parts.append(
            Markup(
                '<text x="{}" y="42" font-size="9" font-family="sans-serif" fill="#595959">'
                "{}</text>"
            ).format(_MARGIN, SIMULATED)
        )
    if chance is not None:
        parts.append(
            Markup(
                '<path d="M{} 2V33" stroke="{}" stroke-width="1.6" stroke-dasharray="3 2"/>'
            ).format(_x(chance), _GUESS)
        )
    parts.append(_dots(list(lrs.draws.values())))
    if lrs.ci95 is not None:
        low, high = (_x(end) for end in lrs.ci95)
        parts.append(
            Markup(
                '<path d="M{0} {2}v4M{0} {3}H{1}M{1} {2}v4" stroke="{4}" stroke-width="1.5"/>'
            ).format(low, high, _short(_BELOW - 2), _short(_BELOW), _INK)
        )
    if lrs.mean is not None:
        parts.append(
            Markup('<path d="M{} {}l4 4l-4 4l-4 -4z" fill="{}"/>').format(
                _x(lrs.mean), _short(_BELOW - 4), _INK
            )
        )
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
        Markup("").join(parts),
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


def _ground() -> Markup:
    ticks = "".join(f"M{_x(value)} {_short(_GROUND)}v3" for value in range(6))
    return Markup('<path d="M{} {}H{}{}" stroke="{}"/>').format(
        _x(0), _short(_GROUND), _x(5), ticks, _FAINT
    )


def _dots(values: Sequence[Fraction]) -> Markup:
    """All draws in one path: each a stroke of no length with round ends, which is a dot."""
    if not values:
        return Markup("")
    places = [_place(value) - _MARGIN for value in values]
    found = packed(places, room=_GROUND - 2, widest=0.45 * _UNIT, largest=5, step=_UNIT / 20)
    path = "".join(
        f"M{_short(_MARGIN + first)} {_short(_GROUND - y)}h{_length(last - first)}"
        for first, last, y in found.runs
    )
    return Markup('<path d="{}" stroke="{}" stroke-width="{}" stroke-linecap="round"/>').format(
        path, _DOTS, _short(0.9 * found.size)
    )


def _length(run: float) -> str:
    return _short(run) if run else ".01"


def _place(value: Fraction | float) -> float:
    return _MARGIN + _UNIT * min(max(float(value), 0.0), 5.0)


def _x(value: Fraction | float) -> str:
    return _short(_place(value))


def _short(number: float) -> str:
    """A coordinate to a hundredth of a pixel, in as few characters as say it."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
