"""Every cell with its LRS, what the LRS is made of, and what it has to be held against."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Column, Section, html_table
from renderers.report.values import Value

_COLUMNS = (
    Column("Condition"),
    Column("Wording"),
    Column("Model"),
    Column("LRS", numeric=True),
    Column("95% interval", numeric=True),
    Column("Draws", numeric=True),
    Column("Texts", numeric=True),
    Column("Share right", numeric=True),
    Column("Guessing", numeric=True),
)


def cells(document: Value) -> Section:
    """The cells, a table for each experiment, from the whole document."""
    groups: dict[str, list[Value]] = {}
    for cell in document["score"]["cells"]:
        groups.setdefault(cell["experiment"].text, []).append(cell)
    simulated = document["score"]["simulated"].true
    tables = [
        html_table(title, _COLUMNS, [_row(cell) for cell in group], simulated=simulated)
        for title, group in groups.items()
    ]
    return Section("cells", "LRS by experiment and cell", Markup("").join(tables))


def _row(cell: Value) -> list[Markup | str]:
    return [
        cell["condition"].named(),
        cell["wording"].named(),
        cell["model"].named(),
        cell["lrs_mean"].rounded(none="none"),
        cell["ci95"].interval(),
        cell["n_draws"].count(),
        cell["n_texts"].count(),
        cell["share_mean"].percent(),
        cell["chance_lrs"].rounded(),
    ]
