"""Erasures on the screen: a matrix for each participant, what is erased by what is tested.

All figures are points of calibrated accuracy, or of accuracy where chance is not known. Below each
drop is its interval, if the screen has room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from renderers.fields.banks.erasures import AGE_ALONE, ERASURE, ERASURE_CONTRAST
from renderers.fields.banks.size_and_pairs import PAIRED
from renderers.fields.design import of_which
from renderers.fields.field import pick
from renderers.fields.scales import TRUTH
from renderers.number_words import NONE, hundredths
from renderers.rows.banks import ErasureContrast, ErasureDrop, ErasureRow
from renderers.rows.comparisons import Comparisons
from renderers.rows.measures import Mean
from renderers.tables.banks.short_names import short_names
from renderers.tables.page import SIMULATED, Page
from renderers.terminal import visible

ERASURE_METHOD = (
    "erasures: points lost, the score without the framing minus the score under it; scores are "
    "accuracies, calibrated (aggregate form) where chance is known; the item is the unit, the same "
    f"item on both sides, runs averaged first; [ ]: the erased ability itself; {PAIRED}; "
    "means are plain means over abilities (Welch-Satterthwaite). Against the age alone, the "
    "reference is the framing with the same age and no inability. Exploratory: with many cells, "
    "some intervals leave out 0 by chance"
)

_GROUPS, _ITEMS, _OTHERS, _DIFFERENCE = pick(
    ERASURE_CONTRAST, "groups", "n_items", "off_diagonal", "difference"
)
_ERASED, _CALIBRATED = pick(ERASURE, "erased", "calibrated")
_LABEL = 20
_CELL = 8
_NARROW = 6


def print_erasures(page: Page, found: Comparisons) -> bool:
    """Print the matrices and the means on and off their diagonals, if there are any."""
    for key, rows in groupby(found.erasures, key=_place):
        drops = list(rows)
        contrast = next((one for one in found.erasure_contrasts if _place(one) == key), None)
        page.heading(_title(drops[0]))
        page.print(*_matrix(drops, page.width), "")
        if contrast is not None:
            page.print(*_contrast(contrast), "")
    return bool(found.erasures)


def _place(row: ErasureRow) -> tuple[object, ...]:
    return row.experiment, row.condition, row.wording, row.model, row.age_alone


def _title(row: ErasureRow) -> str:
    mark = f" ({SIMULATED})" if row.simulated else ""
    return f"erasures against {AGE_ALONE.text(row)}, {of_which(row, row.model)}{mark}"


def _matrix(rows: Sequence[ErasureDrop], width: int) -> Iterator[str]:
    tested = list(dict.fromkeys(row.tested for row in rows))
    size = _CELL if _LABEL + _CELL * len(tested) <= width else _NARROW
    short = short_names(tested, size - 1)
    most = max(1, (width - _LABEL) // size)
    for at in range(0, len(tested), most):
        if at:
            yield ""
        yield from _part(rows, {one: short[one] for one in tested[at : at + most]}, size)


def _part(rows: Sequence[ErasureDrop], tested: Mapping[str, str], size: int) -> Iterator[str]:
    """The columns of these groups, with their short names."""
    head = "".join(f"{short or 'all':>{size}}" for short in tested.values())
    yield f"{_ERASED.name:<{_LABEL}}{head}"
    references = dict.fromkeys(row.reference for row in rows)
    for reference in references:
        before = {row.tested: row for row in rows if row.reference == reference}
        figures = (hundredths(before[one].before) if one in before else NONE for one in tested)
        yield _line(f"score, {reference}", figures, size)
    for framing in dict.fromkeys(row.framing for row in rows):
        cells = {row.tested: row for row in rows if row.framing == framing}
        yield _line(
            next(iter(cells.values())).erased, (_cell(cells.get(one)) for one in tested), size
        )
        if size == _CELL:
            yield _line("", (_interval(cells.get(one)) for one in tested), size)
    counts = {row.tested: row.n for row in rows}
    yield _line(f"n {_ITEMS.heading}", (str(counts[one]) for one in tested), size)
    scales = {row.tested: row.calibrated for row in rows}
    if len(set(scales.values())) > 1:
        yield _line(_CALIBRATED.name, (TRUTH.text(scales[one]) or "" for one in tested), size)


def _line(label: str, figures: Iterator[str], size: int) -> str:
    shown = visible(label)
    name = shown if len(shown) <= _LABEL else f"{shown[: _LABEL - 2]}…"
    return (f"{name:<{_LABEL}}" + "".join(f"{one:>{size}}" for one in figures)).rstrip()


def _cell(row: ErasureDrop | None) -> str:
    if row is None:
        return NONE
    return f"[{hundredths(row.drop)}]" if row.diagonal else hundredths(row.drop)


def _interval(row: ErasureDrop | None) -> str:
    if row is None or row.ci95 is None:
        return ""
    return f"{hundredths(row.ci95[0])} {hundredths(row.ci95[1])}"


def _contrast(row: ErasureContrast) -> Iterator[str]:
    yield f"mean drop, {row.n} {_ITEMS.heading} of {row.groups} {_GROUPS.heading}"
    yield f"{f'  of the {_ERASED.name} ability':<{_LABEL + 4}}{_mean(row.diagonal)}"
    yield f"{f'  of the {_OTHERS.heading}':<{_LABEL + 4}}{_mean(row.off)}"
    yield f"{f'  {_DIFFERENCE.heading}':<{_LABEL + 4}}{_mean(row.difference)}"


def _mean(one: Mean) -> str:
    if one.ci95 is None:
        return hundredths(one.mean)
    return f"{hundredths(one.mean)} (95% {hundredths(one.ci95[0])} to {hundredths(one.ci95[1])})"
