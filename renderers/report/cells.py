"""Every cell in the order of its domain, with its draws as a strip and its warnings."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from renderers import domain_order
from renderers.figures.strip import strip
from renderers.report.parts import Section
from renderers.report.templating import rendered
from renderers.report.values import Value
from renderers.rows.scores import CellScore

_MANY = 100
"""With more cells than this, the table of each experiment is folded."""
_WARNINGS = {"holds_guessing": "includes chance", "technical": "many trials lost"}


@dataclass(frozen=True, slots=True)
class _Cell:
    cell: Value
    strip: Markup
    heuristic: Value
    warnings: Sequence[str]


def cells_section(
    document: Value, rows: Sequence[CellScore], *, without: Container[str] = ()
) -> Section:
    """The cells, a table for each experiment but those in `without`; `rows` are those of the
    document, in its order.
    """
    warnings = document["report"]["warnings"]
    warned = {
        said: {one.whole for one in warnings[name]["cells"]} for name, said in _WARNINGS.items()
    }
    groups: dict[str, list[_Cell]] = {}
    # The order is that of the domains in the paper, as everywhere where experiments are listed.
    for at in sorted(range(len(rows)), key=lambda at: domain_order.place(rows[at].domain)):
        if rows[at].experiment not in without:
            groups.setdefault(rows[at].experiment, []).append(_cell(document, at, rows[at], warned))
    body = rendered(
        "cells", document=document, experiments=list(groups.items()), many=len(rows) > _MANY
    )
    return Section("cells", "LRS by experiment and cell", body)


def _cell(document: Value, at: int, row: CellScore, warned: Mapping[str, set[int]]) -> _Cell:
    return _Cell(
        cell=document["score"]["cells"][at],
        strip=strip(row.lrs, chance=row.chance, simulated=row.simulated),
        heuristic=document["report"]["cells"][at]["heuristic"],
        warnings=[said for said, places in warned.items() if at in places],
    )
