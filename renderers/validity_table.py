"""What participants without understanding get on a script, beside chance: one row a participant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from renderers.run_table import decimal, percent


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one participant got in one condition, over both wordings.

    `share`: marks that are sure, gates ignored, what needs a human counted as nothing. `lrs`: the
    mean of the trials that have one. `undecided`: trials that need a human, of `trials`.
    """

    player: str
    kind: str
    condition: str
    share: Fraction | None
    lrs: Fraction | None
    undecided: int
    trials: int


def render_players(title: str, figures: Sequence[PlayerFigures], note: str) -> str:
    """The table as plain text: share and LRS of every participant in every condition."""
    conditions = list(dict.fromkeys(one.condition for one in figures))
    players = list(dict.fromkeys((one.player, one.kind) for one in figures))
    by_place = {(one.player, one.condition): one for one in figures}
    rows = [["participant", "told the key", *(["share", "LRS"] * len(conditions)), "needs a human"]]
    for player, kind in players:
        here = [by_place[player, condition] for condition in conditions]
        trials = sum(one.trials for one in here)
        undecided = f"{sum(one.undecided for one in here)} of {trials}" if trials else ""
        figures_of = [text for one in here for text in (percent(one.share), decimal(one.lrs))]
        rows.append([player, kind, *figures_of, undecided])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, condition in enumerate(conditions):
        # A condition's name stands above its two columns, the first of which makes room for it.
        place = 2 + 2 * number
        widths[place] += max(0, len(condition) - widths[place] - widths[place + 1] - 2)
    lines = [title]
    if any(conditions):
        gap = " " * (widths[0] + 2 + widths[1])
        names = (
            condition.rjust(widths[2 + 2 * number] + 2 + widths[3 + 2 * number])
            for number, condition in enumerate(conditions)
        )
        lines.append("  ".join([gap, *names]))
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
        if number == 0:
            lines.append("-" * len("  ".join(cells)))
    return "\n".join([*lines, note])
