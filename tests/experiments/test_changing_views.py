"""Articles that move opinions: the tables, and how their ratings were made."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from itertools import chain, groupby, product
from statistics import multimode

import pytest

from benchmarks.made_ratings import PLAN, RATERS, write
from coders.reply_outcomes import rated
from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import Trial
from runners.check.taking import simulate
from runners.participants.sim import simulated
from tests.expanded import experiment_in
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
    experiment = experiment_in(load(ROOT / "additions" / "changing_views.dev"))
    (cell,) = (one for one in cells(experiment) if one.condition == "city bees, Lotte")
    return Expander(experiment).trial(cell, draw=1)


@pytest.fixture(scope="module")
def people() -> dict[tuple[str, str, str], list[int]]:
    """The most frequent rating in waves 0 to 10 by topic, profile and item, straight from the file;
    of several the one nearest to the median, then to the middle, then the lower one.
    """
    found: dict[tuple[str, str, str], list[int]] = {}
    rows = groupby(
        table("ratings"), lambda one: [one["topic"], one["profile"], one["item"], one["wave"]]
    )
    for (topic, profile, item, _), given in rows:
        ratings = sorted(int(one["rating"]) for one in given)
        near = min(multimode(ratings), key=lambda one: (abs(one - ratings[3]), abs(one - 3), one))
        found.setdefault((topic, profile, item), []).append(near)
    return found


def forgot(views: list[int], wave: int) -> int:
    """What is left where all but the last step is forgotten."""
    return min(max(views[0] + views[wave] - views[max(wave - 1, 0)], 1), 5)


def test_known_participants_say_what_follows_from_the_ratings(
    trial: Trial, people: dict[tuple[str, str, str], list[int]]
) -> None:
    whole = {
        item: views for (*cell, item), views in people.items() if cell == ["city bees", "Lotte"]
    }
    expected = {
        "unmoved": {item: views[:1] * 11 for item, views in whole.items()},
        "follower": whole,
        "forgetful": {
            item: [forgot(views, wave) for wave in range(11)] for item, views in whole.items()
        },
    }
    for name, ratings in expected.items():
        said: dict[str, list[int | None]] = {}
        for one in simulate(trial, simulated(name)).exchanges:
            assert one.reply is not None
            assert one.turn.question is not None
            point = rated(one.reply.text, one.turn.question)
            said.setdefault(one.turn.question.form, []).append(point)
        assert said == ratings


def test_the_page_gives_the_kappas_of_the_ratings(
    people: dict[tuple[str, str, str], list[int]],
) -> None:
    from sklearn.metrics import cohen_kappa_score

    page = (ROOT / "docs" / "battery" / "changing_views.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d+) \| (.+) \|$", page, re.M)
    assert [int(wave) for wave, _ in shown] == list(range(11))
    for wave, cells_shown in shown:
        now = [views[int(wave)] for views in people.values()]
        first = [views[0] for views in people.values()]
        moved = [forgot(views, int(wave)) for views in people.values()]
        figures = [
            cohen_kappa_score(now, said, weights=weights)
            for said, weights in product((first, moved), (None, "quadratic"))
        ]
        assert cells_shown == " | ".join(f"{one:.2f}" for one in (*figures, 1.0))
