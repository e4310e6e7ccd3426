"""What the model is given to work on: a reply to write, or words to weigh."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from runners.participants.hf.trunks import Tokens


@dataclass(slots=True, eq=False)
class Writing:
    """A reply being written after `prompt`, of at most `limit` tokens.

    It draws from its own stream of random numbers, so that what it says does not depend on what is
    written beside it. `cramped`: it had to begin again for want of memory, with nobody beside it.
    """

    prompt: Tokens
    seed: int
    limit: int
    said: list[int] = field(default_factory=list)
    cramped: bool = False
    beside: int = 1
    """The most rows that were written in one go with it."""
    _numbers: Random = field(init=False)

    def __post_init__(self) -> None:
        self._numbers = Random(self.seed)

    def number(self) -> float:
        """The next of its random numbers, from 0 to below 1."""
        return self._numbers.random()

    def restart(self) -> None:
        """Back to the beginning, with the same numbers to come."""
        self.said.clear()
        self._numbers = Random(self.seed)


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens of which those from `start` on are weighed, each after all before it; `start` is at
    least 1."""

    tokens: Tokens
    start: int

    @property
    def read(self) -> Tokens:
        """What the model must read: after the last token nothing is asked."""
        return self.tokens[:-1]

    @property
    def length(self) -> int:
        """How many tokens are weighed."""
        return len(self.tokens) - self.start
