"""The best that somebody without understanding gets in a cell: a sharper null hypothesis than
guessing.

Guessing takes one answer after another by lot. A rule that needs no idea of the story ("always the
place that was named last") is steadier, and in a cell where it does well a good LRS shows little.
The rules are those of `devrun check`, and the matcher marks what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dsl.expand import Expander
from dsl.record import record
from dsl.scoring import rule
from dsl.trial import Cell
from runners.check.marking import Marking
from runners.check.players import RULES
from runners.check.units import played

MOST = 24
"""Draws that are played, at most: every level of the usual counterbalances is among so many."""


@record
class BestPlayer:
    """The rule that gets the highest mean LRS over `draws` draws of a cell, controls passed, and
    the share of marks that it gets; of several that get the same the first.
    """

    rule: str
    lrs: Fraction
    share: Fraction
    draws: int


def best_player(expander: Expander, cell: Cell, draws: Sequence[int]) -> BestPlayer | None:
    """The best of the rules on these draws of a cell; None without a draw."""
    chosen = sorted(set(draws))[:MOST]
    trials = [played(expander.trial(cell, draw=draw)) for draw in chosen]
    if not trials:
        return None
    found: BestPlayer | None = None
    marking = Marking()
    for name, player in RULES.items():
        shares = marking.shares(player, trials)
        lrs = sum((Fraction(rule(share)) for share in shares), Fraction(0)) / len(shares)
        if found is None or lrs > found.lrs:
            share = sum(shares, Fraction(0)) / len(shares)
            found = BestPlayer(name, lrs, share, len(trials))
    return found
