"""Self-consistency: several replies to one text vote, and the reading that most of them give counts
(Wang et al., 2023, section 2).

A reply votes for what it is read as. One that is not read, declines, or names no one answer does
not vote. Several readings with most votes are a tie: it counts as the share of them that is right,
which is what breaking it at random earns in the long run, and the strict score counts it as wrong.

References
----------
Wang, X., Wei, J., Schuurmans, D., Le, Q., Chi, E., Narang, S., Chowdhery, A., & Zhou, D. (2023).
Self-consistency improves chain of thought reasoning in language models. ICLR.
https://arxiv.org/abs/2203.11171
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from coders.marks import OF_WRONG, WRONG, Verdict
from dsl.record import record

KEY = ""
"""The vote for what is right, in whatever words it was said."""

_SAYS = "it says "


def vote_of(verdict: Verdict) -> str | None:
    """What a reply votes for: `KEY`, or a wrong answer in words; None for one that does not vote.

    Hedged replies vote for what they lean to.
    """
    if verdict.mark is None:
        return None
    if verdict.mark > WRONG:
        return KEY
    if OF_WRONG.intersection(verdict.flags):
        return None
    if verdict.matched is not None:
        return verdict.matched
    said = verdict.reason.removeprefix(_SAYS)
    # A number that is on no list has no other words.
    number = said != verdict.reason and said.lstrip("-").replace(".", "", 1).isdecimal()
    return verdict.reason if number else None


@record
class MajorityVote:
    """What most votes are for: `mark` counts a tie as the share of tied readings that is right,
    `strict` as wrong. `tied` readings have most votes.
    """

    mark: Fraction
    strict: Fraction
    tied: int


def majority(votes: Mapping[str, int]) -> MajorityVote | None:
    """The majority of votes, by what they are for; None without a vote.

    >>> majority({KEY: 3, "the box": 3, "the bag": 1})
    MajorityVote(mark=Fraction(1, 2), strict=Fraction(0, 1), tied=2)
    """
    most = max(votes.values(), default=0)
    if not most:
        return None
    tied = [each for each, count in votes.items() if count == most]
    won = KEY in tied
    return MajorityVote(Fraction(won, len(tied)), Fraction(won and len(tied) == 1), len(tied))
