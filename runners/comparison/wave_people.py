"""How far people agree, whether a participant answers as its own profile, and two studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, variance

import numpy as np

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.ratings import NOT_RATED, Floats, ratings_of
from coders.statistics.reasons import Demands
from coders.statistics.wave_kappas import area, kappas, means, pair_tables
from coders.statistics.weights import identity_weights, quadratic_weights
from coders.tables.wave_ratings import WaveTable
from dsl.files.people import PeopleRatings
from dsl.words import counted
from renderers.rows.waves import (
    Individuation,
    PeopleAgreement,
    SourceDifference,
    WaveFigure,
    WaveRating,
)
from runners.comparison.wave_scores import AgentRatings, agents_of, figure

PROFILE = "profile"
_Cell = tuple[tuple[tuple[str, str], ...], int, str]


def people_agreement(people: PeopleRatings, what: str) -> Iterator[PeopleAgreement]:
    """Fleiss' kappa and the mean pairwise Spearman correlation of people's ratings, of all waves
    but 0.
    """
    given = {place: each for place, each in people.given.items() if place[1] and len(each) > 1}
    raters = list(dict.fromkeys(name for each in given.values() for name in each))
    low, high = people.scale
    if not given:
        none = WaveFigure(None, 0, 0, reason="no item was rated by two people")
        yield PeopleAgreement(what, "all steps", "Fleiss' kappa", none, len(people.raters))
        return
    ratings = ratings_of(
        [[each.get(one, NOT_RATED + low) - low for one in raters] for each in given.values()],
        coders=raters,
        labels=[str(one) for one in range(low, high + 1)],
        clusters=[levels for levels, _, _ in given],
    )
    several = counted(high - low + 1, "step")
    found = agreement(ratings, demands=Demands())
    yield _fleiss(what, several, found, len(raters))
    yield _spearman(what, several, found, len(raters))
    if high - low >= 4:
        three = agreement(ratings.in_three_steps())
        yield _fleiss(what, "3 polarities", three, len(raters))


def _fleiss(what: str, steps: str, found: Agreement, raters: int) -> PeopleAgreement:
    one = found.coefficient("fleiss_kappa")
    shown = WaveFigure(
        one.value, one.n_items, found.clusters, one.ci95, one.reason or "", one.ci_reason or ""
    )
    return PeopleAgreement(what, steps, "Fleiss' kappa", shown, raters)


def _spearman(what: str, steps: str, found: Agreement, raters: int) -> PeopleAgreement:
    """The mean over the pairs of raters that have a correlation; with an interval if all have."""
    whole = found.coefficient("spearman_mean")
    pairs = [one.coefficient("spearman_mean") for one in found.pairs if one.n]
    known = [one.value for one in pairs if one.value is not None]
    undefined = len(pairs) - len(known)
    shown = WaveFigure(
        fmean(known) if known else None,
        found.pairable,
        found.clusters,
        None if undefined else whole.ci95,
        "" if known else whole.reason or "no pair of people has a correlation",
        f"{counted(undefined, 'pair')} of people have none" if undefined
        else whole.ci_reason or "",
    )  # fmt: skip
    return PeopleAgreement(what, steps, "mean pairwise Spearman", shown, raters, len(known),
                           undefined)  # fmt: skip


class Profiles:
    """Compares a participant's ratings as one profile with people of this one and of others."""

    def __init__(self, agent: AgentRatings, profile: str) -> None:
        self.agent, self.profile = agent, profile
        self.people: dict[_Cell, dict[str, int]] = {}
        self.mine: dict[_Cell, dict[str, list[int]]] = {}
        for row in agent.rows:
            cell, own = self._cell(row), dict(row.levels).get(profile, "")
            if row.wave and row.people is not None:
                self.people.setdefault(cell, {})[own] = row.people
            if row.wave and row.rating is not None:
                self.mine.setdefault(cell, {}).setdefault(own, []).append(row.rating)

    def found(self) -> Individuation | None:
        """What it gives; None with fewer than two profiles."""
        agent = self.agent
        names = {dict(row.levels).get(self.profile, "") for row in agent.rows}
        if self.profile not in agent.conditions or len(names) < 2:
            return None
        tables = self._tables()
        there = tables.any(axis=(1, 2, 3))
        tables = tables[there]
        n, conversations = int(tables[:, 0].sum()), int(there.sum())
        values, again = kappas(tables, quadratic_weights(tuple(map(float, range(agent.k)))))
        apart, apart_again = values[0] - values[1], again[0] - again[1]
        own, others, difference = (
            figure(float(value), draws, n=n, conversations=conversations,
                   reason="ratings are constant, or people rated one profile")
            for value, draws in
            ((values[0], again[0]), (values[1], again[1]), (apart, apart_again))
        )  # fmt: skip
        mine, people = self._variances()
        return Individuation(*agent.head, len(names), mine, people, own, others, difference)

    def _cell(self, row: WaveRating) -> _Cell:
        levels = dict(row.levels)
        rest = [one for one in self.agent.conditions if one != self.profile]
        return tuple((one, levels.get(one, "")) for one in rest), row.wave, row.item

    def _tables(self) -> Floats:
        """By conversation, its ratings against people of its profile, and of all others, which
        count as one: (conversations, 2, k, k).
        """
        low, found = self.agent.scale[0], []
        for row, place in zip(self.agent.rows, self.agent.conversation, strict=True):
            said = self.people.get(self._cell(row), {}) if row.rating is not None else {}
            own = dict(row.levels).get(self.profile, "")
            if own not in said or len(said) < 2 or row.rating is None:
                continue
            for name, people in said.items():
                mine = name == own
                share = 1 if mine else 1 / (len(said) - 1)
                found.append((place, 1 - mine, row.rating - low, people - low, share))
        *pairs, times = np.array(found, dtype=np.float64).reshape(-1, 5).T
        shape = (len(self.agent.levels), 2, self.agent.k)
        return pair_tables(np.array(pairs, dtype=np.int64), shape=shape, times=times)

    def _variances(self) -> tuple[float | None, float | None]:
        """The mean variance between profiles, of the same items: mine and people's."""
        mine, people = [], []
        for cell, said in self.people.items():
            both = [one for one in self.mine.get(cell, {}) if one in said]
            if len(both) > 1:
                mine.append(variance(fmean(self.mine[cell][one]) for one in both))
                people.append(variance(said[one] for one in both))
        return (fmean(mine), fmean(people)) if mine else (None, None)


def source_differences(first: WaveTable, second: WaveTable) -> Iterator[SourceDifference]:
    """The second study less the first, of participants in both, on the items, waves and levels that
    both have.
    """
    others = {one.head[0]: one for one in agents_of(second)}
    for agent in agents_of(first):
        other = others.get(agent.head[0])
        if other is not None:
            yield from _paired(agent, other)


def _paired(one: AgentRatings, two: AgentRatings) -> Iterator[SourceDifference]:
    def rows(agent: AgentRatings) -> Mapping[tuple[object, ...], list[WaveRating]]:
        found: dict[tuple[object, ...], list[WaveRating]] = {}
        for row in agent.rows:
            levels = dict(row.levels)
            place = (*(levels.get(name, "") for name in one.conditions), row.wave, row.item)
            if row.rating is not None and row.people is not None:
                found.setdefault(place, []).append(row)
        return found

    both = rows(one), rows(two)
    shared = both[0].keys() & both[1].keys()
    if not shared:
        return
    first, second = (
        AgentRatings(
            [row for place, each in found.items() if place in shared for row in each],
            one.conditions, one.scale,
        )
        for found in both
    )  # fmt: skip
    n, conversations = len(shared), len(first.levels)
    weights = identity_weights(one.k), quadratic_weights(tuple(map(float, range(one.k))))
    waves, chosen = first.waves, first.counted
    counted_waves = [waves[at] for at in chosen]

    def made(
        name: str, wave: int | None, pair: Sequence[tuple[Floats, Floats]], many: int
    ) -> SourceDifference:
        (a, a_again), (b, b_again) = pair
        difference = figure(
            float(b - a), b_again - a_again, n=many, conversations=conversations,
            reason="undefined in one of the two",
        )  # fmt: skip
        sides = [None if np.isnan(side) else float(side) for side in (a, b)]
        return SourceDifference(*one.head, name, wave, sides[0], sides[1], difference)

    tables = [agent.tables() for agent in (first, second)]
    plain, heavy = ([kappas(each, weight) for each in tables] for weight in weights)
    mean = [means(*agent.sums(row.rating for row in agent.rows)) for agent in (first, second)]
    if chosen:
        over = [tuple(part[chosen].mean(axis=0) for part in each) for each in plain]
        yield made("unweighted kappa, mean over waves", None, over, n)
        over = [tuple(area(part[chosen], counted_waves) for part in each) for each in heavy]
        yield made("weighted kappa, area over waves", None, over, n)
    for at, wave in enumerate(waves):
        here = sum(place[-2] == wave for place in shared)
        for name, found in (("weighted kappa", heavy), ("mean rating", mean)):
            yield made(name, wave, [(value[at], again[at]) for value, again in found], here)
