"""A participant that is asked through another one, and is like it in all that is not said here."""

from __future__ import annotations

from dataclasses import dataclass

from runners.participants.base import Call, Participant, Reply


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The participant that is asked. Whoever wraps it says what is otherwise, and adds that to its
    identity.
    """

    inner: Participant

    @property
    def name(self) -> str:
        """The name of who is asked."""
        return self.inner.name

    @property
    def simulated(self) -> bool:
        """Whether its replies are no data."""
        return self.inner.simulated

    @property
    def sees_key(self) -> bool:
        """Whether calls must carry the question and its key."""
        return self.inner.sees_key

    @property
    def scores_options(self) -> bool:
        """Whether it is asked for likelihoods."""
        return self.inner.scores_options

    @property
    def continues_text(self) -> bool:
        """Whether it is a base model."""
        return self.inner.continues_text

    @property
    def sees_pictures(self) -> bool:
        """Whether the messages may hold pictures."""
        return self.inner.sees_pictures

    @property
    def places(self) -> int | None:
        """How many calls it works on side by side, where it answers in this process."""
        return self.inner.places

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should read before the first call."""
        return self.inner.notes

    def identity(self) -> dict[str, str]:
        """That of who is asked."""
        return self.inner.identity()

    @property
    def embedder(self) -> Participant | None:
        """Who compares texts for it by embeddings, where that is somebody else."""
        return self.inner.embedder if isinstance(self.inner, Wrapped) else None

    async def ask(self, call: Call) -> Reply:
        """One reply to one call; raises a NoReply."""
        return await self.inner.ask(call)

    async def aclose(self) -> None:
        """Let go of connections."""
        await self.inner.aclose()


def billed(one: Participant, call: Call) -> str:
    """The name of who is paid for a call."""
    other = one.embedder if call.compares and isinstance(one, Wrapped) else None
    return one.name if other is None else other.name
