"""Articles that move opinions: the tables, and how their ratings were made."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from itertools import chain, product

from benchmarks.made_ratings import PLAN, RATERS, write
from tests.shell import ROOT

TABLES = ROOT / "additions" / "changing_views"


def table(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TOPICS = [row["topic"] for row in table("topics")]
PROFILES = [row["profile"] for row in table("profiles")]


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
        items = {row["item"] for row in table("questions") if row["topic"] == topic}
        assert len(items) == 10
        assert list(lines["leaning"]) == PROFILES
        assert len(lines["waves"]) == 10
        assert set(chain.from_iterable(lines["waves"])) == items | {"all"}


def test_ten_articles_a_topic_share_no_sentence() -> None:
    articles = table("articles")
    waves = product(TOPICS, map(str, range(1, 11)))
    assert [(row["topic"], row["wave"]) for row in articles] == list(waves)
    assert all(90 <= len(row["text"].split()) <= 160 for row in articles)
    sentences = [one for row in articles for one in re.split(r"(?<=[.?!])\s", row["text"])]
    assert len(set(sentences)) == len(sentences)
