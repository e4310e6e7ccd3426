"""How often intervals over whole conversations hold the true kappa of ratings in waves.

    python -m benchmarks.wave_intervals [--samples 2000] [--seed 1]

People and an agent rate ten items from 1 to 5 in ten waves. What they think is a sum of a part of
the topic, one of the profile, one of their conversation, one of the item in it, and steps from wave
to wave; the agent's differs from people's by parts of the same kinds. With `alike` 0 nothing is
shared by conversations of one topic or one profile; with 1 half of what conversations differ by is.
The truth is the kappa of 100,000 conversations. In brackets is the mean width of the intervals,
where 1 is that of one who knows the standard deviation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt

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
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    truth = _truth(rng)
    print("| conversations | alike | wave 5, unweighted | wave 5, weighted | area, weighted "
          "| wave 5, unweighted, ratings taken for independent |")  # fmt: skip
    print("|---|---|---|---|---|---|")
    for topics, profiles in DESIGNS:
        levels = [(f"T{at // profiles}", f"P{at % profiles}") for at in range(topics * profiles)]
        for alike in (0.0, 1.0):
            made = [
                _intervals(tables(ratings(topics, profiles, alike=alike, rng=rng)), levels)
                for _ in range(given.samples)
            ]
            cells = " | ".join(_cells(np.array(made), truth))
            print(f"| {topics} x {profiles} | {alike:g} | {cells} |", flush=True)


def _truth(rng: np.random.Generator) -> Floats:
    """The figures of `_intervals`; one conversation has the same chances in every design."""
    known = sum(tables(ratings(10_000, 1, alike=0.0, rng=rng)).sum(axis=0) for _ in range(10))
    plain, heavy = (cohen(known[..., None], one).value[:, 0] for one in WEIGHTS.values())
    over = area(heavy, range(1, WAVES + 1))
    return np.array([plain[4], heavy[4], over, plain[4]])


def _intervals(found: Floats, levels: Sequence[Sequence[str]]) -> list[tuple[float, float, float]]:
    """Figures with their ends: unweighted, weighted, area, and unweighted for independent."""
    plain, plain_without = kappas(found, WEIGHTS["unweighted"])
    heavy, heavy_without = kappas(found, WEIGHTS["weighted"])
    waves = range(1, WAVES + 1)
    made = []
    for value, without in (
        (plain[4], plain_without[4]),
        (heavy[4], heavy_without[4]),
        (area(heavy, waves), area(heavy_without, waves)),
    ):
        one = figure(float(value), without, n=1, conversations=len(levels), levels=levels)
        made.append((float(value), *(one.ci95 or (np.nan, np.nan))))
    half = 1.96 * (cohen_error(found[:, 4].sum(axis=0), WEIGHTS["unweighted"]) or 0.0)
    return [*made, (plain[4], plain[4] - half, plain[4] + half)]


def _cells(made: Floats, true: Floats) -> Iterator[str]:
    """How often the ends, (samples, figures, 3), hold the truth, and how wide they are beside 3.92
    standard deviations of the figure.
    """
    value, low, high = np.moveaxis(made, -1, 0)
    held = ((low <= true) & (true <= high)).mean(axis=0)
    wide = (high - low).mean(axis=0) / (2 * 1.96 * value.std(axis=0))
    for share, width in zip(held, wide, strict=True):
        yield f"{share:.1%} ({width:.2f})"


if __name__ == "__main__":
    main()
