"""What an agent made of each wave and question: its steps, its profile, what it remembers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from dsl.record import record, replace
from dsl.trial import Place


@record
class MemoryStatement:
    """Something remembered, with its score from 1 to 5 and the wave in which it was noted. Where it
    was recalled by embeddings, `likeness` is how like the question's its own is, -1 to 1.
    """

    text: str
    score: Fraction
    wave: int
    likeness: float | None = None


@record
class StepTry:
    """One call of a step. `unread` says why its reply cannot be read, and is empty where it can."""

    step: str
    place: str
    prompt: str
    reply: str
    unread: str = ""


@record
class WaveAccount:
    """A wave as an agent worked through it. `skipped` are steps of which no reply could be read,
    `noted` and `forgotten` are of this wave, `remembered` is all that is kept after it; `waits`:
    what was shown is kept for a later wave.
    """

    wave: int
    profile: str
    tries: tuple[StepTry, ...] = ()
    skipped: tuple[str, ...] = ()
    noted: tuple[MemoryStatement, ...] = ()
    forgotten: tuple[MemoryStatement, ...] = ()
    remembered: tuple[MemoryStatement, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    waits: bool = False

    def then(self, later: WaveAccount, *, on_a_copy: bool = False) -> WaveAccount:
        """With what was worked through later in the wave; on a copy of the conversation nothing of
        it is kept.
        """
        stands = self if on_a_copy else later
        return replace(
            stands,
            tries=(*self.tries, *later.tries),
            skipped=tuple(dict.fromkeys((*self.skipped, *later.skipped))),
            noted=(*self.noted, *later.noted),
            forgotten=(*self.forgotten, *later.forgotten),
        )


@record
class AnswerAccount:
    """How an agent came to an answer: the prompt that was sent, the statements recalled for it, and
    the notes and tries of its steps.
    """

    prompt: str
    recalled: tuple[MemoryStatement, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    tries: tuple[StepTry, ...] = ()


@dataclass(slots=True)
class AgentAccount:
    """All of a trial with an agent: its waves by the index of their session, and its answers by
    place.
    """

    waves: dict[int, WaveAccount] = field(default_factory=dict)
    answers: dict[Place, AnswerAccount] = field(default_factory=dict)
