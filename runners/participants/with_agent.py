"""A participant that works by an agent: it is asked the agent's calls, and is another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runners.agents.identity import agent_identity
from runners.participants.wrapped import Wrapped

if TYPE_CHECKING:
    from runners.agents.agent import Agent


@dataclass(frozen=True, slots=True)
class WithAgent(Wrapped):
    """The participant with its agent. `people` is the digest of the ratings that it is told, empty
    for one that is told none. The walk takes the agent out of the identity.
    """

    agent: Agent
    people: str = ""

    @property
    def name(self) -> str:
        """`provider/model?agent=NAME`, with the settings that differ from the agent's file."""
        from runners.agents.named import joined

        return joined(self.inner.name, self.agent)

    @property
    def scores_options(self) -> bool:
        """An agent's prompts ask for words."""
        return False

    @property
    def sees_pictures(self) -> bool:
        """An agent's prompts are words."""
        return False

    def identity(self) -> dict[str, str]:
        """That of who is asked, with the agent, its text and its settings."""
        return self.inner.identity() | agent_identity(self.agent, self.people)
