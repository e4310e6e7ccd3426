"""Articles that move opinions: the tables, and how their ratings were made."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from itertools import chain, product

import pytest
from sklearn.metrics import cohen_kappa_score

from benchmarks.made_ratings import PLAN, RATERS, write
from coders.reply_outcomes import rated
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Trial
from runners.check.taking import simulate
from runners.participants.sim import simulated
from tests.shell import ROOT

TABLES = ROOT / "additions" / "changing_views"


def table(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TOPICS = [row["topic"] for row in table("topics")]
PROFILES = [row["Name"] for row in table("profiles")]


def test_the_ratings_are_those_that_the_rule_makes_for_every_item() -> None:
    made = io.StringIO()
    write(made)
    assert (TABLES / "ratings.csv").read_text(encoding="utf-8") == made.getvalue()
    given = [tuple(row.values())[:-1] for row in csv.DictReader(io.StringIO(made.getvalue()))]
    items = [(row["topic"], row["item"]) for row in table("questions")]
    rated = product(items, PROFILES, map(str, range(11)), RATERS)
    assert given == [(topic, who, wave, item, rater) for (topic, item), who, wave, rater in rated]
    assert all(rater.startswith("made ") for rater in RATERS)


def test_the_plan_names_only_what_is_in_the_tables() -> None:
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    assert list(plan.pop("openness")) == PROFILES
    assert list(plan) == TOPICS
    for topic, lines in plan.items():
        asked = [row["item"] for row in table("questions") if row["topic"] == topic]
        assert asked == [f"q{number}" for number in range(1, 11)]
        assert len(set(lines["items"])) == 10
        assert list(lines["leaning"]) == PROFILES
        assert len(lines["waves"]) == 10
        assert set(chain.from_iterable(lines["waves"])) == {*lines["items"], "all"}


def test_ten_articles_a_topic_share_no_sentence() -> None:
    articles = table("articles")
    waves = product(TOPICS, map(str, range(1, 11)))
    assert [(row["topic"], row["wave"]) for row in articles] == list(waves)
    assert all(90 <= len(row["text"].split()) <= 160 for row in articles)
    sentences = [one for row in articles for one in re.split(r"(?<=[.?!])\s", row["text"])]
    assert len(set(sentences)) == len(sentences)


# ------------------------------------------------------------------------- what participants score


@pytest.fixture(scope="module")
def trial() -> Trial:
    """Who changes her mind most, on the topic that turns."""
    experiment = load(ROOT / "additions" / "changing_views.dev").experiment
    assert experiment is not None
    (cell,) = (one for one in cells(experiment) if one.condition == "city bees, Lotte")
    return Expander(experiment).trial(cell, draw=1)


def majorities() -> dict[int, list[int]]:
    """The most frequent rating of each item by wave, straight from the file; of several the one
    nearest to the median, then to the middle, then the lower one.
    """
    given: dict[tuple[int, str], list[int]] = {}
    for row in table("ratings"):
        if (row["topic"], row["profile"]) == ("city bees", "Lotte"):
            given.setdefault((int(row["wave"]), row["item"]), []).append(int(row["rating"]))
    found: dict[int, list[int]] = {}
    for (wave, _), ratings in given.items():
        counts, median = Counter(ratings), sorted(ratings)[len(ratings) // 2]
        tied = [one for one in counts if counts[one] == max(counts.values())]
        near = min(tied, key=lambda one: (abs(one - median), abs(one - 3), one))
        found.setdefault(wave, []).append(near)
    return found


def test_kappas_of_known_participants_are_those_of_the_ratings(trial: Trial) -> None:
    """The unmoved one agrees less and less, the follower wholly, and the forgetful one as long as
    there is nothing to forget.
    """
    people = majorities()
    steps = {
        wave: zip(people[0], people[wave], people[max(wave - 1, 0)], strict=True) for wave in people
    }
    forgot = {
        wave: [min(max(first + now - before, 1), 5) for first, now, before in each]
        for wave, each in steps.items()
    }
    expected = {
        "unmoved": dict.fromkeys(people, people[0]), "follower": people, "forgetful": forgot,
    }  # fmt: skip
    kappas = {}
    for name, ratings in expected.items():
        said: dict[int, list[int | None]] = {}
        for one in simulate(trial, simulated(name)).exchanges:
            assert one.reply is not None
            assert one.turn.question is not None
            assert one.session.wave is not None
            point = rated(one.reply.text, one.turn.question)
            said.setdefault(one.session.wave, []).append(point)
        assert said == ratings
        kappas[name] = [cohen_kappa_score(people[wave], said[wave]) for wave in people]
    assert set(kappas["follower"]) == {1.0}
    assert kappas["unmoved"][0] == 1.0
    assert max(kappas["unmoved"][4:]) < 0.3
    assert kappas["forgetful"][1] == 1.0
    assert max(kappas["forgetful"][4:]) < 0.5
