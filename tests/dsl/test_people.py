"""People's ratings are read as they are, and their majority settles ties by a declared rule."""

from __future__ import annotations

import pytest

from dsl.files.data_rows import read_rows, streamed_rows
from dsl.files.people import Majority, PeopleReader, Ties, majority

HEADER = "Topic,profile,wave,item,rater,rating,note\n"


def reader() -> PeopleReader:
    return PeopleReader(["topic", "profile"], (1, 5))


def faults(text: str) -> list[str]:
    one, other = reader(), reader()
    held = one.read(read_rows(text, ".csv"), text)
    assert other.read(streamed_rows(text, ".csv"), text) == held
    assert other.faults == one.faults
    return [str(fault) for fault in one.faults]


@pytest.mark.parametrize(
    ("ratings", "ties", "rating", "tied"),
    [
        ([3, 3, 1, 5], "nearest", 3, False),
        ([2, 2, 4, 4, 5], "nearest", 4, True),  # the median is 4
        ([1, 1, 2, 2, 2, 1], "nearest", 2, True),  # 1.5 lies between; 2 is nearer to 3
        ([2, 4], "nearest", 2, True),  # both as near to everything
        ([1, 2, 4, 5, 1, 5], "nearest", 1, True),
        ([2, 2, 4, 4, 5], "none", None, True),
        ([], "nearest", None, False),
    ],
)
def test_majority(ratings: list[int], ties: Ties, rating: int | None, tied: bool) -> None:
    assert majority(ratings, scale=(1, 5), ties=ties) == Majority(rating, tied, len(ratings))


def test_ratings_are_kept_by_rater_and_those_not_given_are_counted() -> None:
    text = HEADER + "Pets,Ana,0,q1,A,4,\nPets,Ana,0,q1,B,-1,\nPets,Ana,0,q1,C,5.0,why\n"
    text += "Pets,Ben,0,q1,A,,\nPets,Ana,1,q1,A,2,\n"
    found = reader().read(read_rows(text, ".csv"), text)
    ana = {"profile": "Ana", "topic": "Pets", "wording": "original"}
    assert found.conditions == ("topic", "profile")
    assert found.unused == ("note",)
    assert found.of(ana, 0, "q1") == {"A": 4, "C": 5}
    assert found.raters == ("A", "C")
    assert found.majority(ana, 0, "q1") == Majority(4, True, 2)
    assert found.majority({**ana, "topic": "pets"}, 0, "Q1") == Majority(4, True, 2)
    assert found.majority(ana, 1, "q1") == Majority(2, False, 1)
    assert found.majority(ana, 1, "q2") == Majority(None, False, 0)
    assert found.not_given == 2
    assert len(found.digest) == 64


def test_a_file_of_majorities_has_one_rater_and_minus_one_may_be_a_step() -> None:
    text = '[{"wave": 3, "item": "q1", "rating": -1}, {"wave": 3, "item": "q2", "rating": null}]'
    found = PeopleReader(["topic"], (-2, 2)).read(read_rows(text, ".json"), text)
    assert found.of({"topic": "Pets"}, 3, "q1") == {"majority": -1}
    assert found.not_given == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "topic,item\nPets,q1\n",
            "line 1: there are no columns `wave` and `rating` (the file has `topic` and `item`)",
        ),
        ("wave,Wave,item,rating\n1,1,q1,3\n", "line 1: there are two columns `wave`"),
        (HEADER + "Pets,Ana,one,q1,A,4,\n", "line 2: the wave is `one`"),
        (HEADER + "Pets,Ana,1.5,q1,A,4,\n", "line 2: the wave is `1.5`"),
        (HEADER + "Pets,Ana,1,q1,A,6,\n", "line 2: the rating is `6`"),
        (HEADER + "Pets,Ana,1,q1,A,3.4,\n", "line 2: the rating is `3.4`"),
        (HEADER + "Pets,,1,q1,A,3,\n", "line 2: `profile` is empty"),
        (HEADER + "Pets,Ana,1,q1,A,,\n", "line 1: no row has a rating"),
        (
            HEADER + "Pets,Ana,1,q1,A,4,\nPets,Ana,1,q1,A,4,\n",
            "line 3: `A` rated `q1` in wave 1 before, in line 2",
        ),
        ("wave,item,rating\n1,q1,3\n1,Q1,4\n", "line 3: somebody rated `Q1` in wave 1 before, in "
         "line 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_line(text: str, told: str) -> None:
    assert faults(text)[0] == told
