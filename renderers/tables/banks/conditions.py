"""Scores of a bank under many conditions, such as framings: a line for each condition, and a column
for each group of items. Wang et al. (2024, Table 6) print erasures so.

With many groups their names are cut, and figures are whole, so that the table is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.scoring import ScoreLevel
from renderers.fields.kinds import row_name
from renderers.number_words import NONE
from renderers.rows.measures import Figure
from renderers.rows.questions import KindScore
from renderers.tables.banks.short_names import short_names
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible

WITH_INTERVALS = 4
"""So many groups have intervals in the table; more have their figures only."""
_LETTERS = 5
"""Of the name of a group, where there are more."""

_LEVELS = (ScoreLevel.GROUP, ScoreLevel.MACRO, ScoreLevel.CELL)


def has_intervals(rows: Sequence[KindScore]) -> bool:
    """Whether the groups are so few that the table has their intervals."""
    return len({row.group for row in rows if row.level is ScoreLevel.GROUP}) <= WITH_INTERVALS


def print_conditions(page: Page, rows: Sequence[KindScore]) -> None:
    """A table for each participant, of the last kind of score that tables have."""
    intervals = has_intervals(rows)
    by_participant: dict[tuple[str, str], list[KindScore]] = {}
    for row in rows:
        by_participant.setdefault((row.model, row.wording), []).append(row)
    for (model, wording), found in by_participant.items():
        kind = next(one.kind for one in reversed(found[0].measures) if one.printed)
        named = ", ".join(filter(None, (model, wording if wording != ORIGINAL else "")))
        title = f"{kind.criterion}, percent: {visible(named)}"
        table = one_table(_columns(found, intervals=intervals), page.width)
        page.table(title, table, simulated=found[0].simulated)


def _columns(rows: Sequence[KindScore], *, intervals: bool) -> list[Column]:
    """The conditions of one participant, groups, their mean, and how many items there are."""
    conditions = list(dict.fromkeys(row.condition for row in rows))
    found = {(row.condition, row.level, row.group): row for row in rows}
    names = dict.fromkeys((row.level, row.group) for row in rows if row.level in _LEVELS)
    groups = [group for level, group in names if level is ScoreLevel.GROUP]
    short = dict(short_names(groups, _LETTERS)) | {"": "mean"}
    columns = [
        Column("condition", tuple(map(visible, conditions)), label=True, right=False, folds=True)
    ]
    for level, group in sorted(names, key=lambda name: _LEVELS.index(name[0])):
        if level is ScoreLevel.CELL and groups and not intervals:
            continue
        cells = [found.get((condition, level, group)) for condition in conditions]
        some = next(row for row in cells if row is not None)
        name = row_name(some) if intervals else short[group]
        mean = tuple(_percent(row, 1 if intervals else 0) for row in cells)
        columns.append(Column(f"{name}\nn {some.items}", mean))
        if intervals:
            columns.append(Column("95%", tuple(map(_interval, cells)), joined=True))
    whole = [found.get((condition, ScoreLevel.CELL, "")) for condition in conditions]
    unmarked = [0 if row is None else row.undecided for row in whole]
    if any(unmarked):
        columns.append(Column("no\nmark", tuple(str(one or NONE) for one in unmarked)))
    return columns


def _percent(row: KindScore | None, digits: int) -> str:
    mean = None if row is None else _last(row).mean
    return NONE if mean is None else f"{round(float(100 * mean), digits) + 0:.{digits}f}"


def _interval(row: KindScore | None) -> str:
    ends = None if row is None else _last(row).ci95
    return NONE if ends is None else f"{100 * ends[0]:.0f} {100 * ends[1]:.0f}"


def _last(row: KindScore) -> Figure:
    return next(one.figure for one in reversed(row.measures) if one.printed)
