"""Figures of ratings in waves, each with what it is without every conversation.

From these its interval follows (`coders.statistics.wave_kappas`), and that of every mean over waves
and every difference made of such figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from coders.statistics.kappas import TINY
from coders.statistics.ratings import Floats
from coders.statistics.resampling import FEWEST_CLUSTERS
from coders.statistics.wave_kappas import constant, interval, kappas, means
from dsl.words import counted
from renderers.rows.waves import WaveFigure

Summed = Callable[[Floats, Sequence[int]], Floats]
"""Makes one figure of those of several waves, (waves, ...)."""

NOTHING_SHARED = "it and people rated nothing in common"
NO_RATINGS = "there are no ratings"
ONLY_ZERO = "there is no wave after wave 0"


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """A figure in several waves.

    `value`, (waves,), is NaN where there is none, and `reasons` say why. `without`, (waves,
    conversations), is what it would be without each conversation; `n`, (conversations, waves), is
    how many ratings it rests on, and `levels` are topic, profile and so on of each. `ends`: the
    least and the most that it can be.
    """

    value: Floats
    without: Floats
    n: Floats
    waves: Sequence[int]
    levels: Sequence[tuple[str, ...]]
    ends: tuple[float, float]
    reasons: Sequence[str]

    def figure(self, at: int = 0) -> WaveFigure:
        """The figure at a place, with its interval."""
        here = np.flatnonzero(self.n[:, at])
        value, n, many = float(self.value[at]), int(self.n[:, at].sum()), here.size
        if isnan(value):
            return WaveFigure(None, n, many, reason=self.reasons[at])
        # Rounding leaves crumbs where the true figure is nothing.
        value = 0.0 if abs(value) < TINY else value
        if many < FEWEST_CLUSTERS:
            few = f"{counted(many, 'conversation')}, fewer than {FEWEST_CLUSTERS}"
            return WaveFigure(value, n, many, ci_reason=few)
        levels = [self.levels[one] for one in here.tolist()]
        found = interval(value, self.without[at, here], levels, self.ends)
        if isinstance(found, str):
            return WaveFigure(value, n, many, ci_reason=found)
        return WaveFigure(value, n, many, found)

    def in_wave(self, wave: int) -> Estimates:
        """The figure in one wave alone."""
        if wave not in self.waves:
            return self._made(np.full(1, np.nan), [], f"no wave {wave}")
        at = self.waves.index(wave)
        return self._made(self.value[[at]], [at], self.reasons[at], self.without[[at]])

    def over(self, summed: Summed, *, given: bool = False) -> Estimates:
        """What waves after 0 come to together; `given`: those that have a figure."""
        places = [at for at, wave in enumerate(self.waves) if wave]
        none = ONLY_ZERO
        if any(self.n[:, at].any() for at in places):
            if given:
                places = [at for at in places if self.n[:, at].any()]
        elif places:
            none, places = self.reasons[places[0]], []
        if not places:
            return self._made(np.full(1, np.nan), [], none)
        waves = [self.waves[at] for at in places]
        value, without = (summed(one[places], waves)[None] for one in (self.value, self.without))
        reason = next(
            (f"undefined in wave {self.waves[at]}: {self.reasons[at]}"
             for at in places if isnan(self.value[at])), "",
        )  # fmt: skip
        return self._made(value, places, reason, without)

    def less(self, other: Estimates) -> Estimates:
        """The difference from another figure of the same conversations, in the same waves or in
        one.
        """
        most = self.ends[1] - self.ends[0]
        return Estimates(
            self.value - other.value, self.without - other.without, np.minimum(self.n, other.n),
            self.waves, self.levels, (-most, most),
            ["undefined in one of the two"] * len(self.value),
        )  # fmt: skip

    def _made(
        self, value: Floats, places: Sequence[int], reason: str, without: Floats | None = None
    ) -> Estimates:
        """A figure of these waves at one place."""
        n = self.n[:, places].sum(axis=1, keepdims=True)
        if without is None:
            without = np.full((1, len(n)), np.nan)
        return Estimates(value, without, n, [0], self.levels, self.ends, [reason])


def kappa(
    tables: Floats, weights: Floats, waves: Sequence[int], levels: Sequence[tuple[str, ...]],
    scale: tuple[int, int], *, reason: str = NOTHING_SHARED,
) -> Estimates:  # fmt: skip
    """Kappa of `tables`, (conversations, waves, steps, steps), by wave."""
    reasons = []
    for table in tables.sum(axis=0):
        step, _ = constant(table)
        every = "" if step is None else f"constant: every rating of both is {step + scale[0]}"
        reasons.append(
            f"{every}, so that agreement cannot be told from chance" if every else reason
        )
    n = tables.sum(axis=(2, 3))
    return Estimates(*kappas(tables, weights), n, waves, levels, (-1.0, 1.0), reasons)


def mean(
    sums: Floats, counts: Floats, waves: Sequence[int], levels: Sequence[tuple[str, ...]],
    scale: tuple[int, int], *, reason: str = NO_RATINGS,
) -> Estimates:  # fmt: skip
    """The mean of ratings by wave; `sums` and `counts` are (conversations, waves)."""
    reasons = [reason] * len(waves)
    return Estimates(*means(sums, counts), counts, waves, levels, scale, reasons)
