"""Whether a script is proof against shortcuts: what the table of simulated participants comes to.

A shortcut is a participant without understanding that answers by one simple rule. It must not get
more than half of the marks of a script, nor pass a contrast in more draws than guessing would. The
oracle must be right in every cell, and one who falls for every lure must never be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from renderers.number_words import percent
from runners.check.players import SHORTCUTS

if TYPE_CHECKING:
    from renderers.score_rows import ContrastScore
    from runners.check.validity import PlayerResult

HALF = Fraction(1, 2)
_ERRORS = 4
"""So many standard errors of its count of passes a guesser is allowed above the expected count."""


def shortcomings(found: Sequence[PlayerResult]) -> tuple[str, ...]:
    """The shortcomings of a script, a sentence each; empty if there are none.

    `found` are the results of some or all simulated participants. A contrast is passed too often
    if the passes exceed those of guessing by more than four standard errors and one.
    """
    return tuple(line for result in found for line in _of(result))


def _of(result: PlayerResult) -> Iterator[str]:
    name = f"sim/{result.player.removeprefix('sim/')}"
    plain = name.removeprefix("sim/")
    if plain in SHORTCUTS:
        if result.share is not None and result.share > HALF:
            yield f"{name} earns {percent(result.share)} of the marks without understanding"
        for row in result.contrasts:
            if too_often(row):
                yield (
                    f"{name} passes `{row.contrast}` in {row.passed} of {row.n} draws "
                    f"({row.wording}{f', {row.condition}' if row.condition else ''})"
                )
    for cell in result.cells:
        where = f"{cell.wording}{f', {cell.condition}' if cell.condition else ''}"
        if plain == "oracle" and (cell.lrs.mean != 5 or cell.needs_human):
            yield f"{name}, which knows the key, has an LRS below 5 ({where})"
        if plain == "lure" and (cell.lrs.mean is None or cell.lrs.mean > 1):
            yield f"{name}, which chooses every lure, has an LRS above 1 ({where})"


def too_often(row: ContrastScore) -> bool:
    """Whether a contrast is passed in more draws than by guessing."""
    if row.chance is None:
        return row.passed > 0
    expected = float(row.chance) * row.n
    error = sqrt(expected * (1 - float(row.chance)))
    return row.passed > expected + _ERRORS * error + 1
