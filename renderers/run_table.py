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
    reference: str | None


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
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables of one experiment as text, no line wider than `width`."""
    from rich.console import Console

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    simulated = any(row.simulated for row in cells)
    title = visible(cells[0].experiment) if cells else "nothing was run"
    console.print(f"{title}{': SIMULATED, not data' if simulated else ''}", style="bold")
    console.print(_cell_table(cells))
    for line in _legend(cells):
        console.print(line)
    if contrasts:
        console.print("")
        console.print(_contrast_table(contrasts))
        console.print(
            "passed: all its questions right in one draw; chance: how often a guesser would"
        )
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")


def _cell_table(cells: Sequence[CellRow]) -> Table:
    from rich.text import Text

    table = _table()
    models = len({row.model for row in cells}) > 1
    named = any(row.condition for row in cells)
    referred = any(row.reference for row in cells)
    if models:
        table.add_column("participant")
    if named:
        table.add_column("condition")
    table.add_column("wording")
    for heading in ("n", "texts", "provisional LRS", "chance LRS", "share right", "gate failed"):
        table.add_column(heading, justify="right")
    table.add_column("needs a human", justify="right")
    if referred:
        table.add_column("published LRS", justify="right")
    for row in cells:
        fields = [
            *([visible(row.model)] if models else []),
            *([visible(row.condition)] if named else []),
            row.wording,
            str(row.n),
            str(row.n_texts),
            decimal(row.provisional_lrs),
            decimal(row.chance_lrs) if row.chance_lrs is not None else UNKNOWN,
            percent(row.share),
            f"{row.gate_failures} of {row.trials}",
            f"{row.needs_human} of {row.trials}",
            *([visible(row.reference or UNKNOWN)] if referred else []),
        ]
        table.add_row(*map(Text, fields))
    return table


def _legend(cells: Sequence[CellRow]) -> list[str]:
    lines = [
        "n: draws; texts: distinct texts among them; LRS 0 to 5, from the matcher, not from coders",
        "share right: gates ignored; chance LRS: guessing every question, gates passed",
    ]
    lost = sum(row.technical for row in cells)
    silent = sum(row.no_answer for row in cells)
    if silent:
        lines.append(f"{silent} scored 0 because nothing was answered, or nothing to the point")
    if lost:
        lines.append(f"{lost} have no score: a reply was cut off by a limit of ours, or was lost")
    return lines


def _contrast_table(contrasts: Sequence[ContrastRow]) -> Table:
    from rich.text import Text

    table = _table()
    models = len({row.model for row in contrasts}) > 1
    named = any(row.condition for row in contrasts)
    if models:
        table.add_column("participant")
    table.add_column("contrast")
    if named:
        table.add_column("condition")
    for heading in ("wording", "passed", "chance"):
        table.add_column(heading, justify="left" if heading == "wording" else "right")
    for row in contrasts:
        undecided = f" ({row.undecided} need a human)" if row.undecided else ""
        fields = [
            *([visible(row.model)] if models else []),
            visible(row.contrast),
            *([visible(row.condition)] if named else []),
            row.wording,
            f"{row.passed} of {row.n}{undecided}",
            UNKNOWN if row.chance is None else f"{float(row.chance) * 100:.1f}%",
        ]
        table.add_row(*map(Text, fields))
    return table
