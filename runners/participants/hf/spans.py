"""A row of tokens, and which of them are weighed."""

from __future__ import annotations

from dataclasses import dataclass

from runners.participants.hf.prompting import Tokens


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Tokens of which those from `start` on are asked for, each after all before it; `start` is at
    least 1."""

    tokens: Tokens
    start: int

    @property
    def read(self) -> Tokens:
        """What the model must read: after the last token nothing is asked."""
        return self.tokens[:-1]

    @property
    def shared(self) -> Tokens:
        """What other spans may begin with, too: all before the first token that gives scores."""
        return self.tokens[: self.start - 1]

    @property
    def length(self) -> int:
        """How many tokens are asked for."""
        return len(self.tokens) - self.start
