"""Participants whose replies cannot be read too often (Li et al., 2025, appendix D.2.2).

The paper looked at all models from 17% FAIL by hand, left out those from 20%, and counted FAIL as
wrong. FAIL here is a reply without a mark (it needs a human, or was lost), a refusal, or a reply
that says nothing or speaks of something else. One that names several choices is wrong, and no FAIL.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dsl.scoring import ScoreLevel
from renderers.rows.questions import KindScore

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

    @classmethod
    def by_board(cls, rows: Iterable[KindScore]) -> dict[tuple[str, str], Fails]:
        """Those of banks as wholes, by board (`board_of`) and participant."""
        return {
            (board_of(row), row.model): cls(row.n + row.undecided, row.fails)
            for row in rows
            if row.level is ScoreLevel.CELL and row.items is not None
        }

    def __str__(self) -> str:
        return f"{self.share:.1%} FAIL ({self.fails:,} of {self.replies:,} replies)"


def board_of(row: KindScore) -> str:
    """What participants are compared on: an experiment, a condition, a wording, and a format."""
    return ", ".join(filter(None, (row.experiment, row.condition, row.wording, row.format)))


def fail_lines(fails: Mapping[tuple[str, str], Fails]) -> list[str]:
    """A line for each participant, with its board."""
    return [
        f"{', '.join(filter(None, (board, model)))}: {one}" for (board, model), one in fails.items()
    ]


def fail_notes(fails: Mapping[tuple[str, str], Fails]) -> Iterator[str]:
    """The rule, and whom it touches, where scores count FAIL as wrong."""
    yield rule(
        "wrong, but for lost replies, which are left out", "left out of means over participants"
    )
    if many := fail_lines({at: one for at, one in fails.items() if one.too_many}):
        yield f"left out of means over participants: {'; '.join(many)}"
    if some := fail_lines({at: one for at, one in fails.items() if one.nearly}):
        yield f"look at the replies (`devrun transcript -m MODEL`): {'; '.join(some)}"


def rule(counts: str, then: str) -> str:
    """What is done about FAIL, in a sentence: as what it `counts`, and where participants with too
    much of it are (`then`).
    """
    return (
        "FAIL: a reply that nobody can read (it needs a human, was lost, refuses or answers "
        f"nothing); it counts as {counts}. Participants with {LEFT_OUT_FROM}% FAIL or more on a "
        f"board are {then}; those with {LOOKED_AT_FROM} to {LEFT_OUT_FROM}% are to be looked at "
        "(Li et al., 2025)"
    )
