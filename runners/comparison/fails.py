"""Participants whose replies cannot be read too often (Li et al., 2025, appendix D.2.2).

The paper looked at all models from 17% FAIL by hand, left out those from 20%, and counted FAIL as
wrong. FAIL here is a reply without a mark (it needs a human, or was lost), a refusal, or a reply
that says nothing or speaks of something else. One that names several choices is wrong, and no FAIL.
"""

from __future__ import annotations

from dataclasses import dataclass

LEFT_OUT_FROM = 20
LOOKED_AT_FROM = 17
"""Percent of the replies of a participant on a board."""


@dataclass(frozen=True, slots=True)
class Fails:
    """How many replies a participant gave to the items of a board, and how many are FAIL."""

    replies: int = 0
    fails: int = 0

    @property
    def share(self) -> float:
        """The share of FAIL."""
        return self.fails / self.replies if self.replies else 0.0

    @property
    def too_many(self) -> bool:
        """Whether the participant is left out of means."""
        return 100 * self.fails >= LEFT_OUT_FROM * self.replies > 0

    @property
    def nearly(self) -> bool:
        """Whether somebody should look at its replies, although it is not left out."""
        return not self.too_many and 100 * self.fails >= LOOKED_AT_FROM * self.replies > 0

    def and_of(self, replies: int, fails: int) -> Fails:
        """With the replies of one more group of items."""
        return Fails(self.replies + replies, self.fails + fails)

    def __str__(self) -> str:
        return f"{self.share:.1%} FAIL ({self.fails:,} of {self.replies:,} replies)"


def rule(*, keep: bool) -> str:
    """What is done about FAIL, in a sentence."""
    then = "kept (--keep-fails)" if keep else "in no mean, rank or comparison (--keep-fails)"
    return (
        "FAIL: a reply that needs a human, was lost, refuses or answers nothing; it counts as "
        f"wrong. Participants with {LEFT_OUT_FROM}% FAIL or more on a board are {then}; those with "
        f"{LOOKED_AT_FROM} to {LEFT_OUT_FROM}% are to be looked at (Li et al., 2025)"
    )
