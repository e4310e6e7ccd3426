"""Likelihoods on the screen: what every reading gives, side by side, in every cell.

All are in one row, with none picked out but by the word of which decided: whoever reports one of
them has seen the others. The numbers of single options are in `--json`.

`devrun probe` on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter

from dsl.words import counted
from renderers.fields.cells import TEXTS
from renderers.fields.field import Field, columns, field, pick
from renderers.fields.likelihoods import CELL, READING
from renderers.fields.probes import NOTES, probe_columns
from renderers.fields.scales import TEXT
from renderers.number_words import decimal
from renderers.rows.likelihoods import READINGS, Likelihoods, WeighedCell, WordFamiliarity
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


_Line = tuple[WeighedCell, bool]
"""A cell has two lines: the share right, and calibrated accuracy, for which it is true."""


def _columns(cells: Sequence[WeighedCell]) -> list[Column]:
    shown = [one for one in READINGS if one != "whole" or has_whole(cells)]
    return columns(
        (*_LABELS, _WHAT, *_COUNTS, *map(_reading, shown)),
        [(cell, calibrated) for cell in cells for calibrated in (False, True)],
    )


def _told_once(figure: Field[WeighedCell], below: str = "") -> Field[_Line]:
    """A figure of the first line of a cell."""
    return figure.told(lambda line: below if line[1] else figure.text(line[0]))


def _reading(name: str) -> Field[_Line]:
    place = READINGS.index(name)
    return _RIGHT.but(heading=name).told(
        lambda line: (_CALIBRATED if line[1] else _RIGHT).text(line[0].shares[place])
    )


_RIGHT, _CALIBRATED = pick(READING, "right", "calibrated")
_LABELS = tuple(
    replace(one.of(itemgetter(0)), once=True) for one in pick(CELL, "condition", "wording")
)
_WHAT: Field[_Line] = field(
    TEXT, "figure", "which of the two it is",
    lambda line: "calibrated" if line[1] else "correct", label=True,
)  # fmt: skip
_N, _TEXTS, _CHANCE = pick(CELL, "n", TEXTS.name, "chance")
_COUNTS = (_told_once(_N), _told_once(_TEXTS), _told_once(_CHANCE, decimal(Fraction(0))))


def render_probes(
    rows: Sequence[WordFamiliarity], *, width: int = 100, colour: bool = False
) -> str:
    """A table for each participant, no line wider than `width`."""
    page = Page(width=width, colour=colour)
    page.by_participant("likelihood of the original words", rows, probe_columns(rows))
    page.section("method", NOTES)
    return page.text
