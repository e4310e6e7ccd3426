"""Items of a bank by the methods by which a base model is asked: a line for each group, and the
methods side by side, as Wang et al. (2024, Table 8) have them; then every reading of each method.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.expand import ORIGINAL
from dsl.experiment import METHOD
from renderers.fields.field import columns, pick
from renderers.fields.likelihoods import GROUP, READING
from renderers.rows.likelihoods import READINGS, WeighedCell
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
    made = columns(_GROUPS, cells[0].groups)
    for cell in cells:
        reading = max(cell.decided, key=lambda pair: pair[1])[0]
        heading = f"{visible(_method(cell))}\nby {visible(reading)}"
        made += columns((_FIGURE.but(heading=heading), _CI95), cell.groups)
    return made


def _readings(cell: WeighedCell) -> list[Column]:
    """Groups, and what each reading comes to."""
    made = columns(_GROUPS, cell.groups)
    for at, reading in enumerate(READINGS):
        shares = [one.shares[at] for one in cell.groups]
        if any(one.n for one in shares):
            made += columns((_CALIBRATED.but(heading=reading),), shares)
    return made


_GROUPS = pick(GROUP, "group", "n_items", "chance")
"""The names of the groups, their items and the chance in them."""
_FIGURE, _CI95 = pick(GROUP, "calibrated", "ci95")
(_CALIBRATED,) = pick(READING, "calibrated")
