"""Figures of agreement as tables: each with its interval and what it rests on.

A figure that there is none of keeps its row, with the reason: a table from which the undefined ones
are missing looks as if they had not been asked for. No adjective stands beside any figure; the
usual scales ("substantial", "almost perfect") are one author's, and fit no other coefficient.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from renderers.fitted_table import Column, one_table, split_tables
from renderers.page_console import page_console
from renderers.terminal import visible


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One coefficient: its title, value and interval, and `note`: how the interval was made, or why
    there is none. `value` is None where there is no figure, and the note says why.
    """

    title: str
    value: float | None
    ci95: tuple[float, float] | None
    note: str


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """Coefficients that rest on the same items; the heading says on which, and how many."""

    heading: str
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two coders, the items that both rated, and their figures in the order of the columns."""

    coders: tuple[str, str]
    n: int
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category, how many ratings it got, its specific agreement and its kappa."""

    label: str
    n: int
    specific: float | None
    against_rest: float | None


@dataclass(frozen=True, slots=True)
class AgreementPage:
    """All of it. `confusion` holds the counts of two coders, the first one's categories as rows;
    `notes` are sentences that stand below.
    """

    title: str
    lines: tuple[str, ...]
    groups: tuple[FigureGroup, ...]
    coders: tuple[str, ...]
    categories: tuple[CategoryRow, ...]
    pair_columns: tuple[str, ...]
    pairs: tuple[PairRow, ...]
    confusion: tuple[tuple[int, ...], ...] | None
    notes: tuple[str, ...]


MOST_SHOWN = 12
"""Categories up to which tables by category and of two coders are printed; all are in --json."""

LONG, OFTEN = 20, 3
"""A note longer than this that stands in as many rows is printed once, below, with a number."""


def figure(value: float | None) -> str:
    """A coefficient in three decimals, `-` where there is none."""
    if value is None:
        return "-"
    # -0.0004 rounds to a zero that should not look negative.
    return f"{round(value, 3) + 0.0:.3f}"


def between(ci95: tuple[float, float] | None) -> str:
    """An interval in three decimals, empty where there is none."""
    return "" if ci95 is None else f"{figure(ci95[0])} to {figure(ci95[1])}"


def render_agreement(page: AgreementPage, *, width: int = 100, colour: bool = False) -> str:
    """The tables as text, no line wider than `width`."""
    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    console.print(visible(page.title), style="bold")
    for line in page.lines:
        console.print(visible(line))
    numbers = numbered(page.groups)
    rows = [row for group in page.groups for row in group.rows]
    groups = [at for at, group in enumerate(page.groups) for _ in group.rows]
    for at, table in split_tables(_figures(rows, numbers), groups, width).items():
        console.print("")
        console.print(visible(page.groups[at].heading), style="bold")
        console.print(table)
    for note, number in numbers.items():
        console.print(f"note {number}: {visible(note)}")
    if len(page.coders) > 2 and page.pairs:
        console.print("")
        console.print("each pair of coders", style="bold")
        console.print(one_table(_pairs(page.pair_columns, page.pairs), width))
    if 0 < len(page.categories) <= MOST_SHOWN:
        console.print("")
        console.print("each category", style="bold")
        console.print(one_table(_categories(page.categories), width))
        if page.confusion is not None:
            console.print("")
            console.print(
                f"items by both ratings: rows {visible(page.coders[0])}, columns "
                f"{visible(page.coders[1])}",
                style="bold",
            )
            console.print(
                one_table(_confusion([row.label for row in page.categories], page.confusion), width)
            )
    if page.notes:
        console.print("")
    for note in page.notes:
        console.print(visible(note))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def numbered(groups: Sequence[FigureGroup]) -> dict[str, int]:
    """The notes that are printed once below the figures, each with its number, in order.

    One reason often holds for twenty coefficients, and in a narrow column it takes five lines.
    """
    times = Counter(row.note for group in groups for row in group.rows)
    often = [note for note, count in times.items() if count >= OFTEN and len(note) > LONG]
    return {note: number for number, note in enumerate(often, 1)}


def _figures(rows: Sequence[FigureRow], numbers: Mapping[str, int]) -> list[Column]:
    notes = tuple(
        f"note {numbers[row.note]}" if row.note in numbers else visible(row.note) for row in rows
    )
    return [
        _label("coefficient", (row.title for row in rows)),
        _numbers("value", (figure(row.value) for row in rows)),
        _numbers("95% interval", (between(row.ci95) for row in rows), joined=True),
        Column("interval by, or why there is none", notes, right=False, folds=True),
    ]


def _pairs(headings: Sequence[str], pairs: Sequence[PairRow]) -> list[Column]:
    return [
        _label("coders", (", ".join(pair.coders) for pair in pairs)),
        _numbers("items", (f"{pair.n:,}" for pair in pairs)),
        *(
            _numbers(heading, (figure(pair.values[place]) for pair in pairs))
            for place, heading in enumerate(headings)
        ),
    ]


def _categories(rows: Sequence[CategoryRow]) -> list[Column]:
    return [
        _label("category", (row.label for row in rows)),
        _numbers("ratings", (f"{row.n:,}" for row in rows)),
        _numbers("specific\nagreement", (figure(row.specific) for row in rows)),
        _numbers("kappa against\nthe rest", (figure(row.against_rest) for row in rows)),
    ]


def _confusion(labels: Sequence[str], counts: Sequence[Sequence[int]]) -> list[Column]:
    return [
        _label("", labels),
        *(
            _numbers(visible(label), (f"{row[place]:,}" for row in counts))
            for place, label in enumerate(labels)
        ),
    ]


def _label(heading: str, cells: Iterable[str]) -> Column:
    texts = tuple(map(visible, cells))
    return Column(heading, texts, right=False, folds=True, label=True)


def _numbers(heading: str, cells: Iterable[str], *, joined: bool = False) -> Column:
    return Column(heading, tuple(cells), joined=joined)
