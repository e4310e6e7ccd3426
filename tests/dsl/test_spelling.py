"""Slips of the finger."""

import pytest

from dsl.spelling import few_slips, nearest


@pytest.mark.parametrize(
    ("written", "meant", "count"),
    [
        ("say", "say", 0), ("Say", "say", 0), ("sya", "say", 1), ("sy", "say", 1),
        ("saay", "say", 1), ("sat", "say", 1), ("scoredby", "scored by", 1),
        ("sally", "say", None), ("separtly", "separately", 2), ("", "say", None),
    ],
)  # fmt: skip
def test_a_slip_is_a_letter_lost_added_changed_or_exchanged(
    written: str, meant: str, count: int | None
) -> None:
    """Case and spacing do not count, and a short word bears one slip."""
    assert few_slips(written, meant) == count


def test_the_nearest_word_is_offered_only_when_it_is_near() -> None:
    """A wrong hint is worse than none."""
    words = ("say", "ask", "separately", "do")
    assert nearest("aks", words) == "ask"
    assert nearest("seperatly", words) == "separately"
    assert nearest("sally", words) is None
    assert nearest("x" * 1_000_000, words) is None
