"""How often the intervals of stages, macro means and ages hold, by simulated items.

Usage: python -m benchmarks.age_intervals [--runs N]

Each group of the original CogLM bank has its number of items and its chance; a participant answers
each item right with the probability of the group. Printed is the proportion of 95% intervals that
contain the true figure, for ages, the macro mean and the worst of the four stages.
"""

from __future__ import annotations

import argparse

import numpy as np

from coders.norms.ages import Norms, aggregate_calibrated, profile_of
from coders.tables.abilities import read_norms
from runners.shipped import SHIPPED_NORMS

SETTINGS = {
    "chance in all": [0.0] * 10,
    "half": [0.5] * 10,
    "nearly all": [0.97] * 10,
    "all but planning": [1.0] * 9 + [0.2],
    "as a small model": [-0.1, 0.5, 0.4, -0.1, 0.2, 0.1, 0.1, 0.0, 0.05, 0.03],
    "as a large model": [0.92, 0.97, 0.91, 0.85, 0.61, 0.66, 0.64, 0.27, 0.49, 0.07],
}
"""Name -> calibrated accuracy of each group, stage by stage."""


def coverage(norms: Norms, accuracies: list[float], runs: int, seed: int) -> list[float]:
    """The proportion of intervals that hold: age, macro mean, each stage."""
    rng = np.random.default_rng(seed)
    groups = norms.groups
    true = profile_of({one.name: x for one, x in zip(groups, accuracies, strict=True)}, norms)
    goals = [true.age.mean, true.macro.mean, *(one.mean for one in true.stages)]
    held = np.zeros(len(goals))
    for _ in range(runs):
        seen = {}
        for one, x in zip(groups, accuracies, strict=True):
            hits = rng.binomial(one.items, x * (1 - one.chance) + one.chance)
            seen[one.name] = aggregate_calibrated(hits / one.items, one.chance)
        found = profile_of(seen, norms)
        held += [
            one.low - 1e-9 <= goal <= one.high + 1e-9
            for one, goal in zip((found.age, found.macro, *found.stages), goals, strict=True)
        ]
    return [float(each) for each in held / runs]


def main() -> None:
    """Print a row for each setting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2000)
    runs = parser.parse_args().runs
    norms = read_norms(SHIPPED_NORMS.read_bytes(), str(SHIPPED_NORMS))
    print("| accuracies | age | macro | worst stage |")
    print("| --- | --- | --- | --- |")
    for seed, (name, accuracies) in enumerate(SETTINGS.items()):
        age, macro, *stages = coverage(norms, accuracies, runs, seed)
        print(f"| {name} | {age:.1%} | {macro:.1%} | {min(stages):.1%} |")


if __name__ == "__main__":
    main()
