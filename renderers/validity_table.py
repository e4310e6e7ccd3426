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
    rows = [["participant", "told the key"]]
    for condition in conditions:
        name = f" {condition}" if condition else ""
        rows[0] += [f"share{name}", f"LRS{name}"]
    rows[0].append("needs a human")
    for player, kind in players:
        row = [player, kind]
        undecided = trials = 0
        for condition in conditions:
            one = by_place[player, condition]
            row += [percent(one.share), decimal(one.lrs)]
            undecided += one.undecided
            trials += one.trials
        row.append(f"{undecided} of {trials}" if trials else "")
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [title]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
        if number == 0:
            lines.append("-" * len("  ".join(cells)))
    return "\n".join([*lines, note])
