"""How often the intervals of an age function's coefficients hold, by made people.

Usage: python -m benchmarks.norm_fitting [--runs N] [--people N]

Each person answers 20 items of four options in two stages, and 30 in two others. Either the age
follows from the accuracies by known coefficients but for an error, or people are drawn by age and
answer by their age; true are then the least squares of 200,000 people. Printed is the lowest
proportion of 95% intervals that contain a coefficient, over the five, and that of all.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from coders.norms.fitting import coefficients

Floats = NDArray[np.float64]

WEIGHTS = np.array((3.68, 2.56, 6.66, 3.58, 6.40))
"""Intercept, and years of each stage."""
EASE = np.array((1.5, 1.0, 0.3, 0.0))
ITEMS = np.array((20, 20, 30, 30))
CROWD = 200_000

SETTINGS = {
    "error of 1.5 years": "",
    "error of 0.15 years": "little",
    "skewed scores, error grows with age": "skewed grows",
    "the same, ages end at 6 and 20": "skewed grows ends",
    "nearly all is right, error of 0.15": "easy little",
    "nearly all is right, error grows, ages end": "easy grows ends",
    "drawn by age": "drawn",
    "drawn by age, ages in whole years": "drawn whole",
    "drawn by age, mostly old, nearly all is right": "drawn old easy",
    "drawn by age, mostly young, little is right": "drawn young hard",
}


def made_people(rng: np.random.Generator, n: int, setting: str) -> tuple[Floats, Floats]:
    """A column of ones and the calibrated accuracies of stages, (people, 5); ages."""
    parts = setting.split()
    harder = {"easy": 2.5, "hard": -1.5}
    shift = sum(by for name, by in harder.items() if name in parts)
    if "drawn" in parts:
        ages = 6 + 14 * rng.beta(4 if "old" in parts else 1, 4 if "young" in parts else 1, n)
        known = (ages - 12) / 3 + rng.normal(0, 0.8, n) * (1 + (ages - 6) / 14)
        if "whole" in parts:
            ages = np.floor(ages)
        return answered(rng, known + shift), ages
    known = (rng.gamma(1.2, 1, n) - 1.2) / 1.2**0.5 if "skewed" in parts else rng.normal(0, 1, n)
    design = answered(rng, known + shift)
    ages = design @ WEIGHTS
    spread = 0.15 if "little" in parts else 0.2 + 0.15 * (ages - 3) if "grows" in parts else 1.5
    ages = ages + rng.normal(0, 1, n) * spread
    return design, np.clip(ages, 6, 20) if "ends" in parts else ages


def answered(rng: np.random.Generator, known: Floats) -> Floats:
    """Ones, and calibrated accuracies of people who know so much."""
    logits = known[:, None] + EASE + rng.normal(0, 0.8, (len(known), len(EASE)))
    right = rng.binomial(ITEMS, 1 / (1 + np.exp(-logits))) / ITEMS
    return np.column_stack([np.ones(len(known)), (right - 0.25) / 0.75])


def coverage(setting: str, people: int, runs: int, seed: int) -> Floats:
    """The proportion of intervals that hold, for each coefficient."""
    crowd = made_people(np.random.default_rng(0), CROWD, setting)
    true = WEIGHTS if setting in ("", "little") else np.linalg.lstsq(*crowd)[0]
    held, made = np.zeros(len(WEIGHTS)), 0
    for number in range(runs):
        design, ages = made_people(np.random.default_rng([seed, number]), people, setting)
        try:
            _, limits = coefficients(design, ages)
        except ValueError:
            continue
        made += 1
        held += (limits[:, 0] <= true) & (true <= limits[:, 1])
    return held / made


def main() -> None:
    """Print a row for each setting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--people", type=int, nargs="+", default=[20, 40, 141])
    options = parser.parse_args()
    print("| people |", " | ".join(f"{n}: lowest | all" for n in options.people), "|")
    print("| --- |", " | ".join(["--- | ---"] * len(options.people)), "|")
    for seed, (name, setting) in enumerate(SETTINGS.items()):
        found = [coverage(setting, n, options.runs, seed) for n in options.people]
        cells = " | ".join(f"{each.min():.3f} | {each.mean():.3f}" for each in found)
        print(f"| {name} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
