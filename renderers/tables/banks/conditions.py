"""Scores of a bank under many conditions, such as framings: a line for each condition, and a column
for each group of items. Wang et al. (2024, Table 6) print erasures so.

With many groups their names are cut, and figures are whole, so that the table is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.scoring import ScoreLevel
from renderers.fields.banks.narrow import ITEMS, UNMARKED, interval, mean
from renderers.fields.design import CONDITION
from renderers.fields.field import columns
from renderers.fields.kinds import row_name
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
    last = next(one.kind for one in reversed(rows[0].measures) if one.printed)
    figure = mean(last, 1 if intervals else 0).of(_itself)
    ends = interval(last).of(_itself)
    made = columns([CONDITION.told(visible)], conditions)
    for level, group in sorted(names, key=lambda name: _LEVELS.index(name[0])):
        if level is ScoreLevel.CELL and groups and not intervals:
            continue
        cells = [found.get((condition, level, group)) for condition in conditions]
        some = next(row for row in cells if row is not None)
        name = row_name(some) if intervals else short[group]
        heading = f"{name}\n{ITEMS.heading} {ITEMS.text(some)}"
        made += columns([figure.but(heading=heading), *([ends] if intervals else [])], cells)
    whole = [found.get((condition, ScoreLevel.CELL, "")) for condition in conditions]
    if any(row is not None and row.undecided for row in whole):
        made += columns([UNMARKED.of(_itself)], whole)
    return made


def _itself(row: KindScore | None) -> KindScore | None:
    return row
