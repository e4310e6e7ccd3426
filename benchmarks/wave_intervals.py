"""How often intervals over whole conversations hold the true figure of ratings in waves.

    python -m benchmarks.wave_intervals [--samples 2000] [--seed 1]

People and two agents rate ten items from 1 to 5 in ten waves. What they think is a sum of a part of
the topic, one of the profile, one of their conversation, one of the item in it, and steps from wave
to wave; what an agent thinks differs from people by parts of the same kinds, more for the second.
With `alike` 0 nothing is shared by conversations of one topic or one profile; with 1 half of what
conversations differ by is. The truth is the kappa of 100,000 conversations, and the mean of
variances, which are unbiased, over all samples. In brackets is the mean width of the intervals,
where 1 is that of one who knows the standard deviation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np

from coders.statistics.analytic import cohen_error
from coders.statistics.kappas import cohen
from coders.statistics.ratings import Floats, Ints
from coders.statistics.wave_kappas import area, pair_tables, variance_between
from coders.statistics.weights import identity_weights, quadratic_weights
from runners.waves.estimates import Estimates, kappa

DESIGNS = ((2, 5), (4, 6), (10, 12))
"""(topics, profiles)."""

WAVES, ITEMS, STEPS, SCALE = 10, 10, 5, (1, 5)
PLAIN, WEIGHTED = identity_weights(STEPS), quadratic_weights((1.0, 2.0, 3.0, 4.0, 5.0))
CUTS = np.array([-1.2, -0.4, 0.4, 1.2])
FIGURES = (
    "wave 5, unweighted", "wave 5, weighted", "area, weighted", "difference of two agents' areas",
    "variance between profiles", "wave 5, unweighted, ratings taken for independent",
)  # fmt: skip


def ratings(
    topics: int, profiles: int, *, alike: float, rng: np.random.Generator
) -> tuple[Ints, ...]:
    """What people and both agents gave, each of shape (conversations, waves, items), from 0."""

    def thought(between: float, within: float, step: float) -> Floats:
        shape = (topics, profiles, 1, 1)
        own = sqrt(1 - alike / 2) * rng.standard_normal(shape)
        shared = rng.standard_normal((topics, 1, 1, 1)) + rng.standard_normal((1, profiles, 1, 1))
        found = between * (own + sqrt(alike / 4) * shared)
        found = found + within * rng.standard_normal((topics, profiles, 1, ITEMS))
        moves = rng.standard_normal((topics, profiles, WAVES, ITEMS))
        walked: Floats = found + step * np.cumsum(moves, axis=2)
        return walked.reshape(topics * profiles, WAVES, ITEMS)

    people = thought(0.5, 0.8, 0.15)
    first, second = people + thought(0.4, 0.6, 0.1), people + thought(0.6, 0.7, 0.15)
    return tuple(np.searchsorted(CUTS, one) for one in (people, first, second))


def tables(people: Ints, agent: Ints) -> Floats:
    """The tables of every conversation and wave."""
    conversation, wave, _ = np.indices(agent.shape)
    pairs = np.array([one.ravel() for one in (conversation, wave, agent, people)])
    return pair_tables(pairs, shape=(agent.shape[0], WAVES, STEPS))


def estimates(
    given: Sequence[Ints], topics: int, profiles: int, levels: Sequence[tuple[str, ...]]
) -> tuple[Estimates, ...]:
    """All figures but the last, each at one place."""
    people, first, second = given
    waves = range(1, WAVES + 1)
    plain, weighted, other = (
        kappa(tables(people, agent), weights, waves, levels, SCALE)
        for agent, weights in ((first, PLAIN), (first, WEIGHTED), (second, WEIGHTED))
    )
    shape = topics, profiles, WAVES, ITEMS
    places = np.broadcast_to(np.arange(topics * profiles).reshape(topics, profiles, 1, 1), shape)
    values, where = (
        np.moveaxis(one.reshape(shape), 1, -1).reshape(-1, profiles) for one in (first, places)
    )
    there = np.ones_like(values, dtype=bool)
    found = variance_between(values.astype(np.float64), there, where, len(levels))
    return (
        plain.in_wave(5), weighted.in_wave(5), weighted.over(area),
        weighted.over(area).less(other.over(area)),
        Estimates(*found, [0], levels, (0.0, 8.0), [""]),
    )  # fmt: skip


def main() -> None:
    """Print a line for each design."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    truth = _truth(rng)
    print(f"| conversations | alike | {' | '.join(FIGURES)} |")
    print("|---" * (len(FIGURES) + 2) + "|")
    for topics, profiles in DESIGNS:
        levels = [(f"T{at // profiles}", f"P{at % profiles}") for at in range(topics * profiles)]
        for alike in (0.0, 1.0):
            made = []
            for _ in range(given.samples):
                sample = ratings(topics, profiles, alike=alike, rng=rng)
                found = estimates(sample, topics, profiles, levels)
                made.append([*map(_ends, found), _independent(sample)])
            cells = " | ".join(_cells(np.array(made), truth))
            print(f"| {topics} x {profiles} | {alike:g} | {cells} |", flush=True)


def _truth(rng: np.random.Generator) -> Floats:
    """The figures; one conversation has the same chances in every design. NaN for variances."""
    known = np.zeros((2, WAVES, STEPS, STEPS))
    for _ in range(10):
        people, *agents = ratings(10_000, 1, alike=0.0, rng=rng)
        known += [tables(people, one).sum(axis=0) for one in agents]
    plain = cohen(known[0][..., None], PLAIN).value[4, 0]
    first, second = (cohen(one[..., None], WEIGHTED).value[:, 0] for one in known)
    one, two = (area(each, range(1, WAVES + 1)) for each in (first, second))
    return np.array([plain, first[4], one, one - two, np.nan, plain])


def _ends(found: Estimates) -> tuple[float, float, float]:
    """A figure and its ends."""
    one = found.figure()
    return float(found.value[0]), *(one.ci95 or (np.nan, np.nan))


def _independent(given: Sequence[Ints]) -> tuple[float, float, float]:
    """The kappa of wave 5, and its ends for independent ratings."""
    people, agent, _ = given
    table = tables(people, agent)[:, 4].sum(axis=0)
    value = float(cohen(table[None, ..., None], PLAIN).value[0, 0])
    half = 1.96 * (cohen_error(table, PLAIN) or 0.0)
    return value, value - half, value + half


def _cells(made: Floats, truth: Floats) -> Iterator[str]:
    """How often the ends, (samples, figures, 3), hold the truth, and how wide they are beside 3.92
    standard deviations of the figure.
    """
    value, low, high = np.moveaxis(made, -1, 0)
    true = np.where(np.isnan(truth), value.mean(axis=0), truth)
    held = ((low <= true) & (true <= high)).mean(axis=0)
    wide = (high - low).mean(axis=0) / (2 * 1.96 * value.std(axis=0))
    for share, width in zip(held, wide, strict=True):
        yield f"{share:.1%} ({width:.2f})"


if __name__ == "__main__":
    main()
