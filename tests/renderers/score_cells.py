"""A cell of scores for tests of tables, of which each test says what matters to it."""

from __future__ import annotations

from fractions import Fraction

from renderers.rows.measures import Figure, measures
from renderers.rows.scores import CellScore, FirstGiven, Overrides

NONE = Figure()


def of(mean: Fraction | None, *, n: int = 10) -> Figure:
    """A figure of which only the mean matters."""
    return NONE if mean is None else Figure(mean, n)


CELL = CellScore(
    "The hat", "", (), "original", "lab/one", False, False, 10, 10, 0, 0, 0, 0, 1,
    {}, None, None, None, None, None, None, None, Overrides(), FirstGiven(), (), None,
    **measures(lambda name: NONE),
)  # fmt: skip
"""A cell without figures: ten trials of one draw each."""
