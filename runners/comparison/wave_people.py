"""How far people agree, whether a participant answers as its own profile, and two studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import numpy as np

from coders.statistics.agreement import Agreement, agreement
from coders.statistics.kappas import ratio
from coders.statistics.ratings import NOT_RATED, Floats, Ints, ratings_of
from coders.statistics.reasons import Demands
from coders.statistics.wave_kappas import area, kappas, means
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


def individuation(agent: AgentRatings, profile: str) -> Individuation | None:
    """A participant's ratings as one profile beside people of this one and of others, in all waves
    but 0; None with fewer than two profiles.
    """
    names = sorted({dict(row.levels).get(profile, "") for row in agent.rows})
    if profile not in agent.conditions or len(names) < 2:
        return None
    at = {name: number for number, name in enumerate(names)}
    cells: dict[object, int] = {}
    rest = [one for one in agent.conditions if one != profile]
    kept, where = [], []
    for number, row in enumerate(agent.rows):
        if row.wave:
            levels = dict(row.levels)
            cell = (*(levels.get(one, "") for one in rest), row.wave, row.item)
            where.append((cells.setdefault(cell, len(cells)), at[levels.get(profile, "")]))
            kept.append(number)
    if not kept:
        return None
    cell_of, name_of = np.array(where).T
    shape = len(cells), len(names)
    mine, theirs = agent.mine[kept], agent.theirs[kept]
    said = np.full(shape, NOT_RATED)
    rated = theirs >= 0
    said[cell_of[rated], name_of[rated]] = theirs[rated]
    tables = _own_and_others(agent, (agent.conversation[kept], cell_of, mine, theirs), said)
    there = tables.any(axis=(1, 2, 3))
    tables, known = tables[there], [agent.levels[at] for at in np.flatnonzero(there)]
    n, conversations = int(tables[:, 0].sum()), len(tables)
    values, without = kappas(tables, quadratic_weights(tuple(map(float, range(agent.k)))))
    apart = (values[0] - values[1], without[0] - without[1])
    own, others, difference = (
        figure(float(value), left_out, n=n, conversations=conversations, levels=known,
               ends=(-most, most), reason="ratings are constant, or people rated one profile")
        for most, value, left_out in (
            (1, values[0], without[0]), (1, values[1], without[1]), (2, *apart),
        )
    )  # fmt: skip
    given = mine >= 0
    flat = np.ravel_multi_index((cell_of[given], name_of[given]), shape)
    size = shape[0] * shape[1]
    sums, counts = (
        np.bincount(flat, mine[given], size).astype(float),
        np.bincount(flat, minlength=size),
    )
    both = (counts.reshape(shape) > 0) & (said >= 0)
    several = both.sum(axis=1) > 1
    mean = ratio(sums, counts.astype(np.float64)).reshape(shape)
    variances = [
        float(np.nanvar(np.where(both, side, np.nan)[several], axis=1, ddof=1).mean())
        if several.any()
        else None
        for side in (mean, said)
    ]
    return Individuation(
        *agent.head, len(names), variances[0], variances[1], own, others, difference
    )


def _own_and_others(agent: AgentRatings, rows: tuple[Ints, Ints, Ints, Ints], said: Ints) -> Floats:
    """By conversation, the ratings against people of its profile, and of all others, who count as
    one: (conversations, 2, k, k). `rows` are conversations, cells and both ratings, `said` what
    people gave by cell and profile.
    """
    steps = (said[..., None] == np.arange(agent.k)).sum(axis=1)
    many = steps.sum(axis=1)
    conversation, cell, mine, theirs = rows
    use = (mine >= 0) & (theirs >= 0) & (many[cell] > 1)
    conversation, cell, mine, theirs = (one[use] for one in rows)
    found = np.zeros((len(agent.levels), 2, agent.k, agent.k))
    np.add.at(found, (conversation, 0, mine, theirs), 1)
    own = theirs[:, None] == np.arange(agent.k)
    np.add.at(found, (conversation, 1, mine), (steps[cell] - own) / (many[cell] - 1)[:, None])
    return found


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
    n, conversations = sum(bool(place[-2]) for place in shared), len(first.levels)
    weights = identity_weights(one.k), quadratic_weights(tuple(map(float, range(one.k))))
    waves, chosen = first.waves, first.counted
    counted_waves = [waves[at] for at in chosen]

    def made(
        name: str, wave: int | None, pair: Sequence[tuple[Floats, Floats]], many: int, most: int
    ) -> SourceDifference:
        (a, a_without), (b, b_without) = pair
        difference = figure(
            float(b - a), b_without - a_without, n=many, conversations=conversations,
            levels=first.levels, ends=(-most, most), reason="undefined in one of the two",
        )  # fmt: skip
        sides = [None if np.isnan(side) else float(side) for side in (a, b)]
        return SourceDifference(*one.head, name, wave, sides[0], sides[1], difference)

    tables = [agent.tables() for agent in (first, second)]
    plain, heavy = ([kappas(each, weight) for each in tables] for weight in weights)
    mean = [means(*agent.rating_sums()) for agent in (first, second)]
    if chosen:
        over = [tuple(part[chosen].mean(axis=0) for part in each) for each in plain]
        yield made("unweighted kappa, mean over waves", None, over, n, 2)
        over = [tuple(area(part[chosen], counted_waves) for part in each) for each in heavy]
        yield made("weighted kappa, area over waves", None, over, n, 2)
    for name, found, most in (("weighted kappa", heavy, 2), ("mean rating", mean, one.k - 1)):
        for at, wave in enumerate(waves):
            here = sum(place[-2] == wave for place in shared)
            pair = [(value[at], without[at]) for value, without in found]
            yield made(name, wave, pair, here, most)
