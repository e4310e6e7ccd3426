"""Items of a bank by the methods by which a base model is asked: a line for each group, and the
methods side by side, as Wang et al. (2024, Table 8) have them; then every reading of each method.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.experiment import METHOD
from dsl.scoring import ScoreLevel
from renderers.number_words import between, decimal, percent
from renderers.rows.likelihoods import READINGS, WeighedCell, WeighedGroup
from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible


def has_whole(cells: Sequence[WeighedCell]) -> bool:
    """Whether some reply has the likelihood of the whole text."""
    return any(one.n for cell in cells for one in cell.shares if one.reading == "whole")


def print_banks(page: Page, cells: Sequence[WeighedCell]) -> None:
    """The tables of every participant that items were weighed by."""
    together: dict[tuple[object, ...], list[WeighedCell]] = {}
    for cell in cells:
        if cell.groups:
            key = cell.experiment, cell.model, *_others(cell), cell.wording
            together.setdefault(key, []).append(cell)
    for found in together.values():
        first = found[0]
        wording = [] if first.wording == ORIGINAL else [first.wording]
        named = (first.experiment, first.model, *_others(first), *wording)
        name = ", ".join(map(visible, named))
        page.table(
            f"{name}: calibrated accuracy by method",
            one_table(_methods(found), page.width),
            simulated=first.simulated,
        )
        for cell in found:
            page.table(
                f"{name}, {visible(_method(cell))}: calibrated accuracy by reading",
                one_table(_readings(cell), page.width),
                simulated=first.simulated,
            )


def _others(cell: WeighedCell) -> list[str]:
    """The levels of the other conditions."""
    return [level for factor, level in cell.levels if factor != METHOD]


def _method(cell: WeighedCell) -> str:
    return dict(cell.levels).get(METHOD, cell.condition)


def _methods(cells: Sequence[WeighedCell]) -> list[Column]:
    """Groups, and for each method what decided, with its interval over items."""
    columns = _groups(cells[0].groups)
    for cell in cells:
        reading = max(cell.decided, key=lambda pair: pair[1])[0]
        heading = f"{visible(_method(cell))}\nby {visible(reading)}"
        columns.append(Column(heading, tuple(decimal(one.figure.mean) for one in cell.groups)))
        intervals = tuple(between(one.figure.ci95) for one in cell.groups)
        columns.append(Column("95%", intervals, joined=True))
    return columns


def _readings(cell: WeighedCell) -> list[Column]:
    """Groups, and what each reading comes to."""
    columns = _groups(cell.groups)
    for at, reading in enumerate(READINGS):
        shares = [one.shares[at] for one in cell.groups]
        if any(one.n for one in shares):
            columns.append(Column(reading, tuple(decimal(one.calibrated) for one in shares)))
    return columns


def _groups(groups: Sequence[WeighedGroup]) -> list[Column]:
    """The names of the groups, their items and the chance in them."""
    names = {ScoreLevel.MACRO: "mean of groups", ScoreLevel.CELL: "all items"}
    named = tuple(names.get(one.level, visible(one.group) or "no group") for one in groups)
    return [
        Column("group", named, right=False, label=True),
        Column("n", tuple(str(one.n) for one in groups)),
        Column("chance", tuple(percent(one.chance) for one in groups)),
    ]
