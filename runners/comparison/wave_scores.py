"""What follows from ratings in waves: how well participants agree with people, wave by wave.

Authenticity as it was published is the mean over waves of an unweighted kappa, pooled over all
topics, profiles and items of a wave. It takes a rating one step away for as wrong as one at the
other end; so beside it stands a kappa with quadratic weights, which is an intraclass correlation in
all but name, and what `devrun agree` gives for ratings. Wave 0, before anything was shown, is in no
mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isnan, nan

import numpy as np

from coders.statistics.kappas import TINY, ratio
from coders.statistics.ratings import Floats, Ints
from coders.statistics.resampling import FEWEST_CLUSTERS
from coders.statistics.wave_kappas import (
    area,
    constant,
    interval,
    kappas,
    means,
    pair_tables,
)
from coders.statistics.weights import identity_weights, quadratic_weights
from coders.tables.wave_ratings import WaveTable, conditions_of
from dsl.files.people import PeopleRatings
from dsl.words import counted
from renderers.rows.waves import (
    AgentScore,
    LevelScore,
    WaveFigure,
    WaveMean,
    WaveRating,
    WaveScore,
)

EXPERIMENT = "experiment"
"""What tells the scripts of one study apart, where several have waves."""

Curve = Callable[[Floats], Floats]
"""Makes one figure of those of several waves, (waves, ...)."""

FIFTH = 5
"""The published tables have this wave and the last."""


def figure(
    value: float,
    without: Floats,
    *,
    n: int,
    conversations: int,
    levels: Sequence[Sequence[str]],
    ends: tuple[float, float] = (-1.0, 1.0),
    reason: str = "",
) -> WaveFigure:
    """A value, NaN for none, with the interval that follows from what it is without each
    conversation (`wave_kappas.interval`); `reason` says why there is no value.
    """
    if np.isnan(value):
        return WaveFigure(None, n, conversations, reason=reason or "there are no ratings")
    # Rounding leaves crumbs where the true figure is nothing.
    value = 0.0 if abs(value) < TINY else float(value)
    if conversations < FEWEST_CLUSTERS:
        few = f"{counted(conversations, 'conversation')}, fewer than {FEWEST_CLUSTERS}"
        return WaveFigure(value, n, conversations, ci_reason=few)
    found = interval(value, without, levels, ends)
    if isinstance(found, str):
        return WaveFigure(value, n, conversations, ci_reason=found)
    return WaveFigure(value, n, conversations, found)


class AgentRatings:
    """All ratings of one participant as arrays.

    A conversation is all that was asked under one set of levels of `conditions`, in any draw.
    `mine` and `theirs`, shape (ratings,), are steps from 0, or -1 for none.
    """

    def __init__(
        self, rows: Sequence[WaveRating], conditions: Sequence[str], scale: tuple[int, int]
    ) -> None:
        self.rows, self.scale = rows, scale
        self.conditions = tuple(conditions)
        self.waves = sorted({row.wave for row in rows})
        self.k = scale[1] - scale[0] + 1
        place = {wave: at for at, wave in enumerate(self.waves)}
        keys = [tuple(dict(row.levels).get(one, "") for one in conditions) for row in rows]
        numbers: dict[tuple[str, ...], int] = {}
        # In the order of their names, so that those of two participants are paired.
        for key in sorted(set(keys)):
            numbers[key] = len(numbers)
        self.levels = list(numbers)
        self.conversation = np.array([numbers[key] for key in keys], dtype=np.int64)
        self.wave = np.array([place[row.wave] for row in rows], dtype=np.int64)
        self.mine = self._steps(row.rating for row in rows)
        self.theirs = self._steps(row.people for row in rows)
        self.head = (rows[0].participant, rows[0].simulated, rows[0].sees_feedback)

    def _steps(self, ratings: Iterable[int | None]) -> Ints:
        low = self.scale[0]
        found = [-1 if one is None else one - low for one in ratings]
        return np.array(found, dtype=np.int64)

    @property
    def counted(self) -> list[int]:
        """The places of all waves but 0."""
        return [at for at, wave in enumerate(self.waves) if wave]

    def tables(self) -> Floats:
        """Its ratings against people's, (conversations, waves, k, k), of conversations that have
        any.
        """
        both = (self.mine >= 0) & (self.theirs >= 0)
        shape = (len(self.levels), len(self.waves), self.k)
        pairs = np.array([self.conversation, self.wave, self.mine, self.theirs])
        return pair_tables(pairs[:, both], shape=shape)

    def sums(self, ratings: Iterable[int | None]) -> tuple[Floats, Floats]:
        """Sums and counts of ratings by conversation and wave, of those that there are."""
        values = np.array([nan if one is None else one for one in ratings], dtype=np.float64)
        there = ~np.isnan(values)
        shape = (len(self.levels), len(self.waves))
        flat = np.ravel_multi_index((self.conversation[there], self.wave[there]), shape)
        size = shape[0] * shape[1]
        total = np.bincount(flat, values[there], size).astype(np.float64)
        counts = np.bincount(flat, minlength=size).astype(np.float64)
        return total.reshape(shape), counts.reshape(shape)

    def rating_sums(self, *, people: bool = False) -> tuple[Floats, Floats]:
        """The same of what it rated, or people; ratings of reversed items are turned."""
        ends = sum(self.scale)
        each = ((row, row.people if people else row.rating) for row in self.rows)
        return self.sums(
            ends - one if row.reversed and one is not None else one for row, one in each
        )

    def neutral(self, steps: Ints, at: int) -> float | None:
        """The share of the middle step in a wave."""
        here = steps[(self.wave == at) & (steps >= 0)]
        return float((here == self.k // 2).mean()) if self.k % 2 and here.size else None


def agents_of(table: WaveTable) -> list[AgentRatings]:
    """The ratings of each participant, by name."""
    conditions = conversation_conditions(table)
    by_name: dict[str, list[WaveRating]] = {}
    for row in table.rows:
        by_name.setdefault(row.participant, []).append(row)
    return [AgentRatings(rows, conditions, table.scale) for _, rows in sorted(by_name.items())]


def conversation_conditions(table: WaveTable) -> list[str]:
    """The conditions that tell conversations apart: those of people's ratings if there are any,
    else all but the wording.
    """
    there = list(conditions_of(table.rows))
    named = {name for each in table.people.values() for name in each.conditions}
    if named:
        named.add(EXPERIMENT)
        return [one for one in there if one in named]
    return [one for one in there if one != "wording"]


class AgentScores:
    """The scores of one participant. `rated` is what was said of its reasons."""

    def __init__(self, agent: AgentRatings, rated: Rationality | None = None) -> None:
        self.agent = agent
        tables = agent.tables()
        there = np.flatnonzero(tables.any(axis=(1, 2, 3)))
        self.tables = tables[there]
        self.levels = [agent.levels[at] for at in there]
        self.rated = None if rated is None else rated.of(agent)
        values = tuple(float(one) for one in range(agent.k))
        self.weights = identity_weights(agent.k), quadratic_weights(values)
        self.plain = kappas(self.tables, self.weights[0])
        self.heavy = kappas(self.tables, self.weights[1])

    def waves(self) -> list[WaveScore]:
        """A row for each wave."""
        agent = self.agent
        total, counts = agent.rating_sums()
        mean, without = means(total, counts)
        people, _ = means(*agent.rating_sums(people=True))
        return [
            WaveScore(
                *agent.head, wave,
                unweighted=self._at(self.plain, at),
                weighted=self._at(self.heavy, at),
                mean=figure(mean[at], without[at], n=int(counts[:, at].sum()),
                            conversations=int((counts[:, at] > 0).sum()),
                            levels=agent.levels, ends=agent.scale),
                people_mean=None if np.isnan(people[at]) else float(people[at]),
                neutral=agent.neutral(agent.mine, at),
                people_neutral=agent.neutral(agent.theirs, at),
                rationality=None if self.rated is None else self.rated.at(wave),
                step=self._step(at),
            )
            for at, wave in enumerate(agent.waves)
        ]  # fmt: skip

    def score(self) -> AgentScore:
        """All waves but 0 together."""
        agent, chosen = self.agent, self.agent.counted
        waves = [agent.waves[at] for at in chosen]
        fifth = [at for at in chosen if agent.waves[at] == FIFTH]
        return AgentScore(
            *agent.head,
            missing=int((agent.mine < 0).sum()),
            unrated=int(((agent.mine >= 0) & (agent.theirs < 0)).sum()),
            theirs=self._over(self.plain, lambda values: values.mean(axis=0)),
            fifth=self._at(self.plain, fifth[0]) if fifth else self._no_wave(f"no wave {FIFTH}"),
            last=self._at(self.plain, chosen[-1]) if chosen else self._no_wave(_ONLY_ZERO),
            area=self._over(self.heavy, lambda values: area(values, waves)),
            rationality=None if self.rated is None else self.rated.over(waves),
        )

    def by_level(self) -> list[LevelScore]:
        """Weighted kappa at each level of each condition that has several."""
        agent = self.agent
        sides = [agent.rating_sums(), agent.rating_sums(people=True)]
        pooled = self.tables[:, agent.counted].sum(axis=1, keepdims=True)
        found = []
        for at, condition in enumerate(agent.conditions):
            known = list(dict.fromkeys(one[at] for one in self.levels))
            for level in known if len(known) > 1 else ():
                those = [one for one in self.levels if one[at] == level]
                mine = pooled[[one[at] == level for one in self.levels]]
                whole, without = kappas(mine, self.weights[1])
                one = _figure_of(mine[:, 0], whole[0], without[0], agent.scale, those)
                here = [number for number, one in enumerate(agent.levels) if one[at] == level]
                by_wave = self._means([(total[here], many[here]) for total, many in sides])
                found.append(LevelScore(*agent.head, condition, level, one, by_wave))
        return found

    def _means(self, sides: Sequence[tuple[Floats, Floats]]) -> tuple[WaveMean, ...]:
        """Mean ratings by wave from sums and counts, of the participant and of people."""
        counts = sides[0][1].sum(axis=0)
        both = [ratio(total.sum(axis=0), many.sum(axis=0)).tolist() for total, many in sides]
        return tuple(
            WaveMean(wave, int(many), *(None if isnan(one) else one for one in pair))
            for wave, many, *pair in zip(self.agent.waves, counts, *both, strict=True)
        )

    def _at(self, found: tuple[Floats, Floats], at: int) -> WaveFigure:
        value, without = found[0][at], found[1][at]
        return _figure_of(self.tables[:, at], value, without, self.agent.scale, self.levels)

    def _over(self, found: tuple[Floats, Floats], summed: Curve) -> WaveFigure:
        chosen = self.agent.counted
        tables = self.tables[:, chosen]
        n, conversations = int(tables.sum()), int(tables.any(axis=(1, 2, 3)).sum())
        if not n:
            return self._no_wave(_ONLY_ZERO if not chosen else _NOBODY)
        gone = [at for at in chosen if np.isnan(found[0][at])]
        if gone:
            first = self._at(found, gone[0])
            reason = f"undefined in wave {self.agent.waves[gone[0]]}: {first.reason}"
            return WaveFigure(None, n, conversations, reason=reason)
        value, without = (summed(one[chosen]) for one in found)
        return figure(float(value), without, n=n, conversations=conversations, levels=self.levels)

    def _no_wave(self, reason: str) -> WaveFigure:
        return WaveFigure(None, 0, 0, reason=reason)

    def _step(self, at: int) -> int | None:
        step = constant(self.tables[:, at].sum(axis=0))[0]
        return None if step is None else step + self.agent.scale[0]


_ONLY_ZERO = "there is no wave after wave 0"
_NOBODY = "it and people rated nothing in common"


def _figure_of(
    tables: Floats, value: float, without: Floats, scale: tuple[int, int],
    levels: Sequence[Sequence[str]],
) -> WaveFigure:  # fmt: skip
    """Kappa from the tables of conversations, (conversations, k, k), with why it is undefined."""
    n, conversations = int(tables.sum()), int(tables.any(axis=(1, 2)).sum())
    step = constant(tables.sum(axis=0))[0]
    reason = _NOBODY
    if step is not None:
        every = f"every rating of both is {step + scale[0]}"
        reason = f"constant: {every}, so that agreement cannot be told from chance"
    return figure(value, without, n=n, conversations=conversations, levels=levels, reason=reason)


class Rationality:
    """What people, or judges, said of the reasons of participants: of several raters of one reason
    the majority counts.
    """

    def __init__(self, ratings: PeopleRatings) -> None:
        self.ratings = ratings

    def of(self, agent: AgentRatings) -> AgentRationality:
        """The ratings of one participant's reasons."""
        found = []
        for row in agent.rows:
            run = {"participant": row.participant, "draw": str(row.draw), "sample": str(row.sample)}
            most = self.ratings.majority({**dict(row.levels), **run}, row.wave, row.item)
            found.append(most.rating)
        return AgentRationality(agent, found, self.ratings.scale)


class AgentRationality:
    """The mean rating of one participant's reasons."""

    def __init__(
        self, agent: AgentRatings, ratings: Sequence[int | None], scale: tuple[int, int]
    ) -> None:
        self.agent, self.scale = agent, scale
        total, self.counts = agent.sums(ratings)
        self.means = means(total, self.counts)

    def at(self, wave: int) -> WaveFigure:
        """In one wave."""
        at = self.agent.waves.index(wave)
        value, without = self.means
        return self._figure([at], float(value[at]), without[at])

    def over(self, waves: Sequence[int]) -> WaveFigure:
        """The mean over these waves, which count the same."""
        chosen = [self.agent.waves.index(one) for one in waves]
        rated = [at for at in chosen if self.counts[:, at].any()]
        if not rated:
            return WaveFigure(None, 0, 0, reason="none of its reasons was rated")
        value, without = (one[rated].mean(axis=0) for one in self.means)
        return self._figure(rated, float(value), without)

    def _figure(self, places: Sequence[int], value: float, without: Floats) -> WaveFigure:
        counts = self.counts[:, places].sum(axis=1)
        return figure(
            value, without, n=int(counts.sum()), conversations=int((counts > 0).sum()),
            levels=self.agent.levels, ends=self.scale, reason="none of its reasons was rated",
        )  # fmt: skip
