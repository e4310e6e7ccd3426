"""Counts in squares, darker where there are more: how often two coders said what.

The counts stand in the squares, so that the shade only helps to find them. Shades go from white to
a dark blue in steps of lightness, which every eye and a grey printer keep in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.figures.looks import INK, QUIET
from renderers.figures.sheet import PageSize, Sheet, drawing, leading

LIGHT, DARK = (255, 255, 255), (0, 68, 117)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Counts of one coder's categories (`down`, the rows) by another's (`across`)."""

    down: str
    across: str
    labels: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


def shade(share: float) -> tuple[str, str]:
    """The colour of a square, and that of its words: of the two the one with more contrast."""
    red, green, blue = (
        round(light + (dark - light) * share) for light, dark in zip(LIGHT, DARK, strict=True)
    )
    fill = f"#{red:02x}{green:02x}{blue:02x}"
    return fill, max("#ffffff", "#000000", key=lambda ink: contrast(fill, ink))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (Web Content Accessibility Guidelines 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def heat(matrices: Sequence[Matrix], page: PageSize) -> str:
    """The matrices side by side, as many in a line as fit."""
    size = max(len(one.labels) for one in matrices)
    square = 46.0 if size <= 3 else 34.0
    labels = 58.0
    across = labels + size * square + 26
    columns = max(1, int((page.width - 8) / across))
    high = 4 * leading(page.small) + size * square + 26
    lines = -(-len(matrices) // columns)
    with drawing():
        sheet = Sheet(page, page.top + lines * high)
        for number, matrix in enumerate(matrices):
            line, column = divmod(number, columns)
            _matrix(
                sheet,
                matrix,
                8 + column * across,
                page.top + line * high,
                square=square,
                labels=labels,
                room=across - 16,
            )
        return sheet.svg()


def _matrix(
    sheet: Sheet,
    matrix: Matrix,
    left: float,
    above: float,
    *,
    square: float,
    labels: float,
    room: float,
) -> None:
    page = sheet.page
    size = len(matrix.labels)
    step = leading(page.small)
    sheet.lines(
        left,
        above + page.small + 2,
        f"rows: {matrix.down}",
        room=room,
        most=1,
        size=page.small,
        bold=True,
    )
    sheet.lines(
        left,
        above + step + page.small + 2,
        f"columns: {matrix.across}",
        room=room,
        most=1,
        size=page.small,
        bold=True,
    )
    ground = above + 2 * step + page.small + 10
    panel = sheet.panel(
        left + labels, ground, size * square, size * square, across=(0, size), upwards=(size, 0)
    )
    most = max((count for row in matrix.counts for count in row), default=0) or 1
    for y, row in enumerate(matrix.counts):
        middle = ground + (y + 0.5) * square + 0.36 * page.small
        sheet.lines(
            left + labels - 6,
            middle,
            matrix.labels[y],
            room=labels - 6,
            most=1,
            size=page.small,
            colour=QUIET,
            side="right",
        )
        for x, count in enumerate(row):
            fill, ink = shade(count / most)
            panel.box((x, y), (x + 1, y + 1), fill=fill, edge="#c8c8c8" if x != y else INK)
            sheet.text(
                left + labels + (x + 0.5) * square,
                middle,
                str(count),
                size=page.small,
                colour=ink,
                side="center",
            )
    for x, label in enumerate(matrix.labels):
        sheet.lines(
            left + labels + (x + 0.5) * square,
            ground - 4,
            label,
            room=square,
            most=1,
            size=page.small - 1,
            colour=QUIET,
            side="center",
        )
    sheet.text(
        left + labels,
        ground + size * square + page.small + 5,
        f"n = {sum(map(sum, matrix.counts))}",
        size=page.small,
        colour=QUIET,
    )
