"""Ratings in waves are taken from the replies of a study, beside what its script says of people."""

from __future__ import annotations

import csv
import json
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

from tests.here import Here, here

SCRIPT = """experiment Made views

conditions topic from topics.csv
conditions profile from profiles.csv
waves reading from articles.csv
questionnaire opinions
    rate 1 to 5
    labels:
        not at all
        hardly
        partly
        mostly
        fully
    items from questions.csv
    people from people.csv

design
    runs 1
    wording original

procedure
    profile: {all of profile}
    say: {text}
    do opinions
"""
TOPICS, PROFILES, WAVES, ITEMS = ("bees", "lamps"), ("Ana", "Ben"), (0, 1, 2), ("q1", "q2")


def write(folder: Path, name: str, rows: list[tuple[object, ...]]) -> None:
    with (folder / name).open("w", newline="") as file:
        csv.writer(file).writerows(rows)


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    places = list(product(TOPICS, PROFILES, WAVES, ITEMS))
    people = [(*at, rater, 1 + number % 5) for number, at in enumerate(places) for rater in "ABC"]
    write(tmp_path, "topics.csv", [("topic", "kind"), *((one, "x") for one in TOPICS)])
    write(tmp_path, "profiles.csv", [("profile", "age"), *((one, "40") for one in PROFILES)])
    texts = [(topic, wave, f"{topic} are many here.") for topic in TOPICS for wave in (1, 2)]
    write(tmp_path, "articles.csv", [("topic", "wave", "text"), *texts])
    write(tmp_path, "questions.csv", [("item", "words"), *((one, f"So {one}?") for one in ITEMS)])
    write(tmp_path, "people.csv", [("topic", "profile", "wave", "item", "rater", "rating"),
                                   *people])  # fmt: skip
    (tmp_path / "views.dev").write_text(SCRIPT)
    return here(tmp_path)


def test_ratings_of_a_study_are_its_replies_beside_people(shell: Here) -> None:
    shell.run("views.dev", "-m", "sim/random")
    rows = list(csv.DictReader(StringIO(shell.run("waves", "views.dev", "--csv").stdout)))
    assert len(rows) == len(TOPICS) * len(PROFILES) * len(WAVES) * len(ITEMS)
    assert all(row["rating"] in row["reason"] for row in rows)
    at = {(row["topic"], row["profile"], row["wave"], row["item"]): row["people"] for row in rows}
    assert at["bees", "Ana", "0", "q1"] == "1"
    assert at["lamps", "Ben", "2", "q2"] == str(1 + 23 % 5)
    assert {(row["raters"], row["simulated"]) for row in rows} == {("3", "TRUE")}
    found = json.loads(shell.run("waves", "--json", "--figures", "drawn").stdout)
    assert found["agents"][0]["authenticity"]["conversations"] == 4
    assert found["people"][0]["figure"]["value"] == 1
    assert "sim/random" in (shell.folder / "drawn" / "waves.svg").read_text()
    assert "topic lamps" in (shell.folder / "drawn" / "wave_ratings.svg").read_text()
    twice = shell.run("waves", "--with", "views.dev", "--json").stdout
    assert {one["difference"]["value"] for one in json.loads(twice)["differences"]} == {0}
    other = shell.run("waves", "--with", "none", code=None)
    assert "none" in other.stderr
    at = ("waves", "--item", "q2", "--wave", "1", "--at", "topic=bees,profile=Ben")
    answer = json.loads(shell.run(*at, "--json").stdout)[0]
    assert (answer["profile"], answer["recalled"]) == ("profile: Ben\nage: 40", [])
    assert "nothing was asked at topic=x" in shell.run(*at[:-1], "topic=x", code=1).stderr
    (shell.folder / "few.csv").write_text("wave,item,rater,rating\n1,q1,A,5\n")
    other = shell.run("waves", "--people", "few.csv", "--item", "q1", "--wave", "1").stdout
    assert "people: 5" in other


def test_agents_are_apart_that_see_feedback_and_say_what_they_recalled_and_skipped(
    shell: Here,
) -> None:
    asked = ("-m", "sim/unmoved", "-m", "sim/garbled?unread=3", "--only", "bees", "--only", "Ana")
    shell.run("views.dev", "--agent", "react", "--agent", "coggpt", *asked)
    found = json.loads(shell.run("waves", "--json").stdout)
    agents = {one["participant"]: (one["sees_feedback"], one["skipped"]) for one in found["agents"]}
    assert agents == {
        "sim/unmoved?agent=coggpt": (False, 0),
        "sim/unmoved?agent=react (sees feedback)": (True, 0),
        "sim/garbled?unread=3&agent=coggpt": (False, 4),
        "sim/garbled?unread=3&agent=react (sees feedback)": (True, 0),
    }
    assert {frozenset((one["participant"], one["other"])) for one in found["pairs"]} == {
        frozenset(name for name in agents if name.endswith(agent))
        for agent in ("=coggpt", "=react (sees feedback)")
    }
    answers = json.loads(shell.run("waves", "--item", "q1", "--wave", "2", "--json").stdout)
    recalled = {one["participant"]: one["recalled"] for one in answers}
    assert recalled["sim/unmoved?agent=react (sees feedback)"] == []
    assert recalled["sim/unmoved?agent=coggpt"]
    tidy = shell.run("waves", "--csv").stdout
    rows = [row for row in csv.DictReader(StringIO(tidy)) if "garbled" in row["participant"]]
    assert {(row["wave"], row["skipped"]) for row in rows if "coggpt" in row["participant"]} == {
        ("0", ""), ("1", "update, distil"), ("2", "update, distil"),
    }  # fmt: skip
    (shell.folder / "tidy.csv").write_text(tidy)
    again = shell.run("waves", "--table", "tidy.csv").stdout
    assert "skipped" in again


def test_a_study_without_waves_says_so(shell: Here) -> None:
    plain = SCRIPT.replace("waves reading from articles.csv\n", "").replace("    say: {text}\n", "")
    plain = plain.replace("    people from people.csv\n", "")
    (shell.folder / "plain.dev").write_text(plain)
    shell.run("plain.dev", "-m", "sim/random")
    done = shell.run("waves", code=1)
    assert "has waves" in done.stderr
