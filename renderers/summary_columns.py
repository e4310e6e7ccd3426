"""Which columns a summary has: those that no reader of an LRS should be without come first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from renderers.fitted_table import Column
from renderers.run_table import UNKNOWN, decimal, percent, published
from renderers.score_columns import between
from renderers.score_rows import CellScore, ContrastScore
from renderers.terminal import visible


def summary_cell_columns(cells: Sequence[CellScore]) -> list[Column]:
    """Columns of cells, each of which is named in a line above its rows."""
    columns = [
        Column("wording", tuple(cell.wording for cell in cells), right=False, indent=2, label=True),
        _numbers("n", (str(cell.lrs.n) for cell in cells), wanted=5),
        _numbers("texts", (str(cell.n_texts) for cell in cells), wanted=8),
        _numbers("LRS", (decimal(cell.lrs.mean) for cell in cells)),
        _numbers("95%", (between(cell.lrs.ci95) for cell in cells), joined=True),
        _numbers("chance\nLRS", map(_chance, cells), wanted=3),
        _numbers("correct", (percent(cell.share.mean) for cell in cells), wanted=1),
    ]
    if any(cell.told_again for cell in cells):
        own = (percent(cell.own_share.mean if cell.told_again else None) for cell in cells)
        columns += [
            _numbers("own\nstory", own, wanted=1),
            _numbers(
                "matched\nstories", (percent(cell.twin_share.mean) for cell in cells), wanted=1
            ),
        ]
    failed = [cell.gate_failed for cell in cells]
    human = [cell.needs_human for cell in cells]
    columns += [
        _numbers("control\nfailed", map(percent, failed), wanted=2 if any(failed) else 6),
        _numbers(
            "needs\nhuman",
            (f"{cell.needs_human}/{cell.trials}" for cell in cells),
            wanted=1 if any(human) else 7,
        ),
    ]
    if any(cell.technical for cell in cells):
        lost = (f"{cell.technical}/{cell.trials}" for cell in cells)
        columns.append(_numbers("lost", lost, wanted=1))
    for who in dict.fromkeys(cell.reference[0] for cell in cells if cell.reference):
        figures = (
            published(cell.reference[1]) if cell.reference and cell.reference[0] == who else "-"
            for cell in cells
        )
        columns.append(_numbers(f"{visible(who)}\nLRS", figures, wanted=4))
    return columns


Wordings = Mapping[str, ContrastScore]
"""A contrast in each wording in which it was told, for one participant and condition."""


def summary_contrast_columns(rows: Sequence[Wordings]) -> list[Column]:
    """Columns of contrasts whose experiment stands above them, wordings side by side."""
    some = [next(iter(row.values())) for row in rows]
    contrasts = tuple(visible(one.contrast) for one in some)
    columns = [Column("contrast", contrasts, right=False, folds=True, indent=2, label=True)]
    if any(one.condition for one in some):
        conditions = tuple(visible(one.condition) for one in some)
        columns.append(Column("condition", conditions, right=False, folds=True, label=True))
    for wording in dict.fromkeys(wording for row in rows for wording in row):
        columns.append(_numbers(f"passed,\n{wording}", (_passed(row.get(wording)) for row in rows)))
    open_ones = [sum(one.split + one.undecided for one in row.values()) for row in rows]
    if any(open_ones):
        columns.append(_numbers("not\ndecided", map(str, open_ones)))
    chances = (UNKNOWN if one.chance is None else f"{float(one.chance):.1%}" for one in some)
    return [*columns, _numbers("chance", chances)]


def _passed(row: ContrastScore | None) -> str:
    if row is None:
        return "-"
    passed = row.passed
    many = str(passed) if passed.denominator == 1 else f"{float(passed):.1f}"
    return f"{many} of {row.n}"


def _chance(cell: CellScore) -> str:
    return UNKNOWN if cell.chance is None else decimal(cell.chance)


def _numbers(
    heading: str, cells: Iterable[str], *, wanted: int = 0, joined: bool = False
) -> Column:
    return Column(heading, tuple(cells), wanted=wanted, joined=joined)
