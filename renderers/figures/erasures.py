"""Erasures as matrices: a square for each group that is tested under each erasure.

The drop is in the square, in points, so that the shade only helps to find large ones. What is
erased and tested is in a thick frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from renderers.fields.banks.erasures import AGE_ALONE, ERASURE
from renderers.fields.banks.size_and_pairs import PAIRED
from renderers.fields.design import of_which
from renderers.fields.field import pick
from renderers.figures.confusions import shade
from renderers.figures.drawing.looks import INK, QUIET
from renderers.figures.drawing.sheet import PageSize, Sheet, leading
from renderers.figures.drawn import Drawn, Entry, drawn, entry_columns, in_document
from renderers.number_words import hundredths
from renderers.rows.banks import ErasureDrop

_Entries = Sequence[Entry[ErasureDrop]]


def erasure_figures(rows: Sequence[ErasureDrop]) -> tuple[Drawn, ...]:
    """A matrix for each participant, against no framing and against the age alone."""
    entries = in_document(ERASURE, rows, "/compare/erasures")
    return tuple(
        _figure(list(some), number)
        for number, (_, some) in enumerate(groupby(entries, key=_whose), start=1)
    )


def _whose(one: Entry[ErasureDrop]) -> tuple[object, ...]:
    row = one.row
    return row.experiment, row.condition, row.wording, row.model, row.age_alone


def _figure(entries: _Entries, number: int) -> Drawn:
    first = entries[0].row
    rows = [one.row for one in entries]
    return drawn(
        f"erasures-{number}",
        f"{of_which(first, first.model)}: what is lost under each erasure, "
        f"against {AGE_ALONE.text(first)}",
        lambda page: matrix(rows, page),
        said=_description(rows),
        note="Points of accuracy lost, calibrated (aggregate form) where chance is known; darker: "
        "more. Rows: what the framing takes away; columns: what is tested; framed: both the same. "
        f"The item is the unit, the same item on both sides; {PAIRED}.",
        columns=entry_columns(_TABLE, entries),
        rows=entries,
        simulated=first.simulated,
    )


def _description(rows: Sequence[ErasureDrop]) -> list[str]:
    own = [row for row in rows if row.diagonal]
    found = [
        f"Erased and tested {row.tested}: {hundredths(row.drop)} points, n = {row.n}."
        for row in own
    ]
    others = [row for row in rows if not row.diagonal]
    if others:
        most = max(others, key=lambda row: row.drop)
        found.append(
            f"Largest drop of what is not erased: {most.tested} under {most.framing}, "
            f"{hundredths(most.drop)} points."
        )
    return found


_TABLE = pick(ERASURE, "erased", "tested", "n_items", "before", "after", "drop", "ci95")


def matrix(rows: Sequence[ErasureDrop], page: PageSize) -> str:
    """The matrix: erased from top to bottom, tested from left to right."""
    down = list(dict.fromkeys(row.erased for row in rows))
    across = list(dict.fromkeys(row.tested for row in rows))
    labels = 122.0 if not page.narrow else 88.0
    # On a narrow page there is room for the numbers of columns alone; rows have the same.
    numbered = page.narrow and set(down) <= set(across)
    wide = min(84.0, (page.width - labels - 16) / len(across))
    high = 28.0
    head = 2 * leading(page.small) + 8
    sheet = Sheet(page, page.top + head + high * len(down) + 2 * leading(page.small))
    above = page.top + head
    panel = sheet.panel(
        8 + labels, above, wide * len(across), high * len(down),
        across=(0, len(across)), upwards=(len(down), 0),
    )  # fmt: skip
    cells = {(row.erased, row.tested): row for row in rows}
    for y, erased in enumerate(down):
        middle = panel.at((0, y + 0.5))[1] + 0.36 * page.small
        name = f"{1 + across.index(erased)} {erased}" if numbered else erased
        sheet.note(8 + labels - 6, middle, name, room=labels - 6, side="right")
        for x, tested in enumerate(across):
            row = cells.get((erased, tested))
            if row is None:
                continue
            fill, ink = shade(min(max(float(row.drop), 0.0), 1.0))
            panel.box((x, y), (x + 1, y + 1), fill=fill, edge="#c8c8c8")
            at, _ = panel.at((x + 0.5, y))
            sheet.text(at, middle, hundredths(row.drop), size=page.small, colour=ink, side="center")
    sheet.note(8 + labels - 6, above - 6, _TABLE[0].name, room=labels - 6, side="right")
    for y, erased in enumerate(down):
        for x, tested in enumerate(across):
            row = cells.get((erased, tested))
            if row is not None and row.diagonal:
                panel.box((x, y), (x + 1, y + 1), fill="none", edge=INK)
    for x, tested in enumerate(across):
        sheet.lines(
            8 + labels + (x + 0.5) * wide,
            above - leading(page.small) - 2,
            str(x + 1) if numbered else tested or "all",
            room=wide - 2,
            most=2,
            size=page.small - 1,
            colour=QUIET,
            side="center",
        )
    counts = sorted({row.n for row in rows})
    n = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    foot = above + high * len(down) + page.small + 5
    sheet.note(8 + labels, foot, f"{_TABLE[1].name}; n = {n} items in each square")
    return sheet.svg()
