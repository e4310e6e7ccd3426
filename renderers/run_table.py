"""The table at the end of a run: a row a cell, and below it a row a contrast.

Everything in it is called provisional, a simulated participant is called simulated in the title
and in its rows, and what is not known is printed as unknown.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.trial import Levels
from renderers.design_words import counted
from renderers.page_console import page_console
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.table import Table

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CellRow:
    """A cell x wording x participant. Means are exact; None where nothing can be said.

    `n` counts draws, `trials` also their samples, `n_texts` distinct texts. `needs_human` counts
    the trials that have no provisional LRS because a reply needs a person; they are not in the
    means.
    """

    experiment: str
    condition: str
    levels: Levels
    wording: str
    model: str
    simulated: bool
    n: int
    trials: int
    n_texts: int
    gate_failures: int
    no_answer: int
    technical: int
    provisional_lrs: Fraction | None
    lrs_linear: Fraction | None
    share: Fraction | None
    chance_lrs: Fraction | None
    needs_human: int
    reference: tuple[str, str] | None
    """Who was measured in a publication, and the LRS as printed there: `("LaMDA", "3.74")`."""


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """A contrast x wording x participant; `condition` names the levels it does not compare."""

    experiment: str
    contrast: str
    condition: str
    model: str
    simulated: bool
    wording: str
    n: int
    passed: int
    undecided: int
    chance: Fraction | None


def decimal(value: Fraction | None, places: int = 2) -> str:
    """A fraction in decimals, or `-` where there is none."""
    return "-" if value is None else f"{float(value):.{places}f}"


def percent(value: Fraction | None) -> str:
    """A fraction in whole percent, or `-`."""
    return "-" if value is None else f"{float(value) * 100:.0f}%"


def render_run(
    cells: Sequence[CellRow],
    contrasts: Sequence[ContrastRow],
    *,
    missing: int = 0,
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables of one experiment as text, no line wider than `width`.

    `missing` planned trials are not in them, and the tables say so.
    """
    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    title = visible(cells[0].experiment) if cells else "nothing was run"
    console.print(f"{title}{_mark(cells)}", style="bold")
    if missing:
        there = sum(row.trials for row in cells)
        console.print(f"INCOMPLETE: {missing} of {there + missing} planned trials are not in here")
    # One table a participant: a column with the same long name in every row would leave no room.
    for model in dict.fromkeys(row.model for row in cells):
        rows = [row for row in cells if row.model == model]
        console.print("")
        simulated = " (simulated)" if rows[0].simulated else ""
        console.print(f"{visible(model)}{simulated}, provisional scores")
        console.print(_cell_table(rows))
        here = [row for row in contrasts if row.model == model]
        if here:
            console.print("")
            console.print(_contrast_table(here))
    console.print("")
    for line in _legend(cells, contrasts):
        console.print(line)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _mark(cells: Sequence[CellRow]) -> str:
    """All of it is no data, or the part that is none is named."""
    simulated = dict.fromkeys(row.model for row in cells if row.simulated)
    if not simulated:
        return ""
    if all(row.simulated for row in cells):
        return ": SIMULATED, not data"
    return f": in part SIMULATED, not data ({', '.join(map(visible, simulated))})"


def _table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )


def _cell_table(cells: Sequence[CellRow]) -> Table:
    from rich.text import Text

    table = _table()
    named = any(row.condition for row in cells)
    whose = list(dict.fromkeys(row.reference[0] for row in cells if row.reference))
    if named:
        table.add_column("condition", overflow="fold", min_width=12)
    table.add_column("wording", no_wrap=True)
    headings = ["n", "texts", "LRS", "chance\nLRS", "share\nright", "gate\nfailed"]
    headings += ["needs\na human", *(f"{visible(who)}\nLRS" for who in whose)]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in cells:
        fields = [
            *([visible(row.condition)] if named else []),
            row.wording,
            str(row.n),
            str(row.n_texts),
            decimal(row.provisional_lrs),
            decimal(row.chance_lrs) if row.chance_lrs is not None else UNKNOWN,
            percent(row.share),
            f"{row.gate_failures}/{row.trials}",
            f"{row.needs_human}/{row.trials}",
            *(
                visible(row.reference[1]) if row.reference and row.reference[0] == who else UNKNOWN
                for who in whose
            ),
        ]
        table.add_row(*map(Text, fields))
    return table


def _legend(cells: Sequence[CellRow], contrasts: Sequence[ContrastRow]) -> list[str]:
    lines = [
        "LRS, 0 to 5, is provisional: by the matcher, not by coders; means of what it decided",
        "n: draws; texts: distinct texts among them; share right: of the marks, gates ignored",
        "chance LRS: guessing every question, gates passed",
    ]
    if any(row.provisional_lrs is None for row in cells):
        lines.append("-: not known, since no trial of the row could be scored by the matcher")
    if contrasts:
        lines.append("a contrast is passed in a draw when all its questions are right")
    if any(row.reference for row in cells):
        whose = list(dict.fromkeys(row.reference[0] for row in cells if row.reference))
        lines.append(f"{', '.join(map(visible, whose))}: as published; see the script's references")
    lost = sum(row.technical for row in cells)
    silent = sum(row.no_answer for row in cells)
    if silent:
        lines.append(
            f"{counted(silent, 'trial')} scored 0 because nothing was answered, or nothing to the "
            "point"
        )
    if lost:
        verb = "has" if lost == 1 else "have"
        lines.append(
            f"{counted(lost, 'trial')} {verb} no score: a reply was cut off by a limit of ours, or "
            "was lost"
        )
    return lines


def _contrast_table(contrasts: Sequence[ContrastRow]) -> Table:
    from rich.text import Text

    table = _table()
    named = any(row.condition for row in contrasts)
    table.add_column("contrast", overflow="fold")
    if named:
        table.add_column("condition", overflow="fold")
    table.add_column("wording", no_wrap=True)
    table.add_column("passed", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True)
    for row in contrasts:
        verb = "needs" if row.undecided == 1 else "need"
        undecided = f", {row.undecided} {verb} a human" if row.undecided else ""
        fields = [
            visible(row.contrast),
            *([visible(row.condition)] if named else []),
            row.wording,
            f"{row.passed} of {row.n}{undecided}",
            UNKNOWN if row.chance is None else f"{float(row.chance) * 100:.1f}%",
        ]
        table.add_row(*map(Text, fields))
    return table
