"""How often the intervals of an age function's coefficients hold, by made people.

Usage: python -m benchmarks.norm_fitting [--runs N] [--people N]

Each person has an ability, four stages of other difficulty, and 20 items of four options a stage.
The age follows from the accuracies by known coefficients but for an error of 1.5 years. Printed is
the proportion of 95% intervals (bootstrap by person) that contain each coefficient.
"""

from __future__ import annotations

import argparse

import numpy as np

from coders.norms.fitting import Floats, fit_ages

TRUE = (3.68, 2.56, 6.66, 3.58, 6.40)
"""Intercept, and years of each stage."""


def made_people(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """Calibrated accuracies, (people, stages), and ages."""
    ability = rng.normal(0, 1, n)
    logits = [ability + ease + rng.normal(0, 0.8, n) for ease in (1.5, 1, 0.3, 0)]
    right = rng.binomial(20, 1 / (1 + np.exp(-np.column_stack(logits)))) / 20
    stages = (right - 0.25) / 0.75
    return stages, TRUE[0] + stages @ np.array(TRUE[1:]) + rng.normal(0, 1.5, n)


def main() -> None:
    """Print the coverage of each coefficient."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--people", type=int, default=141)
    options = parser.parse_args()
    held = np.zeros(len(TRUE))
    for seed in range(options.runs):
        stages, ages = made_people(np.random.default_rng(seed), options.people)
        found = fit_ages(stages, stages.mean(axis=1), ages, seed=seed)
        held += [low <= x <= high for (low, high), x in zip(found.limits, TRUE, strict=True)]
    print("intercept, stages:", ", ".join(f"{each:.1%}" for each in held / options.runs))


if __name__ == "__main__":
    main()
