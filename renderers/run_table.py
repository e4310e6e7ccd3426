"""The table at the end of a run: a row a cell, and below it a row a contrast.

Everything in it is called provisional, a simulated participant is called simulated in the title
and in its rows, and what is not known is printed as unknown.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from renderers.design_words import counted
from renderers.fitted_table import Column, split_tables
from renderers.page_console import page_console
from renderers.score_rows import CellScore, ContrastScore
from renderers.terminal import visible

UNKNOWN = "unknown"


def decimal(value: Fraction | None, places: int = 2) -> str:
    """A fraction in decimals, or `-` where there is none."""
    if value is None:
        return "-"
    # Rounded as a fraction: a float of 2.935 is less, and would be 2.93.
    exact = round(Fraction(value) * 10**places)
    return f"{exact / 10**places + 0.0:.{places}f}"


def published(text: str) -> str:
    """A published figure with as many decimals as the figures beside it, where it is a number."""
    try:
        return decimal(Fraction(text))
    except ValueError:
        return visible(text)


def percent(value: Fraction | None) -> str:
    """A fraction in whole percent, or `-`."""
    return "-" if value is None else f"{float(value) * 100:.0f}%"


def render_run(
    cells: Sequence[CellScore],
    contrasts: Sequence[ContrastScore],
    *,
    telling: Sequence[str] = (),
    missing: int = 0,
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables of one experiment as text, no line wider than `width`.

    `missing` planned trials are not in them, and the tables say so. `telling` are the sentences on
    what these draws can tell apart.
    """
    stream = io.StringIO()
    console = page_console(stream, width=width, colour=colour)
    title = visible(cells[0].experiment) if cells else "no trials were run"
    console.print(f"{title}{simulated_mark(cells)}", style="bold")
    if missing:
        there = sum(row.trials for row in cells)
        console.print(f"INCOMPLETE: {missing} of {there + missing} planned trials are missing")
    # One table a participant: a column with the same long name in every row would leave no room.
    tables = split_tables(_cell_columns(cells), [row.model for row in cells], width)
    passed = split_tables(_contrast_columns(contrasts), [row.model for row in contrasts], width)
    for model in tables:
        rows = [row for row in cells if row.model == model]
        console.print("")
        simulated = " (simulated)" if rows[0].simulated else ""
        console.print(f"{visible(model)}{simulated}, provisional scores")
        console.print(tables[model])
        if model in passed:
            console.print("")
            console.print(passed[model])
    console.print("")
    for line in (*_legend(cells, contrasts), *telling):
        console.print(line)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def simulated_mark(cells: Sequence[CellScore]) -> str:
    """All of it is no data, or the part that is none is named."""
    simulated = dict.fromkeys(row.model for row in cells if row.simulated)
    if not simulated:
        return ""
    if all(row.simulated for row in cells):
        return ": SIMULATED, not data"
    return f": in part SIMULATED, not data ({', '.join(map(visible, simulated))})"


def _cell_columns(cells: Sequence[CellScore]) -> list[Column]:
    columns = []
    if any(row.condition for row in cells):
        names = tuple(visible(row.condition) for row in cells)
        columns.append(Column("condition", names, right=False, folds=True, label=True))
    columns += [
        Column("wording", tuple(row.wording for row in cells), right=False, label=True),
        _numbers("n", [str(row.draws) for row in cells]),
        _numbers("texts", [str(row.n_texts) for row in cells], wanted=4),
        _numbers("LRS", [decimal(row.lrs.mean) for row in cells]),
        _numbers("chance\nLRS", [_chance(row) for row in cells], wanted=1),
        _numbers("correct", [percent(row.share.mean) for row in cells]),
    ]
    if any(row.told_again for row in cells):
        columns += [
            _numbers(
                "own\nstory",
                [percent(row.own_share.mean if row.told_again else None) for row in cells],
            ),
            _numbers("matched\nstories", [percent(row.twin_share.mean) for row in cells]),
        ]
    columns += [
        _numbers("control\nfailed", [_of_trials(row, "gate_failed") for row in cells], wanted=2),
        _numbers("needs\na human", [f"{row.needs_human}/{row.trials}" for row in cells]),
    ]
    for who in dict.fromkeys(row.reference[0] for row in cells if row.reference):
        figures = [
            published(row.reference[1]) if row.reference and row.reference[0] == who else UNKNOWN
            for row in cells
        ]
        columns.append(_numbers(f"{visible(who)}\nLRS", figures, wanted=3))
    return columns


def _of_trials(row: CellScore, status: str) -> str:
    return f"{row.statuses.get(status, 0)}/{row.trials}"


def _chance(row: CellScore) -> str:
    return UNKNOWN if row.chance is None else decimal(row.chance)


def _numbers(heading: str, cells: Sequence[str], *, wanted: int = 0) -> Column:
    return Column(heading, tuple(cells), wanted=wanted)


def _legend(cells: Sequence[CellScore], contrasts: Sequence[ContrastScore]) -> list[str]:
    lines = [
        "LRS (0 to 5) is provisional: scored automatically; undecided trials are left out",
        "n: draws; texts: distinct texts among them; correct: proportion correct, ignoring "
        "control questions",
        "chance LRS: expected from guessing, controls passed",
    ]
    if any(row.told_again for row in cells):
        lines.append(
            "own story, matched stories: proportion correct in the paper's story and in its "
            "variants"
        )
    if any(row.lrs.mean is None for row in cells):
        lines.append("-: unknown; no trial in the row could be scored automatically")
    if contrasts:
        lines.append("a draw passes a contrast when all its questions are right")
    if any(row.reference for row in cells):
        whose = list(dict.fromkeys(row.reference[0] for row in cells if row.reference))
        lines.append(
            f"{', '.join(map(visible, whose))}: published values; see the script's references"
        )
    lost = sum(row.technical for row in cells)
    silent = sum(row.statuses.get(one, 0) for row in cells for one in ("no_answer", "off_task"))
    if silent:
        lines.append(f"{counted(silent, 'trial')} scored 0: no answer, or off task")
    if lost:
        verb = "has" if lost == 1 else "have"
        lines.append(f"{counted(lost, 'trial')} {verb} no score: {_why_lost(cells)}")
    return lines


_ENDS = {
    "length": "cut off at the token limit",
    "unparsable": "without readable text",
    "unknown": "ended for an unknown reason, possibly incomplete",
}


def _why_lost(cells: Sequence[CellScore]) -> str:
    """How the replies ended that cost trials their score."""
    ends = sum((Counter(row.lost) for row in cells), Counter[str]())
    if not ends:
        return "a reply was lost"
    told = (f"{_ENDS.get(end, visible(end))} ({end})" for end in sorted(ends))
    return "; ".join(
        f"{counted(ends[end], 'reply', 'replies')} {words}"
        for end, words in zip(sorted(ends), told, strict=True)
    )


def _contrast_columns(contrasts: Sequence[ContrastScore]) -> list[Column]:
    names = tuple(visible(row.contrast) for row in contrasts)
    columns = [Column("contrast", names, right=False, folds=True, label=True)]
    if any(row.condition for row in contrasts):
        conditions = tuple(visible(row.condition) for row in contrasts)
        columns.append(Column("condition", conditions, right=False, folds=True, label=True))
    return [
        *columns,
        Column("wording", tuple(row.wording for row in contrasts), right=False, label=True),
        _numbers("passed", [_passed(row) for row in contrasts]),
        _numbers(
            "chance",
            [UNKNOWN if r.chance is None else f"{float(r.chance) * 100:.1f}%" for r in contrasts],
        ),
    ]


def _passed(row: ContrastScore) -> str:
    # A reply may have been lost, or need a human.
    verb = "lacks" if row.undecided == 1 else "lack"
    undecided = f", {row.undecided} {verb} a mark" if row.undecided else ""
    # A part of a draw is passed where its samples differ.
    passed = str(row.passed) if row.passed.denominator == 1 else f"{float(row.passed):.1f}"
    return f"{passed} of {row.n}{undecided}"
