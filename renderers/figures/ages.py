"""LRS of experiments against the age of the children who were tested in them.

The scale of ages is logarithmic: half a year is much for an infant and little for a child of five.
Each participant is a row of small panels beside the published LRS, so that no mark hides another.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from renderers.fields.comparison.ages import AGE, AGES_TITLE
from renderers.fields.field import pick
from renderers.figures.drawing import marks
from renderers.figures.drawing.looks import FAINT, QUIET, Look, looks
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.figures.drawn import Drawn, drawn, entry_columns, in_document
from renderers.number_words import between
from renderers.report.parts import Cell
from renderers.report.values import Value
from renderers.rows.comparisons import AgeCorrelation, TaskAge

_TICKS = (
    (0.25, "1 week"), (1, "1 month"), (6, "6 months"), (12, "1 year"), (24, "2"), (48, "4"),
    (72, "6 years"), (144, "12"), (288, "24"), (576, "48 years"),
)  # fmt: skip
_USUAL = (4.0, 80.0)
"""Ages in months from which to which the scale goes, where no task is of others."""
_YOUNGEST = 0.125
"""At birth, in months: a logarithmic scale has no 0."""
_HIGH = 130.0
_LEFT = 30.0


def age_figures(rows: Sequence[AgeCorrelation]) -> tuple[Drawn, ...]:
    """One figure of all rows; none without any."""
    if not rows:
        return ()
    entries = in_document(AGE, rows, "/compare/task_age")
    known = looks(dict.fromkeys(row.who for row in rows))
    return (
        drawn(
            "ages",
            AGES_TITLE,
            lambda page: _draw(rows, known, page),
            said=map(_said, rows),
            note=(
                "Each mark is an experiment: its mean LRS, and the midpoint of the published age "
                "range of its children, on a logarithmic scale. rho: Spearman's correlation over "
                "experiments, with its 95% interval. The experiments were chosen and not sampled, "
                "and differ in much else than age; twelve of them tell little."
            ),
            caption=f"{AGES_TITLE}: mean LRS of each experiment.",
            columns=entry_columns(_TABLE, entries, cells={"wording": _wording}),
            rows=entries,
            simulated=any(row.simulated for row in rows),
        ),
    )


def _age(task: TaskAge) -> float:
    return max(float(task.months), _YOUNGEST)


def _draw(rows: Sequence[AgeCorrelation], known: dict[str, Look], page: PageSize) -> str:
    """The panels in two columns, or under each other on a narrow page."""
    ages = [_age(one) for row in rows for one in row.tasks]
    ends = min(_USUAL[0], 0.8 * min(ages)), max(_USUAL[1], 1.25 * max(ages))
    across = 1 if page.narrow or len(rows) == 1 else 2
    width = page.width / across
    head = leading(page.small) + 6
    each = head + _HIGH + 2 * leading(page.small) + 14
    lines = -(-len(rows) // across)
    sheet = Sheet(page, page.top + lines * each)
    for number, row in enumerate(rows):
        line, column = divmod(number, across)
        left, top = column * width, page.top + line * each
        _panel(sheet, row, known[row.who], ends, left=left, top=top + head, width=width)
        sheet.lines(
            left + _LEFT, top + page.small, _heading(row), room=width - _LEFT - 8, most=1,
            size=page.small,
        )  # fmt: skip
    return sheet.svg()


def _panel(
    sheet: Sheet,
    row: AgeCorrelation,
    look: Look,
    ends: tuple[float, float],
    *,
    left: float,
    top: float,
    width: float,
) -> None:
    """One participant in one wording; the `ends` of the scale are in months."""
    page = sheet.page
    low, high = map(log2, ends)
    room = width - _LEFT - 14
    panel = sheet.panel(left + _LEFT, top, room, _HIGH, across=(low, high), upwards=(-0.25, 5.25))
    for lrs in range(6):
        panel.strokes([((low, lrs), (high, lrs))], colour=FAINT, width=0.5, over=0.1)
        y = top + _HIGH * (5.25 - lrs) / 5.5
        sheet.text(
            left + _LEFT - 6, y + 0.36 * page.small, str(lrs), size=page.small, colour=QUIET,
            side="right",
        )  # fmt: skip
    for months, said in _TICKS:
        if not ends[0] <= months <= ends[1]:
            continue
        x = left + _LEFT + room * (log2(months) - low) / (high - low)
        sheet.text(
            x, top + _HIGH + 4 + page.small, said, size=page.small, colour=QUIET, side="center"
        )
    spots = [(log2(_age(one)), float(one.lrs)) for one in row.tasks]
    marks.means(panel, spots, look, size=8, hollow=row.published)


def _heading(row: AgeCorrelation) -> str:
    which = "published" if row.published else row.wording
    simulated = ", SIMULATED" if row.simulated else ""
    return f"{row.who}, {which}{simulated}: {_rho(row)}, n = {row.n}"


def _rho(row: AgeCorrelation) -> str:
    if row.rho is None:
        return "rho unknown"
    ends = "" if row.ci95 is None else f" ({between(row.ci95)})"
    return f"rho {row.rho:z.2f}{ends}"


def _said(row: AgeCorrelation) -> str:
    return f"{_heading(row)}."


def _wording(row: Value) -> Cell:
    return "published" if row["published"].true else row["wording"].named()


_TABLE = pick(AGE, "who", "wording", "n_experiments", "rho", "ci95", "n_cells", "rho_cells")
