"""How often intervals over whole conversations hold the true kappa of ratings in waves.

    python -m benchmarks.wave_intervals [--samples 400] [--seed 1]

People and an agent rate ten items from 1 to 5 in ten waves. What they think is a sum of a part of
the topic, one of the profile, one of their conversation, one of the item in it, and steps from wave
to wave; the agent's differs from people's by parts of the same kinds. With `alike` 0 nothing is
shared by conversations of one topic or one profile; with 1 half of what conversations differ by is.
The truth is the kappa of 40,000 conversations.
"""

from __future__ import annotations

import argparse
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from coders.statistics.analytic import cohen_error
from coders.statistics.kappas import cohen
from coders.statistics.ratings import Floats
from coders.statistics.wave_kappas import area, kappas, pair_tables
from coders.statistics.weights import identity_weights, quadratic_weights
from runners.comparison.wave_scores import figure

DESIGNS = ((2, 5), (4, 6), (10, 12))
"""(topics, profiles)."""

WAVES, ITEMS, STEPS = 10, 10, 5
WEIGHTS = {
    "unweighted": identity_weights(STEPS),
    "weighted": quadratic_weights((1.0, 2.0, 3.0, 4.0, 5.0)),
}
CUTS = np.array([-1.2, -0.4, 0.4, 1.2])


def ratings(
    topics: int, profiles: int, *, alike: float, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the agent and people gave, each of shape (conversations, waves, items), from 0."""

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
    agent = people + thought(0.4, 0.6, 0.1)
    return np.searchsorted(CUTS, agent), np.searchsorted(CUTS, people)


def tables(both: tuple[NDArray[np.int64], NDArray[np.int64]]) -> Floats:
    """The tables of every conversation and wave."""
    agent, people = both
    many = agent.shape[0]
    conversation, wave, _ = np.indices(agent.shape)
    pairs = np.array([one.ravel() for one in (conversation, wave, agent, people)])
    return pair_tables(pairs, shape=(many, WAVES, STEPS))


def main() -> None:
    """Print a line for each design."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    waves = range(1, WAVES + 1)
    print("| conversations | alike | wave 5, unweighted | wave 5, weighted | area, weighted "
          "| wave 5, unweighted, ratings taken for independent |")  # fmt: skip
    print("|---|---|---|---|---|---|")
    for topics, profiles in DESIGNS:
        for alike in (0.0, 1.0):
            # Many small worlds: with shared parts one large one has a kappa of its own.
            worlds = ceil(40_000 / (topics * profiles))
            known = sum(
                tables(ratings(topics, profiles, alike=alike, rng=rng)).sum(axis=0)
                for _ in range(worlds)
            )
            truth = {
                name: cohen(known[..., None], weights).value[:, 0]
                for name, weights in WEIGHTS.items()
            }
            held = np.zeros(4)
            for _ in range(given.samples):
                found = tables(ratings(topics, profiles, alike=alike, rng=rng))
                held += _held(found, truth, waves)
            cells = " | ".join(f"{one:.1%}" for one in held / given.samples)
            print(f"| {topics} x {profiles} | {alike:g} | {cells} |", flush=True)


def _held(found: Floats, truth: dict[str, Floats], waves: range) -> NDArray[np.bool_]:
    plain, plain_again = kappas(found, WEIGHTS["unweighted"])
    heavy, heavy_again = kappas(found, WEIGHTS["weighted"])
    error = cohen_error(found[:, 4].sum(axis=0), WEIGHTS["unweighted"]) or 0.0
    made = (
        (plain[4], plain_again[4], truth["unweighted"][4]),
        (heavy[4], heavy_again[4], truth["weighted"][4]),
        (area(heavy, waves), area(heavy_again, waves), area(truth["weighted"], waves)),
    )
    held = [_within(*one, many=found.shape[0]) for one in made]
    return np.array([*held, abs(plain[4] - truth["unweighted"][4]) <= 1.96 * error])


def _within(value: Floats, again: Floats, true: Floats, *, many: int) -> bool:
    ends = figure(float(value), again, n=1, conversations=many).ci95
    return ends is not None and ends[0] <= float(true) <= ends[1]


if __name__ == "__main__":
    main()
