"""Confusion matrices, one for every pair of coders."""

from __future__ import annotations

from markupsafe import Markup

from renderers.figures.drawn import Drawn, TableColumn, drawn, words
from renderers.figures.heat import Matrix, heat
from renderers.report.values import Value

_Line = tuple[Value, Value, Value]
"""A pair of coders, a category of the first, and the counts of those of the second beside it."""


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
        said=map(_said, matrices),
        note="Counts of items that both coders coded, before adjudication; on the diagonal they "
        "agree. Darker squares hold more, relative to the fullest square of the matrix.",
        columns=(
            words("coders", _coders),
            words("first coder", lambda line: line[1].named()),
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


def _counts(place: int, label: str) -> TableColumn[_Line]:
    return TableColumn(f"second coder: {label}", lambda line: line[2][place].count())


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
