"""Agreement on a study as a page of short tables, with sentences that say what each is of.

Where there is no figure a letter stands for the reason, which is written out below the table. A
bare dash was rejected: it is read as "nothing to report".
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderers.fitted_table import Column, one_table
from renderers.page_console import page_console
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import Console

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class FigureText:
    """A figure, or the reason why there is none. `percent`: it is a share, printed as such."""

    value: float | None
    reason: str = ""
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """The interval of a figure, or the reason why there is none; without one it is empty."""

    ci95: tuple[float, float] | None
    percent: bool = False
    reason: str = ""


Cell = str | int | FigureText | Between


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One row of a table: what it is of, and its cells: words, counts or figures."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class AgreementSection:
    """A heading, sentences, a table with `columns` headings after the first, and notes below it.

    `last_in_words`: the last column holds words, which may be folded.
    """

    heading: str
    sentences: tuple[str, ...] = ()
    first: str = ""
    columns: tuple[str, ...] = ()
    lines: tuple[AgreementRow, ...] = ()
    notes: tuple[str, ...] = ()
    last_in_words: bool = False


def render_agreement(
    title: str, sections: Sequence[AgreementSection], *, width: int = 80, colour: bool = False
) -> str:
    """The page as text, no line wider than `width`."""
    from rich.text import Text

    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    console.print(Text(visible(title), style="bold"))
    for section in sections:
        console.print("")
        if section.heading:
            console.print(Text(visible(section.heading), style="bold"))
        for sentence in section.sentences:
            console.print(Text(visible(sentence)))
        if section.lines:
            _table(console, section)
        for note in section.notes:
            console.print(Text(visible(note)))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _table(console: Console, section: AgreementSection) -> None:
    from rich.text import Text

    reasons: dict[str, str] = {}
    rows = [[cell_text(cell, reasons) for cell in line.cells] for line in section.lines]
    names = tuple(visible(line.name) for line in section.lines)
    columns = [Column(section.first, names, right=False, folds=True, label=True)]
    for place, heading in enumerate(section.columns):
        cells = tuple(visible(row[place]) for row in rows)
        words = section.last_in_words and place == len(section.columns) - 1
        interval = "interval" in heading
        columns.append(
            Column(visible(heading), cells, right=not words, folds=words, joined=interval)
        )
    console.print(one_table(columns, console.width))
    for reason, letter in reasons.items():
        console.print(Text(visible(f"{letter}) {reason}")))


def cell_text(cell: Cell, reasons: dict[str, str]) -> str:
    """What stands in a cell; a reason gets the next letter and is added to `reasons`."""
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Between):
        if cell.ci95 is None:
            return _letter(cell.reason, reasons) if cell.reason else ""
        low, high = (_written(one, cell.percent) for one in cell.ci95)
        return f"{low} to {high}"
    if cell.value is None:
        return _letter(cell.reason or "not known", reasons)
    return _written(cell.value, cell.percent)


def _letter(reason: str, reasons: dict[str, str]) -> str:
    place = len(reasons)
    letter = _LETTERS[place % 26] * (place // 26 + 1)
    return f"{reasons.setdefault(reason, letter)})"


def _written(value: float, percent: bool) -> str:
    # -0.004 rounds to a zero that should not look negative.
    return f"{100 * value:.0f}%" if percent else f"{round(value, 2) + 0.0:.2f}"


def joined(names: Iterable[str]) -> str:
    """Names in a sentence: `A`, `A and B`, `A, B and C`."""
    every = list(names)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} and {every[-1]}"
