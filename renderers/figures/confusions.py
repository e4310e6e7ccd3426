"""Confusion matrices, one for every pair of coders: counts in squares, darker if there are more.

The counts are in the squares, so that the shade only helps to find them. Shades go from white to
a dark blue in steps of lightness, which every eye and a grey printer keep in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from renderers.fields.coding.agreement import FIRST_CODER, SECOND_CODER, TWO_CODERS
from renderers.figures.drawing.looks import INK, QUIET
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.figures.drawn import Drawn, drawn
from renderers.report.columns import titled
from renderers.report.parts import PageColumn, words
from renderers.report.values import Value

_Line = tuple[Value, Value, Value]
"""A pair of coders, a category of the first, and how often the second chose each category."""


def confusion_figures(agree: Value, *, simulated: bool) -> tuple[Drawn, ...]:
    """Matrices of marks and of LRS, from what `devrun agree --json` says; none if no two coders
    coded the same items.
    """
    found = (
        _figure(agree, "marks", "Marks of test questions by pairs of coders", simulated=simulated),
        _figure(
            agree["lrs_with_zeros"], "lrs", "LRS of trials by pairs of coders", simulated=simulated
        ),
    )
    return tuple(one for one in found if one is not None)


def _figure(part: Value, name: str, title: str, *, simulated: bool) -> Drawn | None:
    pairs = [pair for pair in part["pairs"] if pair["confusion"].known and pair["n"].whole]
    if not pairs:
        return None
    labels = tuple(label.text for label in part["categories"])
    matrices = [_matrix(pair, labels) for pair in pairs]
    return drawn(
        f"confusion-{name}",
        title,
        lambda page: heat(matrices, page),
        said=map(_description, matrices),
        note="Counts of items that both coders coded, before adjudication; on the diagonal they "
        "agree. Darker squares hold more, relative to the fullest square of the matrix.",
        columns=(
            words(titled(TWO_CODERS), _coders),
            words(titled(FIRST_CODER), lambda line: line[1].named()),
            *(_counts(place, label) for place, label in enumerate(labels)),
        ),
        rows=[
            (pair, label, row)
            for pair in pairs
            for label, row in zip(part["categories"], pair["confusion"], strict=True)
        ],
        simulated=simulated,
    )


def _coders(line: _Line) -> Markup:
    first, second = line[0]["coders"]
    return Markup("{} and {}").format(first.named(), second.named())


def _counts(place: int, label: str) -> PageColumn[_Line]:
    return PageColumn(f"{titled(SECOND_CODER)}: {label}", lambda line: line[2][place].count())


def _matrix(pair: Value, labels: tuple[str, ...]) -> Matrix:
    counts = tuple(tuple(cell.whole for cell in row) for row in pair["confusion"])
    return Matrix(pair["coders"][0].text, pair["coders"][1].text, labels, counts)


def _description(matrix: Matrix) -> str:
    total = sum(map(sum, matrix.counts))
    same = sum(row[place] for place, row in enumerate(matrix.counts))
    apart = sorted(
        (
            (count, matrix.labels[y], matrix.labels[x])
            for y, row in enumerate(matrix.counts)
            for x, count in enumerate(row)
            if x != y and count
        ),
        reverse=True,
    )
    words = f"{matrix.down} and {matrix.across}: n = {total}, {same} agree"
    if apart:
        count, one, other = apart[0]
        words += f"; most often: {one} by {matrix.down}, {other} by {matrix.across}, {count}"
    return f"{words}."


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
    sheet = Sheet(page, page.top + lines * high)
    for number, matrix in enumerate(matrices):
        line, column = divmod(number, columns)
        _draw_matrix(
            sheet,
            matrix,
            8 + column * across,
            page.top + line * high,
            square=square,
            labels=labels,
            room=across - 16,
        )
    return sheet.svg()


def _draw_matrix(
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
    y = above + page.small + 2
    for who in (f"rows: {matrix.down}", f"columns: {matrix.across}"):
        y = sheet.lines(left, y, who, room=room, most=1, size=page.small, bold=True)
    ground = above + 2 * step + page.small + 10
    panel = sheet.panel(
        left + labels, ground, size * square, size * square, across=(0, size), upwards=(size, 0)
    )
    most = max((count for row in matrix.counts for count in row), default=0) or 1
    for y, row in enumerate(matrix.counts):
        middle = panel.at((0, y + 0.5))[1] + 0.36 * page.small
        sheet.note(left + labels - 6, middle, matrix.labels[y], room=labels - 6, side="right")
        for x, count in enumerate(row):
            fill, ink = shade(count / most)
            panel.box((x, y), (x + 1, y + 1), fill=fill, edge="#c8c8c8" if x != y else INK)
            at, _ = panel.at((x + 0.5, y))
            sheet.text(at, middle, str(count), size=page.small, colour=ink, side="center")
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
    foot = ground + size * square + page.small + 5
    sheet.note(left + labels, foot, f"n = {sum(map(sum, matrix.counts))}")
