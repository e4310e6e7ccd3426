"""Makes the ratings of additions/changing_views: no person gave them.

    python -m benchmarks.made_ratings > additions/changing_views/ratings.csv

What a profile thinks of an item begins at the middle of the scale, by as much higher or lower as
the profile leans and by a difference of its own. After each article it moves by what the article
argues of the item, times how open the profile is to arguments, and stays on the scale.
benchmarks/made_ratings.toml has these numbers. Seven made raters each give that value with a
tendency of their own (normal, SD 0.15) and an error in each rating (normal, SD 0.4), rounded to a
step of the scale. The seed is fixed.
"""

from __future__ import annotations

import csv
import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

PLAN = Path(__file__).with_suffix(".toml")
QUESTIONS = Path(__file__).parents[1] / "additions" / "changing_views" / "questions.csv"
RATERS = tuple(f"made {number}" for number in range(1, 8))
LOW, MIDDLE, HIGH = 1, 3, 5
TENDENCY, ERROR, OWN = 0.15, 0.4, 0.8
SEED = 20

Rating = tuple[str, str, int, str, str, int]
"""Topic, profile, wave, item, rater, rating."""


def made_ratings() -> Iterator[Rating]:
    """Every rating, in the order of the file."""
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    dice = random.Random(SEED)
    tendencies = {rater: dice.gauss(0, TENDENCY) for rater in RATERS}
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        questions = [
            (row["topic"], row["item"], -1 if row["reversed"] else 1)
            for row in csv.DictReader(file)
        ]
    for at, (topic, item, sign) in enumerate(questions):
        items, leaning, waves = map(plan[topic].get, ("items", "leaning", "waves"))
        about = items[at % len(items)]
        for profile, openness in plan["openness"].items():
            view = MIDDLE + sign * leaning[profile] + dice.uniform(-OWN, OWN)
            for wave, argued in enumerate([{"all": 0.0}, *waves]):
                moved = view + sign * openness * argued.get(about, argued["all"])
                view = min(max(moved, LOW), HIGH)
                for rater, tendency in tendencies.items():
                    felt = round(view + tendency + dice.gauss(0, ERROR))
                    yield topic, profile, wave, item, rater, min(max(felt, LOW), HIGH)


def write(to: TextIO) -> None:
    """The file of ratings."""
    rows = csv.writer(to, lineterminator="\n")
    rows.writerow(["topic", "profile", "wave", "item", "rater", "rating"])
    rows.writerows(made_ratings())


if __name__ == "__main__":
    write(sys.stdout)
