"""What replies vote for, and what most votes come to."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from coders import votes
from coders.collected import collected_question
from coders.marks import Verdict, needs_human
from coders.matcher import match
from coders.votes import KEY, MajorityVote, majority, vote_of
from dsl.record import replace
from dsl.trial import Clause, Phrase

CHOICES = collected_question("Which?", ["a cat", "a dog", "a cow"], ["a dog"])
NUMBER = collected_question("How many?", [], ["41"])


@pytest.mark.parametrize(
    ("reply", "vote"),
    [
        ("B", KEY),
        ("The answer is probably a dog.", KEY),
        ("The answer is \\boxed{A}", "a cat"),
        ("a cat.", "a cat"),
        ("A or C", None),
        ("I'm sorry, but I cannot answer this.", None),
        ("Colours are nice.", None),
        ("", None),
    ],
)
def test_a_reply_votes_for_the_one_answer_it_is_read_as(reply: str, vote: str | None) -> None:
    assert vote_of(match(reply, CHOICES)) == vote


def test_numbers_on_no_list_vote_for_themselves() -> None:
    """Those of a bank of problems have no other words."""
    (clause,) = NUMBER.key.answer
    within = replace(
        NUMBER,
        key=replace(
            NUMBER.key,
            answer=(Clause(clause.quantity, (Phrase("41", ("41",), Fraction(0)),)),),
        ),
    )
    assert [vote_of(match(reply, within)) for reply in ("41", "The answer is 40.", "40")] == [
        KEY,
        "it says 40",
        "it says 40",
    ]


def test_what_has_no_mark_does_not_vote() -> None:
    assert vote_of(needs_human("it says one thing and another")) is None
    assert vote_of(Verdict(None, needs_human("").word, matched="a cat")) is None


def test_ties_count_as_a_share_or_as_wrong() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    one, none = Fraction(1), Fraction(0)
    assert majority({KEY: 2, "a": 1}) == MajorityVote(one, one, 1)
    assert majority({KEY: 1, "a": 2, "b": 1}) == MajorityVote(none, none, 1)
    assert majority({KEY: 2, "a": 2}) == MajorityVote(half, none, 2)
    assert majority({KEY: 1, "a": 1, "b": 1}) == MajorityVote(third, none, 3)
    assert majority({"a": 1, "b": 1}) == MajorityVote(none, none, 2)
    assert majority({}) is None


@pytest.mark.parametrize("p", [Fraction(1, 5), Fraction(1, 2), Fraction(7, 10)])
@pytest.mark.parametrize("n", [1, 4, 5])
def test_of_two_answers_the_majority_is_right_as_often_as_the_binomial_says(
    p: Fraction, n: int
) -> None:
    """Over every sequence of votes of a participant with a known probability, weighed by how likely
    it is.
    """
    by_votes = strict = Fraction(0)
    for told in product((KEY, "a"), repeat=n):
        right = told.count(KEY)
        found = majority({vote: told.count(vote) for vote in set(told)})
        assert found is not None
        by_votes += found.mark * p**right * (1 - p) ** (n - right)
        strict += found.strict * p**right * (1 - p) ** (n - right)
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    more = sum((chances[k] for k in range(n + 1) if 2 * k > n), Fraction(0))
    even = chances[n // 2] if n % 2 == 0 else Fraction(0)
    assert (by_votes, strict) == (more + even / 2, more)


def test_the_example_in_the_module() -> None:
    assert doctest.testmod(votes).failed == 0
