"""Confusion matrices, one for every pair of coders."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from renderers.figures.drawn import Drawn, told_simulated
from renderers.figures.heat import Matrix, heat
from renderers.figures.sheet import NARROW, WIDE
from renderers.report.parts import HtmlColumn, Plot, html_table, named
from renderers.report.values import Value


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
    wide, narrow = (
        heat(matrices, page, title=title, simulated=simulated) for page in (WIDE, NARROW)
    )
    plot = Plot(
        name=f"confusion-{name}",
        title=title,
        alt=" ".join([told_simulated(title, simulated=simulated), *map(_said, matrices)]),
        wide=wide,
        narrow=narrow,
        note="Counts of items that both coders coded, before adjudication; on the diagonal they "
        "agree. Darker squares hold more, relative to the fullest square of the matrix.",
    )
    return Drawn(plot, _table(pairs, labels, title, simulated=simulated), simulated)


def _matrix(pair: Value, labels: tuple[str, ...]) -> Matrix:
    counts = tuple(tuple(cell.whole for cell in row) for row in pair["confusion"])
    return Matrix(pair["coders"][0].text, pair["coders"][1].text, labels, counts)


def _said(matrix: Matrix) -> str:
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


def _table(
    pairs: Sequence[Value], labels: tuple[str, ...], title: str, *, simulated: bool
) -> Markup:
    columns = [
        HtmlColumn("coders"),
        HtmlColumn("first coder"),
        *(HtmlColumn(f"second coder: {label}", numeric=True) for label in labels),
    ]
    lines: list[list[Markup | str]] = []
    for pair in pairs:
        who = Markup("{} and {}").format(pair["coders"][0].named(), pair["coders"][1].named())
        for label, row in zip(labels, pair["confusion"], strict=True):
            lines.append([who, named(label), *(cell.count() for cell in row)])
    return html_table(title, columns, lines, simulated=simulated)
