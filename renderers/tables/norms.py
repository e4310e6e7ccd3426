"""Stages, macro mean and age of published accuracies, a row a participant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers.tables.fitted import Column, one_table
from renderers.tables.page import Page
from renderers.terminal import visible


@dataclass(frozen=True, slots=True)
class NormsRow:
    """A participant: calibrated accuracies of the `stages` and their `macro` mean over groups (1 is
    all right), the `age` in years with its limits `ci95`, whether it is `outside` the ages of the
    norms, and the figures that are printed beside the row, None where there are none.
    """

    participant: str
    stages: tuple[float, ...]
    macro: float
    printed_macro: float | None
    age: float
    ci95: tuple[float, float]
    outside: bool
    printed_age: float | None


def render_norms(
    rows: Sequence[NormsRow], stages: Sequence[str], notes: Sequence[str], *, width: int
) -> str:
    """The table and its notes as text, no line wider than `width` columns."""
    columns = [
        Column(
            "participant",
            tuple(visible(one.participant) for one in rows),
            right=False,
            folds=True,
            label=True,
        ),
        *(
            Column(
                visible(stage).replace(" ", "\n"), tuple(_percent(one.stages[at]) for one in rows)
            )
            for at, stage in enumerate(stages)
        ),
        Column("macro", tuple(_percent(one.macro) for one in rows)),
        Column("printed", tuple(_percent(one.printed_macro) for one in rows)),
        Column("age", tuple(f"{one.age:.1f}{'*' if one.outside else ''}" for one in rows)),
        Column(
            "95%,\nitems",
            tuple(f"{one.ci95[0]:.1f} to {one.ci95[1]:.1f}" for one in rows),
            joined=True,
        ),
        Column("printed\nage", tuple(_years(one.printed_age) for one in rows)),
    ]
    shown = [column for column in columns if any(column.cells)]
    page = Page(width=width)
    page.print(one_table(shown, width), "", *notes)
    return f"{page.text}\n"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def _years(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
