"""Likelihoods on the screen: what every reading gives, side by side, in every cell.

All are in one row, with none picked out but by the word of which decided: whoever reports one of
them has seen the others. The numbers of single options are in `--json`.

`devrun probe` on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from dsl.words import counted
from renderers.fields.probes import NOTES, probe_columns
from renderers.number_words import decimal, percent
from renderers.rows.likelihoods import (
    READINGS,
    Likelihoods,
    ReadingShare,
    WeighedCell,
    WordFamiliarity,
)
from renderers.tables.banks.item_methods import has_whole, print_banks
from renderers.tables.fitted import Column
from renderers.tables.page import Page
from renderers.terminal import visible

_METHOD = (
    "letter: likelihood of the option's letter; sum: of its words; token, character: sum "
    "divided by length; bare: sum minus its value without the question{whole}",
    "correct: test questions whose likeliest option is right; ties count as wrong",
    "calibrated: mean of (correct - chance) / (1 - chance); 0 is guessing (Wang et al., "
    "2024, equation 1)",
    "choose the reading before you see these figures (--param likelihood=...) and "
    "report the others",
)


_WHOLE = "; whole: mean per token of prompt and option together"


def render_likelihoods(found: Likelihoods, *, width: int = 100, colour: bool = False) -> str:
    """The tables as text, one for each experiment and participant, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.top(
        f"Study {visible(found.study)}, questions scored by likelihood", simulated=found.simulated
    )
    # Cells of a bank have tables by method and by reading, of each group and of all items.
    cells = [cell for cell in found.cells if not cell.groups]
    if cells:
        page.tables(
            [cell for cell in cells for _ in ("correct", "calibrated")],
            _columns(cells),
            lambda cell: (cell.experiment, cell.model, cell.simulated),
            lambda key: f"{visible(key[0])}, {visible(key[1])}",
        )
    print_banks(page, found.cells)
    decided: Counter[str] = Counter()
    for cell in found.cells:
        decided.update(dict(cell.decided))
    if found.in_words:
        page.print(
            f"{counted(found.in_words, 'reply', 'replies')} to such questions are text "
            "answers and not in these tables"
        )
    if decided:
        told = ", ".join(f"{visible(name)} ({number})" for name, number in decided.items())
        page.print(
            f"other tables use the reading: {told}",
            *(line.format(whole=_WHOLE if has_whole(found.cells) else "") for line in _METHOD),
        )
    return page.text


def _columns(cells: Sequence[WeighedCell]) -> list[Column]:
    """Two rows a cell: the share right, and calibrated accuracy."""
    columns = []
    if any(cell.condition for cell in cells):
        columns.append(_label("condition", [visible(cell.condition) for cell in cells], folds=True))
    columns.append(_label("wording", [visible(cell.wording) for cell in cells]))
    what = tuple(x for _ in cells for x in ("correct", "calibrated"))
    columns.append(Column("", what, right=False, label=True))
    columns.append(_counts("n", [cell.n for cell in cells]))
    columns.append(_counts("texts", [cell.texts for cell in cells], priority=2))
    chances = [text for cell in cells for text in (percent(cell.chance), decimal(Fraction(0)))]
    columns.append(Column("chance", tuple(chances), priority=1))
    for place, reading in enumerate(READINGS):
        if reading == "whole" and not has_whole(cells):
            continue
        found = [cell.shares[place] for cell in cells]
        columns.append(Column(reading, tuple(text for one in found for text in _figures(one))))
    return columns


def _figures(one: ReadingShare) -> tuple[str, str]:
    return percent(one.right), decimal(one.calibrated)


def _label(heading: str, cells: list[str], *, folds: bool = False) -> Column:
    twice = tuple(text for cell in cells for text in (cell, cell))
    return Column(heading, twice, right=False, folds=folds, label=True, once=True)


def _counts(heading: str, numbers: list[int], *, priority: int = 0) -> Column:
    twice = tuple(text for number in numbers for text in (str(number), ""))
    return Column(heading, twice, priority)


def render_probes(
    rows: Sequence[WordFamiliarity], *, width: int = 100, colour: bool = False
) -> str:
    """A table for each participant, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.by_participant("likelihood of the original words", rows, probe_columns(rows))
    page.section("method", NOTES)
    return page.text
