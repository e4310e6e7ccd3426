"""The table at the end of a run: a row a cell, and below it a row a contrast.

Everything in it is called provisional, a simulated participant is called simulated in the title
and in its rows, and what is not known is printed as unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.words import counted
from renderers.fields.cell_tables import run_columns
from renderers.fields.cells import CHANCE_NOTE
from renderers.fields.even import EVEN_NOTE, EVEN_TITLE, even_columns
from renderers.fields.field import columns, pick
from renderers.fields.kinds import kind_columns
from renderers.fields.means import CONTRAST
from renderers.fields.script_measures import (
    MEASURES_TITLE,
    SURVIVAL_TITLE,
    measure_columns,
    measure_notes,
    of_trainings,
    survival_columns,
)
from renderers.number_words import NOT_DATA, plain
from renderers.rows.questions import EvenScore, KindScore
from renderers.rows.scores import CellScore, ContrastScore, StudyScores
from renderers.rows.script_measures import MeasureScore, over_many_conditions
from renderers.tables.banks.groups import bank_notes, print_banks
from renderers.tables.fitted import Column, split_tables
from renderers.tables.page import OfModel, Page
from renderers.tables.score_words import CONTRAST_NOTE, COUNTED_IN, without_tests, words_for_none
from renderers.terminal import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

PROVISIONAL = "LRS (0 to 5) is provisional: scored automatically; undecided trials are left out"
MOST_SHOWN = 12
"""So many participants have tables at the end of a run; of more the rest is in `devrun score`."""


def render_run(
    cells: Sequence[CellScore],
    contrasts: Sequence[ContrastScore],
    even: Sequence[EvenScore] = (),
    measured: Sequence[MeasureScore] = (),
    kinds: Sequence[KindScore] = (),
    *,
    bank: StudyScores | None = None,
    untested: bool = False,
    telling: Sequence[str] = (),
    missing: int = 0,
    width: int = 100,
    colour: bool = False,
) -> str:
    """The tables of one experiment as text, no line wider than `width`.

    `missing` planned trials are not in them, and the tables say so. `telling` are the sentences on
    what these draws can tell apart. An `untested` experiment has no LRS;
    `kinds` are its other scores, and `bank` has them where it asks a bank.
    """
    page = Page(width=width, colour=colour)
    print_top(page, visible(cells[0].experiment) if cells else "no trials were run", cells, missing)
    # One table a participant: a column with the same long name in every row would leave no room.
    tables = _by_model(page, cells, run_columns(cells))
    measured = over_many_conditions(measured)
    trained = of_trainings(measured)
    if bank is not None:
        page.print("")
        print_banks(page, bank)
    below = [
        ([], _by_model(page, contrasts, _contrast_columns(contrasts))),
        ([EVEN_TITLE], _by_model(page, even, even_columns(even))),
        ([MEASURES_TITLE], _by_model(page, measured, measure_columns(measured))),
        ([SURVIVAL_TITLE], _by_model(page, trained, survival_columns(trained))),
    ]
    if kinds:
        named = [kinds[0].measures[0].kind.criterion]
        below.insert(0, (named, _by_model(page, kinds, kind_columns(kinds))))
    for model in list(tables)[:MOST_SHOWN]:
        rows = [row for row in cells if row.model == model]
        who = visible(model) + (" (simulated)" if rows[0].simulated else "")
        if not untested:
            page.print("", f"{who}, provisional scores", tables[model])
        elif bank is None:
            page.print("", who)
        for title, found in below:
            if model in found:
                page.print("", *title, found[model])
    if (more := len(tables) - MOST_SHOWN) > 0:
        page.print("", f"and {more} more participants: `devrun score` prints all")
    legend = [] if untested else _legend(cells, contrasts)
    if untested and bank is None:
        legend = without_tests([cells[0].experiment])
    legend += [EVEN_NOTE] if even else []
    legend += [] if bank is None else bank_notes(bank)
    legend += measure_notes(measured) if measured else []
    page.print(*([] if bank else [""]), *legend, *telling[:MOST_SHOWN])
    return page.text


def _by_model(
    page: Page, rows: Sequence[OfModel], columns: Sequence[Column]
) -> dict[str, RenderableType]:
    return split_tables(columns, [row.model for row in rows], page.width)


def print_top(page: Page, title: str, cells: Sequence[CellScore], missing: int) -> None:
    """The title of what a run prints, and how many planned trials are not in it."""
    page.heading(f"{title}{simulated_mark(cells)}")
    if missing:
        there = sum(row.trials for row in cells)
        page.print(f"INCOMPLETE: {missing} of {there + missing} planned trials are missing")


def simulated_mark(cells: Sequence[CellScore]) -> str:
    """All of it is no data, or the part that is none is named."""
    simulated = dict.fromkeys(row.model for row in cells if row.simulated)
    if not simulated:
        return ""
    if all(row.simulated for row in cells):
        return f": {NOT_DATA}"
    if len(simulated) > MOST_SHOWN:
        return f": in part {NOT_DATA} ({len(simulated)} participants)"
    return f": in part {NOT_DATA} ({', '.join(map(visible, simulated))})"


def _legend(cells: Sequence[CellScore], contrasts: Sequence[ContrastScore]) -> list[str]:
    lines = [
        PROVISIONAL,
        "n: draws; texts: distinct texts among them; correct: proportion correct, ignoring "
        "control questions",
        CHANCE_NOTE,
    ]
    if any(row.told_again for row in cells):
        lines.append(
            f"{', '.join(COUNTED_IN)}: proportion correct {' and '.join(COUNTED_IN.values())}"
        )
    lines += words_for_none(cells)
    if contrasts:
        lines.append(CONTRAST_NOTE)
    if any(row.reference for row in cells):
        whose = list(dict.fromkeys(row.reference.who for row in cells if row.reference))
        lines.append(
            f"{', '.join(map(visible, whose))}: published values; see the script's references"
        )
    lost = sum(row.technical for row in cells)
    silent = sum(row.statuses.get(one, 0) for row in cells for one in ("no_answer", "off_task"))
    untrained = sum(row.statuses.get("not_trained", 0) for row in cells)
    if untrained:
        lines.append(f"{counted(untrained, 'trial')} did not meet the criterion of a training")
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
    *names, passed, chance = pick(CONTRAST, "contrast", "condition", "wording", "passed", "chance")
    return columns((*names, replace(passed, text=_passed), chance), contrasts)


def _passed(row: ContrastScore) -> str:
    # A reply may have been lost, or need a human.
    verb = "lacks" if row.undecided == 1 else "lack"
    undecided = f", {row.undecided} {verb} a mark" if row.undecided else ""
    # A part of a draw is passed where its samples differ.
    return f"{plain(row.passed)} of {row.n}{undecided}"
