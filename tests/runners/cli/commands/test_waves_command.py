"""`devrun waves`: tables of ratings, one item side by side, and what cannot be asked for."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from tests.here import Here, here
from tests.made_waves import made_files

TABLE = ("waves", "--table", "table.csv", "--people", "people.csv")


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    table, people = made_files(topics=2, profiles=2, waves=3, items=2)
    (tmp_path / "table.csv").write_text(table)
    (tmp_path / "people.csv").write_text(people)
    return here(tmp_path)


def test_agents_that_see_feedback_stand_apart_and_the_tidy_table_is_read_again(shell: Here) -> None:
    said = shell.run(*TABLE).stdout
    ranked, apart = said.split("sees feedback, not to be ranked with the")[:2]
    assert ranked.index("follows") < ranked.index("neutral")
    assert "told" not in ranked
    assert "told" in apart
    assert max(map(len, said.splitlines())) <= 100
    assert "nan" not in said
    found = json.loads(shell.run(*TABLE, "--json").stdout)
    tidy = shell.run(*TABLE, "--csv").stdout
    rows = list(csv.DictReader(StringIO(tidy)))
    assert (rows[0]["topic"], rows[0]["profile"], rows[0]["participant"]) == ("T0", "P0", "follows")
    (shell.folder / "tidy.csv").write_text(tidy)
    again = json.loads(shell.run("waves", "--table", "tidy.csv", "--json").stdout)
    assert again["agents"] == found["agents"]
    assert again["waves"] == found["waves"]
    tidy = tidy.replace("I say", "'=I say")
    (shell.folder / "tidy.csv").write_text(tidy)
    assert shell.run("waves", "--table", "tidy.csv", "--csv").stdout == tidy
    ties = [one for one in found["counts"] if "tie" in one]
    assert [one for one in again["counts"] if "tie" in one] == ties


def test_one_item_in_one_wave_side_by_side(shell: Here) -> None:
    at = ("--item", "q1", "--wave", "2", "--at", "topic=T1,profile=P0")
    said = shell.run(*TABLE, *at).stdout
    assert "topic T1, profile P0" in said
    assert "told (sees feedback)" in said
    assert "I say" in said
    assert "people: " in said
    parts = (*at[:-1], "topic=T1", "--at", "profile=P0")
    assert shell.run(*TABLE, *parts).stdout == said
    rows = json.loads(shell.run(*TABLE, *at, "--json").stdout)
    assert [row["participant"] for row in rows] == ["follows", "steady", "neutral", "told"]


def test_figures_say_once_who_sees_feedback(shell: Here) -> None:
    rows = [
        {"participant": "x (sees feedback)", "sees_feedback": "TRUE", "profile": profile,
         "wave": wave, "item": item, "rating": wave + at, "people": wave + at}
        for profile in "AB" for wave in (1, 2) for at, item in enumerate("ab")
    ]  # fmt: skip
    (shell.folder / "told.json").write_text(json.dumps(rows))
    shell.run("waves", "--table", "told.json", "--figures", "drawn")
    drawn = [one.read_text("utf-8") for one in sorted((shell.folder / "drawn").glob("*.svg"))]
    assert len(drawn) == 2
    assert all("(sees feedback)" in one for one in drawn)
    assert not any("(sees feedback) (sees feedback)" in one for one in drawn)


def test_a_column_of_peoples_ratings_that_is_no_condition_is_told(shell: Here) -> None:
    (shell.folder / "alone.csv").write_text("profile,wave,item,rating\nAna,1,a,3\n")
    (shell.folder / "people.csv").write_text("profil,wave,item,note,rating\nBea,1,a,,3\n")
    found = shell.run("waves", "--table", "alone.csv", "--people", "people.csv").stdout
    assert "people: not used, since no condition is called so: `profil`" in found


def test_ratings_that_nobody_is_beside_have_means_alone(shell: Here) -> None:
    rows = [{"wave": 1, "item": "a", "rating": 3}, {"wave": 1, "item": "b", "rating": None}]
    (shell.folder / "alone.json").write_text(json.dumps(rows))
    found = json.loads(shell.run("waves", "--table", "alone.json", "--json").stdout)
    (wave,) = found["waves"]
    assert (wave["mean"]["value"], wave["weighted"]["value"]) == (3, None)
    assert wave["weighted"]["reason"] == "it and people rated nothing in common"
    done = shell.run("waves", "--table", "alone.json", "--figures", "drawn", code=1)
    assert "nothing to draw" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told", "code"),
    [
        (("waves", "--ties", "none"), "--ties belongs to --people", 2),
        ((*TABLE, "--wave", "1"), "--wave and --at belong to --item", 2),
        ((*TABLE, "--item", "q9"), "there is no item `q9`", 1),
        ((*TABLE, "--item", "q1"), "no wave is named", 2),
        ((*TABLE, "--item", "q1", "--wave", "9"), "`q1` was not asked in wave 9", 1),
        ((*TABLE, "--item", "q1", "--wave", "1", "--at", "topic"), "`topic` names no level", 2),
        ((*TABLE, "--item", "q1", "--wave", "1", "--at", "topic=X"), "not asked at topic=X", 1),
        (
            (*TABLE, "--item", "q1", "--wave", "1", "--at", "topic=a, b,profile=c, d"),
            "not asked at topic=a, b, profile=c, d",
            1,
        ),
        ((*TABLE, "--item", "q1", "--at", "a=b", "--at", "a=c"), "--at names `a` twice", 2),
        ((*TABLE, "--scale", "5"), "`5` is no scale", 2),
        ((*TABLE, "--scale", "1 to 3"), "the rating is `4`", 1),
        (("waves", "--table", "none.csv"), "the table `none.csv` cannot be read", 2),
    ],
)
def test_what_cannot_be_done_is_said(
    shell: Here, arguments: tuple[str, ...], told: str, code: int
) -> None:
    done = shell.run(*arguments, code=None)
    assert told in done.stderr
    assert done.returncode == code
