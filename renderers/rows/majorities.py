"""Scores of the majority of several replies to one text, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dsl.scoring import ScoreLevel
from renderers.rows.cell_row import CellRow
from renderers.rows.measures import Figure, Gap


@dataclass(frozen=True, slots=True)
class MajorityScore(CellRow):
    """The majority over samples of the items of a bank, for one cell or a `group` in it.

    `majority` counts a tie as the share of tied readings that is right, `strict` as wrong; `ties`
    counts texts. `single` is the mean of single replies, `gain` the majority less that. `votes` of
    `replies` voted. `greedy` is the same participant at temperature 0, empty without one,
    `greedy_score` its mean, and `over_greedy` the majority less that.
    """

    level: ScoreLevel
    group: str
    items: int
    samples: tuple[int, int]
    replies: int
    votes: int
    majority: Figure
    strict: Fraction | None
    ties: int
    texts: int
    single: Figure
    gain: Gap
    greedy: str
    greedy_score: Fraction | None
    over_greedy: Gap
