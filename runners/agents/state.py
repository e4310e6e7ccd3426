"""What an agent knows at a moment, and how it changes: values, each a function of replies alone."""

from __future__ import annotations

from fractions import Fraction

from dsl.record import record
from runners.agents.agent_file import Memory


@record
class Remembered:
    """Something remembered, with its score from 1 to 5 and the wave in which it was noted."""

    text: str
    score: Fraction
    wave: int


@record
class LastAnswer:
    """How a question was answered in the last wave. `rating` is empty where none can be read;
    `people`: how people rated it then, empty where that is not known.
    """

    reply: str
    rating: str
    people: str = ""


@record
class AgentState:
    """All that an agent takes from one wave into the next. `unread`: what was shown and not yet
    worked through. `notes` and `last` are by name, and by question.
    """

    profile: str
    remembered: tuple[Remembered, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    question_notes: tuple[tuple[str, str, str], ...] = ()
    """(step, question, words) of notes that are always kept."""
    last: tuple[tuple[str, LastAnswer], ...] = ()


def sifted(
    new: tuple[Remembered, ...], memory: Memory
) -> tuple[tuple[Remembered, ...], tuple[Remembered, ...]]:
    """Which statements of a new batch are kept, highest score first, and which are forgotten.

    n statements leave n * (1 - forget), rounded half to even, of equal scores the first; this is
    the arithmetic of the published code of CogGPT, which keeps `round(n * 0.6)`.
    """
    kept = round(len(new) * (1 - Fraction(str(memory.forget))))
    ranked = sorted(new, key=lambda one: -one.score)
    return tuple(ranked[:kept]), tuple(ranked[kept:])
