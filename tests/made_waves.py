"""Made ratings in waves: people's by rater, and those of a few participants."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np

from coders.tables.wave_ratings import (
    WaveTable,
    beside,
    conditions_of,
    read_people,
    read_wave_table,
)

SCALE = (1, 5)
HEADER = ("topic", "profile", "wave", "item")


def made_files(
    *, topics: int = 3, profiles: int = 4, waves: int = 11, items: int = 3, seed: int = 1
) -> tuple[str, str]:
    """A table of participants and one of people: opinions that wander from wave to wave.

    `follows` says what people think, `steady` what they thought at first, `neutral` always 3, and
    `told` nearly what people think; some ratings are missing.
    """
    rng, cuts = np.random.default_rng(seed), [-1.2, -0.4, 0.4, 1.2]
    table, people = StringIO(), StringIO()
    agents, raters = csv.writer(table), csv.writer(people)
    agents.writerow(["participant", *HEADER, "rating", "missing", "reason", "sees_feedback"])
    raters.writerow([*HEADER, "rater", "rating"])
    for number in range(topics * profiles * items):
        cell, item = divmod(number, items)
        where = [f"T{cell // profiles}", f"P{cell % profiles}"]
        opinions = rng.normal(0, 1) + np.cumsum(rng.normal(0, 0.4, waves))
        true = np.searchsorted(cuts, opinions) + 1
        for wave in range(waves):
            given = np.searchsorted(cuts, opinions[wave] + rng.normal(0, 0.4, 5)) + 1
            place = [*where, wave, f"q{item}"]
            for rater, one in enumerate(given):
                raters.writerow([*place, f"R{rater}", -1 if rng.random() < 0.02 else one])
            told = int(np.clip(true[wave] + rng.integers(-1, 2), 1, 5))
            for name, rating in (
                ("follows", true[wave]), ("steady", true[0]), ("neutral", 3), ("told", told),
            ):  # fmt: skip
                lost = rng.random() < 0.01
                agents.writerow([name, *place, -1 if lost else rating, "refused" if lost else "",
                                 f"I say {rating}.", "TRUE" if name == "told" else ""])  # fmt: skip
    return table.getvalue(), people.getvalue()


def made_table(**sizes: int) -> WaveTable:
    """The same, read."""
    table, people = made_files(**sizes)
    found = read_wave_table(table, "made.csv", ".csv", scale=SCALE)
    given = read_people(
        people, "people.csv", ".csv", conditions=conditions_of(found.rows), scale=SCALE
    )
    return beside(found, given, ties="nearest")
