"""Novel words: what is refused, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.words.judging import distance, ends, fits_in, judged, one_away

letters = st.text("abcdef", min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("word", "faults"),
    [
        ("kruvop", ()),
        ("blicket", ("is a word of published studies",)),
        ("krolfish", ("begins or ends with fish", "has no plural in -s alone")),
        ("bluk", ("is one letter away from blue",)),
        ("snogav", ("begins or ends with snog",)),
        ("stinfart", ("begins or ends with fart", "sounds rude")),
        (
            "orlimp",
            ("begins or ends with limp", "begins with a vowel, so that its article changes"),
        ),
        ("Kruv op", ("has something in it that is not a letter from a to z",)),
        ("", ("has something in it that is not a letter from a to z",)),
    ],
)
def test_what_speaks_against_a_word(word: str, faults: tuple[str, ...]) -> None:
    assert judged(word).faults == faults


def test_real_words_are_refused_in_every_language_that_is_looked_up() -> None:
    assert judged("Fonkel").faults == ("fonkel is in lists of words of Dutch",)
    assert "elephant is in lists of words of English" in judged("elephant").faults


def test_a_word_whose_plural_is_real_is_refused() -> None:
    assert any(fault.startswith("clogs is in lists") for fault in judged("clog").faults)


@given(letters, letters)
def test_one_letter_away_is_what_the_distance_says(one: str, other: str) -> None:
    """Two letters that change places are one step here, and two in the plain distance."""
    if distance(one, other) == 1:
        assert other in one_away(one)
    if other in one_away(one):
        assert 1 <= distance(one, other) <= 2


@given(letters, letters, letters)
def test_the_distance_is_one(one: str, other: str, third: str) -> None:
    assert distance(one, one) == 0
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


def test_a_published_example_of_a_distance() -> None:
    assert distance("kitten", "sitting") == 3


def test_ends_are_both_and_never_the_whole() -> None:
    assert list(ends("snogav", 4)) == ["snog", "ogav", "snoga", "nogav"]


def test_words_of_one_pool_differ_from_the_first_letter() -> None:
    assert fits_in("dompiv", ["kruvop"])
    assert not fits_in("kamfel", ["kruvop"])
    assert not fits_in("druvop", ["kruvop"])
