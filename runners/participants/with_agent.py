"""A participant that works by an agent: it is asked the agent's calls, and is another one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.experiment import Experiment
from dsl.record import replace
from runners.agents.identity import EMBEDDINGS, agent_identity
from runners.participants.base import Call, Participant, Reply, Settings
from runners.participants.failures import Unsupported
from runners.participants.requirements import Ability, able, needs
from runners.participants.wrapped import Wrapped

if TYPE_CHECKING:
    from runners.agents.agent import Agent


@dataclass(frozen=True, slots=True)
class WithAgent(Wrapped):
    """The participant with its agent. `people` are the digests of the ratings that it is shown, if
    any; `embedder` compares texts for an agent that recalls by embeddings,
    where the participant does not do it itself. The walk takes the agent out of the identity.
    """

    agent: Agent
    people: tuple[str, ...] = ()
    embedder: Participant | None = None

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
        found = {**self.inner.identity(), **agent_identity(self.agent, self.people)}
        if self.embedder is not None:
            found[EMBEDDINGS] = json.dumps(self.embedder.identity(), sort_keys=True)
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should read before the first call."""
        more = () if self.embedder is None else self.embedder.notes
        return tuple(dict.fromkeys((*self.inner.notes, *more)))

    async def ask(self, call: Call) -> Reply:
        """One reply to one call; raises a NoReply."""
        if call.compares and self.embedder is not None:
            return await self.embedder.ask(call)
        return await self.inner.ask(call)

    async def aclose(self) -> None:
        """Let go of connections."""
        await self.inner.aclose()
        if self.embedder is not None:
            await self.embedder.aclose()


def for_scripts(
    participants: Iterable[Participant], experiments: Sequence[Experiment], settings: Settings
) -> tuple[Participant, ...]:
    """Participants as these scripts ask them. Each meets their needs, or is asked without where the
    settings allow it. Raises Unsupported.
    """
    wanted = needs(experiments)
    allow, shown = settings.allow_unsupported, settings.shown
    return tuple(
        able(of_scripts(one, experiments), wanted, allow=allow, shown=shown) for one in participants
    )


def of_scripts(one: Participant, experiments: Sequence[Experiment]) -> Participant:
    """The participant as these scripts ask it: one with an agent that is shown how people rated is
    another one for each set of ratings.

    Raises:
        Unsupported: it has an agent, and a script has no waves, or shows a picture.
    """
    if not isinstance(one, WithAgent):
        return one
    for experiment in experiments:
        if experiment.waves is None:
            raise Unsupported(
                f"{one.name} has an agent, which works from wave to wave, and "
                f"`{experiment.title}` in {experiment.file} has no waves",
                "leave the agent out, or ask it a script with `waves`",
            )
    shown = (each for each in needs(experiments) if each.ability is Ability.PICTURES)
    if (picture := next(shown, None)) is not None:
        raise Unsupported(
            f"{one.name} has an agent, whose prompts are words, and `{picture.place}` in "
            f"{picture.file} is a picture",
            "leave the agent out, or say in words what the picture shows",
        )
    return replace(one, people=ratings_of(experiments)) if one.agent.sees_feedback else one


def ratings_of(experiments: Iterable[Experiment]) -> tuple[str, ...]:
    """The digests of the files of people's ratings that scripts name."""
    return tuple(sorted({each.ratings.digest for one in experiments for each in one.people}))
