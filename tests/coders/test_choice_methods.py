r"""Published ways to read a choice: what they take wrongly, and what they fail on, is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coders.choice_methods import PublishedMethod, published_reading, quorum
from coders.choices import read_choice

THINGS = ("a doll", "a car", "the cat", "a cup")
YES_NO = ("Yes", "No")
PATTERN_TRAPS = [
    (THINGS, "A ball is hidden under the cup, so D", 0),
    (THINGS, "The answer is blue", 1),
    (YES_NO, "The answer is nothing", 1),
    (THINGS, "(C)", None),
    (THINGS, "C) the cat", None),
    (THINGS, "**C**", None),
    (THINGS, "\\boxed{C}", None),
    (THINGS, "The answer is (C)", None),
    (THINGS, "The answer is option C", None),
    (THINGS, "Option C", None),
]
"""Replies that the published patterns, run on them, take for this choice, or for none."""


@pytest.mark.parametrize(("options", "reply", "taken"), PATTERN_TRAPS)
def test_patterns_do_as_the_published_ones_do(
    options: Sequence[str], reply: str, taken: int | None
) -> None:
    assert published_reading(PublishedMethod.TEMPLATE, reply, options) == taken


@pytest.mark.parametrize(
    ("options", "reply", "taken"),
    [(options, reply, {0: 3, 1: None, None: 2}[taken]) for options, reply, taken in PATTERN_TRAPS],
)
def test_the_matcher_reads_them_as_they_are_meant(
    options: Sequence[str], reply: str, taken: int | None
) -> None:
    assert read_choice(reply, options).option == taken


@pytest.mark.parametrize(
    ("reply", "taken"),
    [
        ("C", 2),
        ("C.", 2),
        ("C. The cat is there", 2),
        ("I think\nC, since it moved", 2),
        ("C is the correct answer", 2),
        ("The answer is: C", 2),
        ("My answer: C", 2),
        ("The best choice is C", 2),
        ("My choice: C", 2),
        ("The right option is C", 2),
        ("Well, Assistant: C", 2),
        ("<think>A, or B</think>\n\nC.", 2),
        ("E. Something else", None),
    ],
)
def test_each_pattern_finds_its_choice(reply: str, taken: int | None) -> None:
    assert published_reading(PublishedMethod.TEMPLATE, reply, THINGS) == taken


@pytest.mark.parametrize(
    ("options", "reply", "exact", "within"),
    [
        (THINGS, "c", 2, None),
        (THINGS, "The cat</s>", 2, None),
        (THINGS, "C, the cat", None, 2),
        (THINGS, "not A but C", None, None),
        (("Red", "Blue"), "It is red.", None, 0),
        (("Red", "Blue"), "A: red", None, 0),
        (YES_NO, "yes, it is", None, 0),
        (YES_NO, "A yes and a no", None, None),
        (YES_NO, "", None, None),
    ],
)
def test_exact_and_in_matching(
    options: Sequence[str], reply: str, exact: int | None, within: int | None
) -> None:
    assert published_reading(PublishedMethod.EXACT, reply, options) == exact
    assert published_reading(PublishedMethod.IN, reply, options) == within


@pytest.mark.parametrize(
    ("readings", "agreed"),
    [("BBBB", "B"), ("BBAB", "B"), ("BBAA", None), ("BBA", None), ("BB", "B"), ("B", None)],
)
def test_three_of_four_are_a_quorum(readings: str, agreed: str | None) -> None:
    assert quorum(readings) == agreed
